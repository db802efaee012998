/** What a person typed, as conditions. What it may mean says core (`meaningsOf`). */
import type { Numbered, Typed } from '@munim/core'
import { and, containing, type Statement, sql } from './db.ts'

/** Whether a text holds what was typed, in one of its spellings; `like` says whether it is like a pattern in small letters. */
export function holds({ spellings }: Typed, like: (pattern: string) => Statement): Statement {
  const each = spellings.map((parts) => sql`(${and(parts.map((part) => like(containing(part))))})`)
  return sql`(${sql.join(each, sql` or `)})`
}

/** The number that was typed, where it may be that of such a record; else null. */
export const idOf = ({ id, of }: Typed, kind: Numbered): number | null =>
  of === null || of === kind ? id : null

/** The same where nothing but that record can be meant: its kind was typed, too. */
export const namedId = ({ id, of }: Typed, kind: Numbered): number | null => (of === kind ? id : null)
