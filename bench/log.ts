/**
 * What the write-ahead log of a bid is made of: bytes a bid by table or index and kind of record, whole pages apart.
 * `npm run bench -- log --bids 4000 --slip 4 --clients 8`. On a PostgreSQL 15 of its own, whose superuser reads the log
 * (pg_walinspect, which Debian's has).
 */
import pg from 'pg'
import { placeBids } from '../server/src/bids/place.ts'
import { type Database, sql } from '../server/src/database/db.ts'
import { databaseIn } from '../tests/support/database.ts'
import { fillBids, fillMarket, fillPlayers } from '../tests/support/fill.ts'
import { openBench, readSizes } from './run/setup.ts'

const usual = { bids: 4_000, slip: 1, clients: 8, players: 5_000, filled: 100_000 }
const { bids, slip, clients, players, filled } = readSizes(usual)

interface Part {
  readonly node: string
  readonly record: string
  readonly records: number
  readonly bytes: number
  readonly pages: number
}

const PANNAS = ['128', '137', '146', '236', '245', '290', '380', '470', '489', '560', '678', '579']
const digit = () => String(Math.floor(Math.random() * 10))

await using opened = await openBench({ DEMO_DATA: 'off' })
const { own, database } = opened
if (!own) throw new Error('The log is read by a superuser: leave DATABASE_URL out')
await bench(own.adminUrl)

async function bench(adminUrl: string): Promise<void> {
  const firstPlayer = await fillPlayers(database, players)
  const market = await fillMarket(database, 'LOG')
  await fillBids(database, { ...market, bids: filled, winners: 10, firstPlayer, players })
  await database.run(sql`vacuum analyze`)
  const place = (n: number) => placeAll(n, { marketId: market.marketId, firstPlayer })
  const superuser = new pg.Client({ connectionString: databaseIn(adminUrl, 'postgres') })
  await superuser.connect()
  try {
    await superuser.query('create extension if not exists pg_walinspect')
    await superuser.query('checkpoint')
    await place(bids) // Makes the tallies, and writes most pages for the first time after the checkpoint.
    const start = await endOf(superuser)
    await place(bids)
    const end = await endOf(superuser)
    await report(await readParts(superuser, start, end), Number(end.bytes) - Number(start.bytes))
  } finally {
    await superuser.end()
  }
}

interface Place {
  readonly lsn: string
  readonly bytes: string
}

async function endOf(superuser: pg.Client): Promise<Place> {
  const { rows } = await superuser.query<Place>(`
    select lsn, lsn - '0/0' as bytes from (select pg_current_wal_flush_lsn() as lsn) l`)
  return rows[0]!
}

/** So many bids, a few picks of three games, by any of the players. */
async function placeAll(n: number, market: { marketId: number; firstPlayer: number }): Promise<void> {
  let left = n / slip
  const client = async () => {
    while (left-- > 0) await placeSlip(database, market)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

function placeSlip(on: Database, { marketId, firstPlayer }: { marketId: number; firstPlayer: number }) {
  const userId = firstPlayer + Math.floor(Math.random() * players)
  const slipOf = Array.from({ length: slip }, () => ({ marketId: String(marketId), points: 10, ...pick() }))
  return on.transaction((db) => placeBids(db, { userId, bids: slipOf }))
}

function pick() {
  const session = 'close' as const
  const chance = Math.random()
  if (chance < 0.5) return { game_mode: 'single_digit' as const, session, close_digit: digit() }
  if (chance < 0.8)
    return { game_mode: 'jodi_digit' as const, session, open_digit: digit(), close_digit: digit() }
  return {
    game_mode: 'single_panna' as const,
    session,
    close_panna: PANNAS[Math.floor(Math.random() * PANNAS.length)]!,
  }
}

async function readParts(superuser: pg.Client, start: Place, end: Place): Promise<Part[]> {
  const { rows } = await superuser.query<Part>(
    `select coalesce(substring(block_ref from 'rel [0-9]+/[0-9]+/([0-9]+)'), '') as node,
        resource_manager || ' ' || split_part(record_type, '+', 1) as record, count(*)::int as records,
        sum(record_length - fpi_length)::int as bytes, sum(fpi_length)::int as pages
      from pg_get_wal_records_info($1, $2) group by 1, 2 order by 4 desc`,
    [start.lsn, end.lsn],
  )
  return rows
}

async function report(parts: readonly Part[], written: number): Promise<void> {
  const names = new Map(
    (
      await database.many<{ node: string; name: string }>(sql`
        select pg_relation_filenode(c.oid)::text as node, c.relname as name from pg_class c
        where pg_relation_filenode(c.oid) is not null`)
    ).map(({ node, name }) => [node, name]),
  )
  const a = (figure: number) => (figure / bids).toFixed(1).padStart(8)
  console.log(`A bid in slips of ${slip}, ${clients} clients, ${bids} bids after as many`)
  console.log(`${''.padEnd(28)}${''.padEnd(30)} records    bytes    pages`)
  const shown = parts.filter(({ bytes, pages }) => bytes + pages > bids / 2)
  for (const { node, record, records, bytes, pages } of shown)
    console.log(
      `${(names.get(node) ?? '').padEnd(28)}${record.padEnd(30)}${a(records)} ${a(bytes)} ${a(pages)}`,
    )
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0)
  console.log(
    `${'together'.padEnd(58)}${a(sum(({ records }) => records))} ${a(sum(({ bytes }) => bytes))} ${a(sum(({ pages }) => pages))}`,
  )
  console.log(`written, with what fills up records and pages: ${(written / bids).toFixed(0)} bytes a bid`)
}
