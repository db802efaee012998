/**
 * `npm run remove-factors -- admin`: the last resort of an administrator who lost the second factor and the recovery codes,
 * where no other one can remove it. It needs the database, which only the operator of the server reaches.
 */
import { removeFactorsOf } from '../administrators/remove-factors.ts'
import { connect } from '../database/postgres.ts'
import { readConfig } from './config.ts'
import { runProgram, withDatabase } from './installation.ts'

await runProgram(async () => {
  const [userName] = process.argv.slice(2)
  if (!userName) throw new Error('Whose? npm run remove-factors -- <User ID>')
  const config = readConfig(process.env)
  const none = `There are no administrators in ${config.dataDir}. DATA_DIR or DATABASE_URL says where they are.`
  await withDatabase(config, none, (url) => remove(url, userName))
})

async function remove(url: string, userName: string): Promise<void> {
  await using database = connect(url, { max: 1, applicationName: 'munim remove-factors' })
  const removed = await database.transaction((db) => removeFactorsOf(db, userName))
  if (removed === undefined) throw new Error(`There is no administrator ${userName}.`)
  console.log(
    removed === 0
      ? `${userName} has no second factor.`
      : `${userName} signs in with the password alone now. Set up a second factor again, under Profile Settings.`,
  )
}
