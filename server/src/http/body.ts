/** Checks a body against the contract and says what is wrong in sentences that name the field. */
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** The body, checked and trimmed; a refusal (400) with the first sentence, and all of them where several fields are wrong. */
export function checkBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const checked = schema.safeParse(body, { error: sentenceOf })
  if (checked.success) return checked.data
  const errors = new Map<string, string>()
  for (const issue of checked.error.issues) {
    const field = issue.path.join('.')
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  const first = checked.error.issues[0]?.message ?? 'The request could not be read'
  throw new Refusal(400, first, { errors: errors.size > 1 ? Object.fromEntries(errors) : undefined })
}

const grouped = new Intl.NumberFormat('en-IN')

/** The sentence where the contract gives none of its own. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const field = issue.path && issue.path.length > 0 ? issue.path.join('.') : 'The body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is required` : `${field} must be ${kindOf(issue.expected)}`
    case 'too_big':
      return `${field} must be at most ${grouped.format(issue.maximum)}${unitOf(issue.origin)}`
    case 'too_small':
      return `${field} must be at least ${grouped.format(issue.minimum)}${unitOf(issue.origin)}`
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `${field} can't hold ${issue.keys.join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? `${field} is required` : `${field} is not valid`
    default:
      return `${field} is not valid`
  }
}

function kindOf(expected: string): string {
  const kinds: Record<string, string> = {
    string: 'text',
    boolean: 'true or false',
    int: 'a whole number',
    number: 'a number',
    array: 'a list',
    object: 'an object',
  }
  return kinds[expected] ?? expected
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
