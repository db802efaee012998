/** Checks a body against the contract and says what is wrong in sentences that name the field. */
import { msg, plain, t } from '@munim/contract'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** The body, checked and trimmed; a refusal (400) with the first sentence, and all of them where several fields are wrong. */
export function checkBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const checked = schema.safeParse(body, { error: () => NO_SENTENCE, reportInput: true })
  if (checked.success) return checked.data
  const errors = new Map<string, string>()
  for (const issue of checked.error.issues.flatMap(meantBy)) {
    const field = issue.path.join('.')
    if (!errors.has(field)) errors.set(field, plain(issue.message || sentenceOf(issue)))
  }
  const [first = msg('The request could not be read')] = errors.values()
  throw new Refusal(400, first, { errors: errors.size > 1 ? Object.fromEntries(errors) : undefined })
}

type Issue = z.core.$ZodIssue

/** What an issue says where the contract gives no sentence of its own. */
const NO_SENTENCE = ''

/** Of a union what its last option says: those before it are what counts as left out, or a short form. */
function meantBy(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== NO_SENTENCE) return [issue]
  const { path, errors } = issue
  return (errors.at(-1) ?? []).flatMap((inner) => meantBy({ ...inner, path: [...path, ...inner.path] }))
}

const MOMENT = msg('{field} must be a moment in UTC, as ISO 8601 has it')
const NOT_VALID = msg('{field} is not valid')

/** The sentence where the contract gives none of its own. */
function sentenceOf(issue: Issue): string {
  const field = issue.path.length > 0 ? issue.path.join('.') : t('The body')
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? t('{field} is required', { field })
        : t(kindOf(issue.expected), { field })
    case 'too_big':
      return t(mostOf(issue.origin), { field, most: Number(issue.maximum) })
    case 'too_small':
      return t(leastOf(issue.origin), { field, least: Number(issue.minimum) })
    case 'invalid_value':
      return t('{field} must be one of {values}', { field, values: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return t("{field} can't hold {keys}", { field, keys: issue.keys.join(', ') })
    case 'invalid_format':
      return t(issue.format === 'datetime' ? MOMENT : NOT_VALID, { field })
    default:
      return t(NOT_VALID, { field })
  }
}

function kindOf(expected: string): string {
  const kinds: Record<string, string> = {
    string: msg('{field} must be text'),
    boolean: msg('{field} must be true or false'),
    int: msg('{field} must be a whole number'),
    number: msg('{field} must be a number'),
    array: msg('{field} must be a list'),
    object: msg('{field} must be an object'),
  }
  return kinds[expected] ?? NOT_VALID
}

function mostOf(origin: string): string {
  if (origin === 'string') return msg('{field} must be at most {most, number} characters')
  if (origin === 'array') return msg('{field} must be at most {most, number} entries')
  return msg('{field} must be at most {most, number}')
}

function leastOf(origin: string): string {
  if (origin === 'string') return msg('{field} must be at least {least, number} characters')
  if (origin === 'array') return msg('{field} must be at least {least, number} entries')
  return msg('{field} must be at least {least, number}')
}
