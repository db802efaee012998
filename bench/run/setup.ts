/** What benches begin and end with: their sizes, a server over a database, the books. */
import { parseArgs } from 'node:util'
import { type Database, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { startTestServer } from '../../tests/support/database.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { verifyBooks } from '../../tests/support/verify-books.ts'

/** The options of the command line, all whole numbers, by name; those not given as here. */
export function readSizes<Name extends string>(usual: Readonly<Record<Name, number>>): Record<Name, number> {
  const names = Object.keys(usual) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  return Object.fromEntries(names.map((name) => [name, Number(values[name] ?? usual[name])])) as Record<
    Name,
    number
  >
}

/** A server over DATABASE_URL, else over a PostgreSQL 15 of its own (`own`); what was started stops where its block ends. */
export async function openBench(env: NodeJS.ProcessEnv = {}) {
  process.env.DATABASE_KIND ??= 'postgres15'
  const own = process.env.DATABASE_URL ? undefined : await startTestServer({ durable: true })
  const url = process.env.DATABASE_URL || own!.url
  const owner = own?.ownerUrl ?? (process.env.MIGRATION_URL || url)
  const server = await startServer(url, { ...env, ...(owner !== url && { MIGRATION_URL: owner }) })
  const database = connect(owner, { statementMs: 0 })
  const close = async () => {
    await database.close()
    await server.stop()
    await own?.stop()
  }
  return { own, url, server, database, close, [Symbol.asyncDispose]: close }
}

/** Whether nothing was filled in before. */
export async function isEmpty(database: Database): Promise<boolean> {
  return (await database.maybe(sql`select from bids limit 1`)) === undefined
}

export async function tellBooks(database: Database): Promise<void> {
  const start = performance.now()
  const wrong = (await verifyBooks(database)).filter((law) => law.wrong > 0)
  for (const { law, differences } of wrong) console.log('✗', law, differences)
  const verdict = wrong.length === 0 ? 'agree' : 'do not agree'
  console.log(`The books ${verdict}: verified in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (wrong.length > 0) process.exitCode = 1
}
