/**
 * What a call of the administrator asks the database: each statement with its values written into it, as psql takes it.
 * `npm run bench -- statements reports.transactions '{"type": "credit", "page": 3}'`. Asked of DATABASE_URL, else of a small
 * house of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../server/src/app.ts'
import { type NotNull, sql } from '../server/src/database/db.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { connect } from '../server/src/database/postgres.ts'
import { openSession } from '../server/src/http/caller.ts'
import { everyCall } from '../tests/support/contract.ts'
import { startTestServer } from '../tests/support/database.ts'
import { fillHouse } from '../tests/support/house.ts'
import { watched } from '../tests/support/plans.ts'

const [name = '', body = '{}'] = process.argv.slice(2)
const endpoint = new Map(everyCall).get(name)
if (!endpoint) throw new Error(`Which call? ${everyCall.map(([each]) => each).join('  ')}`)

const own = process.env.DATABASE_URL ? undefined : await startTestServer()
const url = process.env.DATABASE_URL || own!.ownerUrl
const database = connect(url)
const dataDir = await mkdtemp(join(tmpdir(), 'munim-statements-'))
try {
  if (own) {
    await migrate(url)
    await fillHouse(database, { bids: 4_000, days: 5, players: 1_000, markets: 4, newest: 0 })
    await database.run(sql`
      insert into admins (user_name, password_hash, created_at, updated_at)
      values ('admin', 'none', clock_timestamp(), clock_timestamp())`)
  }
  const { id } = await database.only<{ id: number } & NotNull<'id'>>(sql`select min(id) as id from admins`)
  const authorization = await openSession(database, { adminId: id }, 1)
  const asked: string[] = []
  const app = await buildApp({
    database: watched(database, ({ text, blocks, given }) =>
      asked.push(`-- ${given} rows from ${blocks} blocks\n${text.trim()};\n`),
    ),
    dataDir,
    logLevel: 'error',
  })
  const headers = { authorization, 'content-type': 'application/json' }
  const { statusCode } = await app.http.inject({ method: 'POST', url: endpoint.path, headers, payload: body })
  await app.http.close()
  console.log([...asked, `-- ${endpoint.path} answered ${statusCode}`].join('\n'))
} finally {
  await database.close()
  await own?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
