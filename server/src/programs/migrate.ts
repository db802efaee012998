/**
 * `npm run migrate`: brings the database of DATABASE_URL to this Munim's version, as the owner whom MIGRATION_URL names,
 * and grants the server's role what it needs. So the server itself can do without MIGRATION_URL.
 */
import { checkDatabases } from './checks.ts'
import { readConfig } from './config.ts'
import { runProgram } from './installation.ts'
import { prepareDatabase } from './prepare.ts'

await runProgram(async () => {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined)
    throw new Error('There is no DATABASE_URL: the embedded database is migrated as the server starts.')
  await checkDatabases(config)
  const { databaseUrl: url, migrationUrl: ownerUrl } = config
  await prepareDatabase({ url, ownerUrl, hasQueue: true })
  console.log('The database is ready for this Munim.')
})
