/**
 * A player's own data in texts that others write: notes, reasons, comments, messages. Rows of the ledger and of the audit
 * are never changed, so what goes there is written without it, and nothing is left in them to erase.
 */
import { columnOf, FIELD_NAMES, isText } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'

const own = sql.join(FIELD_NAMES.filter(isText).map((name) => sql`u.${sql.ref(columnOf(name))}`))

/** Shorter ones say little of a person, and are found in many words. */
const SHORTEST = 3
/** Of a number as long as this or longer the last four figures stay, as in the payee of a request. */
const LONG = 8

/** A regular expression of PostgreSQL that finds the player's own data as it is now; undefined where there is none. */
export async function patternOfPersonal(db: Db, userId: number): Promise<string | undefined> {
  const [pattern] = await patternsOfPersonal(db, [userId])
  return pattern
}

/** One of each player who has such data. */
async function patternsOfPersonal(db: Db, userIds: readonly number[]): Promise<string[]> {
  const users = await db.many<{ texts: string[] }>(sql`
    select array[${own}] as texts from users u where u.id = any(${userIds}::bigint[])`)
  return users.flatMap((user) => {
    const texts = user.texts.filter((text) => text.length >= SHORTEST && /[\p{L}\p{N}]/u.test(text))
    if (texts.length === 0) return []
    const longestFirst = [...new Set(texts)].sort((one, other) => other.length - one.length)
    return `(?<!\\w)(?:${longestFirst.map(patternOf).join('|')})`
  })
}

/** A number is found with gaps and the code of India, too. */
function patternOf(text: string): string {
  const signs = [...text].map((sign) => sign.replace(/[.*+?^${}()|[\]\\]/, '\\$&'))
  if (!/^\d{6,}$/.test(text)) return `${signs.join('')}(?!\\w)`
  const gap = '[ -]?'
  const code = text.length === 10 ? `(?:\\+?91${gap})?` : ''
  if (text.length < LONG) return `${code}${signs.join(gap)}(?!\\w)`
  const [head, last] = [signs.slice(0, -4), signs.slice(-4)]
  return `${code}${head.join(gap)}${gap}(?=${last.join(gap)}(?!\\w))`
}

export const without = (pattern: string, text: Statement): Statement =>
  sql`regexp_replace(${text}, ${pattern}::text, '…', 'gi')`

export async function withoutPersonal(db: Db, userId: number, text: string): Promise<string> {
  const [cleared] = await withoutPersonalOf(db, [userId], [text])
  return cleared!
}

/** The texts without these players' own data, in two statements, however many they are. */
export async function withoutPersonalOf(
  db: Db,
  userIds: readonly number[],
  texts: readonly string[],
): Promise<readonly string[]> {
  const patterns = texts.join('') === '' ? [] : await patternsOfPersonal(db, userIds)
  if (patterns.length === 0) return texts
  const cleared = texts.map((text) =>
    patterns.reduce((inner, pattern) => without(pattern, inner), sql`${text}::text`),
  )
  return (await db.only<{ texts: string[] }>(sql`select array[${sql.join(cleared)}] as texts`)).texts
}
