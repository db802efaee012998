/**
 * `npm run backup -- <folder>`: saves an installation, beside a running server, into a new folder. What DATA_DIR or
 * DATABASE_URL names; the work is in backup/save.ts.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { saveBackup } from '../backup/save.ts'
import { filesIn } from '../database/cluster.ts'
import { findEmbedded, startEmbedded } from '../database/embedded.ts'
import { checkDatabase } from './checks.ts'
import { type Config, readConfig } from './config.ts'

const numbers = new Intl.NumberFormat('en-IN')

try {
  const [given] = process.argv.slice(2)
  if (given === undefined) throw new Error('Where to? npm run backup -- <a new folder>')
  await backUp(resolve(given), readConfig(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function backUp(folder: string, config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl, 'read')
    return save(databaseUrl, folder, config)
  }
  if (!existsSync(filesIn(dataDir))) {
    throw new Error(`There is nothing in ${dataDir}. DATA_DIR or DATABASE_URL says what to save.`)
  }
  const running = await findEmbedded(dataDir)
  if (running) return save(running.url, folder, config)
  const embedded = await startEmbedded({ dataDir })
  await save(embedded.url, folder, config).finally(() => embedded.stop())
}

async function save(url: string, folder: string, { dataDir, bucket }: Config): Promise<void> {
  const start = performance.now()
  const { tables, files, madeAt } = await saveBackup({ url, dataDir, folder })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `Saved in ${folder}, as of ${madeAt}: ${numbers.format(rows)} rows of ${tables.length} tables, ` +
      `${numbers.format(files.length)} files. ${seconds} s`,
  )
  if (bucket) console.log(`Uploaded files lie in the bucket ${bucket.bucket} and are not part of it.`)
  console.log('It holds all that the database holds: keep it as safe, and try a restore now and then.')
}
