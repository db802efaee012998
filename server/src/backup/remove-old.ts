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
 * Removes those of the same database beside the new one, the oldest first, and names each once it is gone. The newest
 * before the new one stays, however old it is. What does not say when it was made, and of which database, stays too.
 */
export async function* removeOld({ url, folder, madeAt, keepDays }: Removing): AsyncGenerator<string> {
  const turn = await takeTurn(url) // So that no other backup takes over from one of them now.
  try {
    const before = (await findBackups(folder, turn.database)).slice(0, -1)
    const keptFrom = Date.parse(madeAt) - keepDays * DAY_MS
    for (const old of before.filter(({ marks }) => Date.parse(marks.madeAt) < keptFrom)) {
      // Half removed it is no backup, and the next one removes the rest.
      const unfinished = unfinishedOf(old.folder, turn.database)
      await rename(old.folder, unfinished)
      await rm(unfinished, { recursive: true })
      yield old.folder
    }
  } finally {
    await turn.end()
  }
}
