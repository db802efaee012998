/** Removes backups that are older than they are kept, once a newer one is whole. Making one is save.ts. */
import { rename, rm } from 'node:fs/promises'
import { unfinishedOf } from './contents.ts'
import { findBackups } from './parts.ts'
import { takeTurn } from './turn.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Removing {
  /** The database. */
  readonly url: string
  /** The new backup, and the moment that it holds. */
  readonly folder: string
  readonly madeAt: string
  readonly keepDays: number
}

/**
 * Removes those of the same database beside the new one, the oldest first, and says of each that it is gone. What does
 * not say when it was made, and of which database, stays, and so does what says that it was made later.
 */
export async function* removeOld({ url, folder, madeAt, keepDays }: Removing): AsyncGenerator<string> {
  await using turn = await takeTurn(url) // So that no other backup takes over from one of them now.
  const before = await findBackups(folder, { database: turn.database, until: madeAt })
  const moments = before.map(({ marks }) => Date.parse(marks.madeAt))
  const tooOld = countTooOld(moments, Date.parse(madeAt), keepDays)
  if (tooOld === 'a jump') yield 'No older backup is removed: none was made for long, or the clock is ahead.'
  else
    for (const old of before.slice(0, tooOld)) {
      // Half removed it is no backup, and the next one removes the rest.
      const unfinished = unfinishedOf(old.folder, turn.database)
      await rename(old.folder, unfinished)
      await rm(unfinished, { recursive: true })
      yield `Removed ${old.folder}: it is older than ${keepDays} days (BACKUP_KEEP_DAYS).`
    }
}

/**
 * How many of those before the new one, the oldest first, are too old: never the newest of them. None where the time
 * jumps, as it does by a clock that is ahead: more than twice as far as it ever did before, either from the newest of
 * them to the new one or, for longer than they are kept, from what is too old to what is not. Milliseconds since 1970.
 */
export function countTooOld(before: readonly number[], madeAt: number, keepDays: number): number | 'a jump' {
  const kept = keepDays * DAY_MS
  const tooOld = before.filter((moment) => moment < madeAt - kept).length
  if (tooOld === 0 || before.length === 1) return 0
  const gaps = [...before, madeAt].slice(1).map((moment, nth) => moment - before[nth]!)
  const isJump = (nth: number) => gaps[nth]! > 2 * Math.max(0, ...gaps.slice(0, nth))
  if (isJump(gaps.length - 1) || (gaps[tooOld - 1]! > kept && isJump(tooOld - 1))) return 'a jump'
  return Math.min(tooOld, before.length - 1)
}
