/**
 * `npm run verify`: proves the books of an installation and names what is wrong. It may run beside a server.
 * Ends with 1 when the books do not agree. The laws are in books/verify*.ts, of counted figures in books/counted.ts.
 */
import { existsSync } from 'node:fs'
import { READERS, reportOn } from '../books/report.ts'
import { filesIn } from '../database/cluster.ts'
import { faultOf } from '../database/data-dir.ts'
import { findEmbedded, startEmbedded } from '../database/embedded.ts'
import { connect } from '../database/postgres.ts'
import { checkDatabase } from './checks.ts'
import { readConfig } from './config.ts'

try {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined) await verifyOwn(databaseUrl)
  else if (existsSync(filesIn(dataDir))) await verifyEmbedded(dataDir)
  else throw new Error(`There are no books in ${dataDir}. DATA_DIR or DATABASE_URL says where they are.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function verifyOwn(url: string): Promise<void> {
  await checkDatabase(url, 'read')
  await verify(url)
}

/** The database of a server that runs; where none does, it is started for as long as this takes. */
async function verifyEmbedded(dataDir: string): Promise<void> {
  const running = await findEmbedded(dataDir)
  const started = running ? undefined : await startEmbedded({ dataDir })
  try {
    await verify((running ?? started!).url)
  } catch (fault) {
    throw faultOf(dataDir, fault)
  } finally {
    await started?.stop()
  }
}

async function verify(url: string): Promise<void> {
  const database = connect(url, { max: READERS, statementMs: 0, applicationName: 'munim verify' })
  try {
    const { lines, doAgree } = await reportOn(database)
    for (const line of lines) console.log(line)
    if (!doAgree) process.exitCode = 1
  } finally {
    await database.close()
  }
}
