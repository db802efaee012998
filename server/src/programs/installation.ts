/** What the programs beside the server begin with: their errors, and the database of an installation. */
import { existsSync } from 'node:fs'
import { filesIn } from '../database/cluster.ts'
import { faultOf } from '../database/data-dir.ts'
import { findEmbedded, startEmbedded } from '../database/embedded.ts'
import { checkDatabase } from './checks.ts'
import type { Config } from './config.ts'

/** Runs a program. What it throws is its last line, and its exit code 1. */
export async function runProgram(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Gives `use` the address of the database, to read from: DATABASE_URL, or the embedded one, which is started for as long
 * as this takes where no server runs it. Throws `none` where DATA_DIR has no database.
 */
export async function withDatabase(
  { databaseUrl, dataDir }: Config,
  none: string,
  use: (url: string) => Promise<void>,
): Promise<void> {
  if (databaseUrl !== undefined) return use(await checkDatabase(databaseUrl, 'read'))
  if (!existsSync(filesIn(dataDir))) throw new Error(none)
  const running = await findEmbedded(dataDir)
  const started = running ? undefined : await startEmbedded({ dataDir })
  try {
    await use((running ?? started!).ownerUrl) // What the server may read is decided once it has started.
  } catch (fault) {
    throw faultOf(dataDir, fault)
  } finally {
    await started?.stop()
  }
}
