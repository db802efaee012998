/** A house to prove promises on: a PostgreSQL that keeps them when it is killed, players with money, servers to start. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Database, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { readPidFile } from '../../server/src/database/postmaster.ts'
import { startTestServer } from '../../tests/support/database.ts'
import { type Filled, fillBids, fillMarket, fillPlayers, fillTokens } from '../../tests/support/fill.ts'
import { type ServerProcess, signIn, startServer } from '../../tests/support/server-process.ts'
import { verifyBooks } from '../../tests/support/verify-books.ts'

export interface Player {
  readonly id: number
  readonly token: string
}

/** `env` is for its servers, beside their own; `program` says of each what it runs. The first one makes the database. */
export async function openHouse(playing: number, env: NodeJS.ProcessEnv = {}, program?: () => string) {
  const postgres = await startTestServer({ durable: true })
  const { url, ownerUrl } = postgres
  const running = new Set<ServerProcess>()
  const start = async () => {
    const server = await startServer(url, { ...env, MIGRATION_URL: ownerUrl }, program?.())
    running.add(server)
    return server
  }
  const database = connect(ownerUrl, { max: 8, statementMs: 0, applicationName: 'munim prove' })
  async function close() {
    await Promise.all([...running].map((server) => server.kill()))
    await database.close()
    await postgres.stop()
  }
  async function fill() {
    const first = await start()
    const firstPlayer = await fillPlayers(database, playing)
    const tokens = await fillTokens(database, firstPlayer, playing)
    const token = await signIn(first.host)
    await first.stop()
    return { firstPlayer, tokens, token }
  }
  // Its server would run on, and keep this process from its end.
  const { firstPlayer, tokens, token } = await fill().catch(async (reason) => {
    await close()
    throw reason
  })
  return {
    url,
    ownerUrl,
    /** A pool of our own, beside those of the servers. */
    database,
    players: tokens.map((each, nth) => ({ id: firstPlayer + nth, token: each })),
    /** The administrator's token, good on every server. */
    token,
    /** One more server over the same database. */
    start,
    /** A market whose draw of today takes bids, filled with bids of which so many win. */
    async fillDraw(name: string, bids: number, winners: number): Promise<Filled> {
      const filled = await fillMarket(database, name)
      await fillBids(database, { ...filled, bids, winners, firstPlayer, players: playing })
      return filled
    },
    /** What differs from the laws of the books, in sentences. */
    async differences() {
      const laws = await verifyBooks(database)
      return laws.flatMap(({ law, differences }) =>
        differences.map(
          ({ what, expected, found }) => `${law}: ${what}: expected ${expected}; found ${found}`,
        ),
      )
    },
    /** The processes of PostgreSQL as they are now, the first one and its children. */
    async postgresPids() {
      const file = await readPidFile(join(postgres.dataDir, 'postgres'))
      if (file === undefined) throw new Error('PostgreSQL is not there')
      return withChildren(file.pid)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

/** A process and those that it started. */
export function withChildren(first: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n')
  const children = all
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === first)
  return [first, ...children.map(([child]) => child!)]
}

/** What was acknowledged and is not there, what is there twice, and what was never sent. */
export async function notKeptOf(
  database: Database,
  prefix: string,
  told: {
    /** Movements of funds by the note that each call carries into the ledger. */
    readonly sent: { has(note: string): boolean }
    readonly acknowledged: Iterable<string>
    readonly bids: Iterable<number>
  },
): Promise<string[]> {
  const notes = await notesIn(database, prefix)
  const lost = [...told.acknowledged].filter((note) => !notes.has(note))
  const doubled = [...notes].filter(([, times]) => times > 1)
  const unknown = [...notes.keys()].filter((note) => !told.sent.has(note))
  const lostBids = await database.many<{ id: number }>(sql`
    select id from unnest(${[...told.bids]}::bigint[]) as acknowledged (id)
    where not exists (select from bids b where b.id = acknowledged.id)`)
  return [
    ...lost.map((note) => `${note} was acknowledged and is lost`),
    ...doubled.map(([note]) => `${note} happened twice`),
    ...unknown.map((note) => `${note} was never sent`),
    ...lostBids.map(({ id }) => `bid ${id} was acknowledged and is lost`),
  ]
}

/** Notes that calls left in the ledger, of those given: how often each. */
export async function notesIn(database: Database, prefix: string): Promise<Map<string, number>> {
  const rows = await database.many<{ note: string; times: number }>(sql`
    select note, count(*) as times from postings where note like ${`${prefix}%`} group by note`)
  return new Map(rows.map(({ note, times }) => [note, times]))
}
