/** The same statements that placing a bid asks, written down as they are asked and given to PostgreSQL by pgbench. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@munim/contract'
import type { FastifyRequest } from 'fastify'
import { placeBids } from '../../server/src/bids/place.ts'
import type { Database, Db, Statement } from '../../server/src/database/db.ts'
import { readCaller } from '../../server/src/http/caller.ts'
import type { Load } from './load.ts'
import { tokenHashInSql, tokenOf } from './players.ts'

const run = promisify(execFile)

/** Calls a second; undefined where pgbench is not installed. */
export async function runPgbench(url: string, database: Database, load: Load): Promise<number | undefined> {
  const program = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find((path) => existsSync(path))
  if (program === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'munim-pgbench-'))
  try {
    const script = join(folder, 'place.sql')
    await writeFile(script, await scriptOf(database, load))
    const [clients, seconds] = [String(load.clients), String(Math.ceil(load.seconds))]
    const options = ['-n', '-M', 'prepared', '-c', clients, '-j', '2', '-T', seconds]
    const { stdout } = await run(program, [...options, '-f', script, url])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Asked {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A digit that nothing else in the statements is, in whose place pgbench puts a random one. */
const DIGIT = '7'

/**
 * Places a bid once and keeps what was asked; the player, the digit, the moment and the balance become variables.
 * It is the last player's: a number that is no market's and no draw's.
 */
async function scriptOf(database: Database, { marketId, firstPlayer, players }: Load): Promise<string> {
  const asked: Asked[] = []
  const recorder: Pick<Database, 'quick'> = { quick: recording(database, database, asked) }
  const lastPlayer = firstPlayer + players - 1
  const headers = { authorization: tokenOf(lastPlayer) }
  await readCaller(recorder as Database, { headers, ip: '' } as FastifyRequest, api.player.placeBids)
  const bid = {
    marketId: String(marketId),
    session: 'close',
    game_mode: 'single_digit',
    close_digit: DIGIT,
    points: 10,
  } as const
  const placing = { userId: lastPlayer, bids: [bid] }
  const { balance } = await database.transaction((db) => placeBids(recording(database, db, asked), placing))
  const [session, ...statements] = asked.map((each) =>
    inPgbench(each, lastPlayer, balance + bid.points * 100),
  )
  return [
    `\\set user random(${firstPlayer}, ${lastPlayer})`,
    '\\set digit random(0, 9)',
    session,
    'begin;',
    ...statements,
    'commit;',
  ].join('\n')
}

function recording(database: Database, db: Db, asked: Asked[]): Db {
  const keep =
    <R>(ask: (statement: Statement) => Promise<R>) =>
    (statement: Statement) => {
      asked.push(statement.compile(database.kysely))
      return ask(statement)
    }
  const both: Db['both'] = async (first, second) => [
    (await keep(db.many)(first)) as never,
    (await keep(db.many)(second)) as never,
  ]
  const [many, maybe, only, run] = [keep(db.many), keep(db.maybe), keep(db.only), keep(db.run)]
  return { many, maybe, only, run, both, last: many } as Db
}

function inPgbench({ sql, parameters }: Asked, userId: number, balance: number): string {
  const literal = (value: unknown): string => {
    if (value === undefined || value === null) return 'null'
    if (value === userId) return ':user'
    if (value === balance) return ':wallet_balance'
    if (value === `player:${userId}`) return `('player:' || :user)`
    if (value instanceof Date) return ':board_at'
    if (Buffer.isBuffer(value)) return tokenHashInSql(':user')
    if (Array.isArray(value))
      return `array[${value.map((each) => (each === DIGIT ? `(:digit)::text` : literal(each))).join()}]`
    return typeof value === 'number' ? String(value) : `'${value}'`
  }
  const text = sql.replace(/\$(\d+)/g, (_, nth) => literal(parameters[Number(nth) - 1])).trim()
  if (sql.includes('read-board')) return `${text} \\gset board_`
  return sql.includes('lock-draws-and-wallet') ? `${text} \\gset wallet_` : `${text};`
}
