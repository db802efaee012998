/**
 * `npm run backup -- <folder> [--whole]`: saves an installation, beside a running server, into a new folder. What DATA_DIR or
 * DATABASE_URL names; the work is in backup/save.ts. With --whole nothing is taken over from the backup beside it.
 * With BACKUP_KEEP_DAYS older ones beside it are removed then.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { removeOld } from '../backup/remove-old.ts'
import { noteBackup, saveBackup } from '../backup/save.ts'
import { type Config, readConfig } from './config.ts'
import { runProgram, withDatabase } from './installation.ts'

const numbers = new Intl.NumberFormat('en-IN')

await runProgram(() => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { whole: { type: 'boolean', default: false } },
  })
  const [given] = positionals
  if (given === undefined) throw new Error('Where to? npm run backup -- <a new folder>')
  const config = readConfig(process.env)
  const none = `There is nothing in ${config.dataDir}. DATA_DIR or DATABASE_URL says what to save.`
  return withDatabase(config, none, (url) => save(url, resolve(given), values.whole, config))
})

async function save(
  url: string,
  folder: string,
  isWhole: boolean,
  { dataDir, bucket, backupRecipients: recipients, backupKeepDays: keepDays }: Config,
): Promise<void> {
  const start = performance.now()
  const { contents, takenOver, faults } = await saveBackup({ url, dataDir, folder, recipients, isWhole })
  const { tables, files, madeAt } = contents
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  await noteBackup(url, madeAt).catch(({ message }) =>
    console.error(`The backup is whole, but the panel will not know of it: ${message}`),
  )
  console.log(
    `Saved in ${folder}, as of ${madeAt}: ${numbers.format(rows)} rows of ${tables.length} tables, ` +
      `${numbers.format(files.length)} files. ${seconds} s`,
  )
  if (takenOver)
    console.log(
      `${numbers.format(takenOver.rows)} rows are as in ${takenOver.from}, and share its files; --whole writes all anew.`,
    )
  for (const fault of faults)
    console.error(`${fault}. Here it is written anew; older backups that share the file may lack that part.`)
  if (bucket) console.log(`Uploaded files lie in the bucket ${bucket.bucket} and are not part of it.`)
  console.log(
    recipients.length > 0
      ? 'It is encrypted: try a restore now and then with the key, without which it is lost.'
      : 'It holds all that the database holds: keep it as safe, and try a restore now and then.',
  )
  if (keepDays === undefined) return
  if (faults.length > 0) {
    console.error('Older backups are damaged: none of them was removed.')
    return
  }
  for await (const said of removeOld({ url, folder, madeAt, keepDays })) console.log(said)
}
