/**
 * `npm run restore -- <folder>`: brings a backup back into an empty place, which DATA_DIR or DATABASE_URL names, and
 * proves the books of what is there then. The work is in backup/load.ts.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openBackup } from '../backup/contents.ts'
import { checkEmptyDataDir, loadBackup } from '../backup/load.ts'
import { READERS, reportOn } from '../books/report.ts'
import { isPooled } from '../database/address.ts'
import { filesIn } from '../database/cluster.ts'
import { startEmbedded } from '../database/embedded.ts'
import { connect } from '../database/postgres.ts'
import { checkDatabase, checkDataDir } from './checks.ts'
import { type Config, readConfig } from './config.ts'
import { runProgram } from './installation.ts'

const numbers = new Intl.NumberFormat('en-IN')

await runProgram(() => {
  const [given] = process.argv.slice(2)
  if (given === undefined) throw new Error('From where? npm run restore -- <the folder of a backup>')
  return bringBack(resolve(given), readConfig(process.env))
})

async function bringBack(folder: string, config: Config): Promise<void> {
  const { databaseUrl, migrationUrl, dataDir, runAs, backupIdentity } = config
  await openBackup(folder, backupIdentity)
  await checkDataDir(dataDir)
  await checkEmptyDataDir(dataDir)
  if (databaseUrl !== undefined) {
    const owner = migrationUrl ?? databaseUrl
    if (isPooled(owner))
      throw new Error('DATABASE_URL leads through a pooler: MIGRATION_URL must lead to PostgreSQL itself.')
    const found = await checkDatabase(owner, 'make', migrationUrl ? { setting: 'MIGRATION_URL' } : {})
    return load(found, folder, config)
  }
  if (existsSync(filesIn(dataDir)))
    throw new Error(`${dataDir} is not empty: it has a database. Restore into a DATA_DIR of its own.`)
  await mkdir(dataDir, { recursive: true })
  const embedded = await startEmbedded({ dataDir, runAs })
  await load(embedded.ownerUrl, folder, config).finally(() => embedded.stop())
}

async function load(url: string, folder: string, { dataDir, backupIdentity: identity }: Config) {
  const start = performance.now()
  const { tables, files, madeAt } = await loadBackup({ url, dataDir, folder, identity }).catch((error) => {
    throw new Error(`${error.message}\nNothing is restored. Empty the place before you try again.`)
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `Restored as of ${madeAt}: ${numbers.format(rows)} rows of ${tables.length} tables, ` +
      `${numbers.format(files.length)} files. ${seconds} s. Now the books:`,
  )
  await using database = connect(url, { max: READERS, statementMs: 0, applicationName: 'munim restore' })
  const report = await reportOn(database)
  for (const line of report.lines) console.log(line)
  if (!report.doAgree) process.exitCode = 1
}
