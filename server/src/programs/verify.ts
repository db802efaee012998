/**
 * `npm run verify`: proves the books of an installation and names what is wrong. It may run beside a server.
 * Ends with 1 when the books do not agree. The laws are in books/verify*.ts, of counted figures in books/counted.ts.
 */
import { findKey } from '../anchors/key.ts'
import { READERS, reportOn } from '../books/report.ts'
import { connect } from '../database/postgres.ts'
import { type Config, readConfig } from './config.ts'
import { runProgram, withDatabase } from './installation.ts'

await runProgram(() => {
  const config = readConfig(process.env)
  const none = `There are no books in ${config.dataDir}. DATA_DIR or DATABASE_URL says where they are.`
  return withDatabase(config, none, (url) => verify(url, config))
})

async function verify(url: string, { dataDir, databaseUrl, signingKey }: Config): Promise<void> {
  const key = await findKey(dataDir, signingKey)
  await using database = connect(url, { max: READERS, statementMs: 0, applicationName: 'munim verify' })
  const { lines, doAgree } = await reportOn(
    database,
    key && { dataDir, key, hasOtherKeys: databaseUrl !== undefined && !signingKey },
  )
  for (const line of lines) console.log(line)
  if (!doAgree) process.exitCode = 1
}
