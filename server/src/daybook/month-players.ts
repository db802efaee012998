/** The sums of a month's players as they were made (month-run.ts): a page, a file, and how far the making is. */
import { type Answer, type api, type Input, msg, t } from '@munim/contract'
import { SUMS_OF_KINDS } from '@munim/contract/book-words'
import { paise, rupeesOf } from '@munim/core'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { orderBy, readPage, slice } from '../database/list.ts'
import type { CsvColumn, CsvFile } from '../http/csv.ts'
import { OF_WALLETS } from '../ledger/kinds.ts'
import { nameOfActor } from '../ledger/lines.ts'
import { Refusal } from '../refusal.ts'
import { daysOf, monthAsked } from './month.ts'
import { postingsOf, TOTALS } from './month-run.ts'

type Told = Answer<typeof api.daybook.monthPlayers>
type Making = NonNullable<Told['making']>
export type PlayerOfMonth = Told['data'][number]
export type MonthSums = NonNullable<Told['made']>['total']

/** In paise, by the columns that hold them. */
type Row = Readonly<Record<(typeof TOTALS)[number], number>>
interface PlayerRow extends Row {
  readonly userId: number
  readonly user_name: string
  readonly mobile: string
  readonly isDeleted: boolean
}

export interface Made extends NonNullable<Told['made']> {
  readonly runId: number
  readonly players: number
}

export async function tellPlayers(db: Db, asked: Input<typeof api.daybook.monthPlayers>): Promise<Told> {
  const month = await monthAsked(db, asked)
  const [making, made] = [await readMaking(db, month), await readMade(db, month)]
  if (made === null) return { making, made, data: [], total: 0, totalPages: 0 }
  const { runId, players, ...shown } = made
  const isReversed = asked.sort === 'lost'
  const page = await readPage<PlayerRow, null>(
    db,
    { blocks: [{ block: null, rows: players }], rows: ([part]) => pageOf(runId, part!) },
    { ...asked, isReversed },
  )
  const due = Math.min(asked.limit, Math.max(0, players - (asked.page - 1) * asked.limit))
  // They were made anew since they were looked for.
  if (page.data.length < due && (await readMade(db, month))?.runId !== runId) return tellPlayers(db, asked)
  return { making, made: shown, ...page, data: page.data.map(playerOf) }
}

const BATCH = 2000
const kept = sql`-(stake + refund + win + win_reversed)`
const byKept = [kept, sql`user_id`]

/** The rows of `these` in this order, with who they are of now. */
const playersOf = (these: Statement, order: Statement) => sql<PlayerRow>`
  select u.id as "userId", u.user_name, u.mobile, u.deleted_at is not null as "isDeleted",
    m.opening_balance, m.closing_balance, m.bids, ${sql.join(OF_WALLETS.map((kind) => sql`m.${sql.ref(kind)}`))}
  from (${these}) m join users u on u.id = m.user_id ${order}`

const pageOf = (runId: number, part: Parameters<typeof slice>[0]) =>
  playersOf(sql`select * from month_players where run_id = ${runId} ${slice(part, byKept)}`, orderBy(byKept))

const batchOf = (runId: number, after: number) =>
  playersOf(
    sql`select * from month_players where run_id = ${runId} and user_id > ${after} order by user_id limit ${BATCH}`,
    sql`order by m.user_id`,
  )

/** What was asked for last, unless it is what is shown. */
async function readMaking(db: Db, month: string): Promise<Told['making']> {
  const run = await db.maybe<Omit<Making, 'state'> & { state: Making['state'] | 'ready' }>(sql`
    select r.state, r.next_day - r.month as read, ${daysOf(month).length}::int as days,
      coalesce(r.at, r.asked_at) as at, ${nameOfActor(sql`r.actor`)} as "actorName"
    from month_runs r where r.month = ${daysOf(month)[0]!} order by r.id desc limit 1`)
  return run === undefined || run.state === 'ready' ? null : { ...run, state: run.state }
}

/** Null where no making of this month has come to its end. */
export async function readMade(db: Db, month: string): Promise<Made | null> {
  const first = daysOf(month)[0]!
  const run = await db.maybe<
    Record<'id' | 'last' | 'postings' | 'players' | 'postingsNow', number> & {
      at: string
      isOver: boolean
    } & {
      totals: Partial<Row>
    } & NotNull<'at' | 'last' | 'postings' | 'players' | 'totals' | 'isOver'>
  >(sql`
    select r.id, r.at, r.last_posting as last, r.postings, r.players, r.totals,
      r.at >= (r.month + interval '1 month' + interval '5 minutes') at time zone 'Asia/Kolkata' as "isOver",
      (${postingsOf(sql`r.month`, sql`(r.month + interval '1 month')::date`)}) as "postingsNow"
    from month_runs r where r.month = ${first} and r.state = 'ready' order by r.id desc limit 1`)
  if (!run) return null
  const { id, at, last, players, isOver } = run
  return {
    runId: id,
    at,
    last,
    players,
    isOver,
    later: run.postingsNow - run.postings,
    total: sumsOf({ ...NOTHING, ...run.totals }),
  }
}

/** What a kind counts that was not known when the sums were made. */
const NOTHING = Object.fromEntries(TOTALS.map((column) => [column, 0])) as Row

function playerOf({ userId, user_name, mobile, isDeleted, ...row }: PlayerRow): PlayerOfMonth {
  return { userId, user_name, mobile, isDeleted, ...sumsOf(row) }
}

function sumsOf(row: Row): MonthSums {
  const rupees = (amount: number) => rupeesOf(paise(amount))
  return {
    bids: row.bids,
    opening: rupees(row.opening_balance),
    movements: OF_WALLETS.filter((kind) => row[kind] !== 0).map((kind) => ({
      kind,
      amount: rupees(row[kind]),
    })),
    kept: rupees(-(row.stake + row.refund + row.win + row.win_reversed)) + 0,
    closing: rupees(row.closing_balance),
  }
}

/** All players of these sums by their numbers. Refused (409) where they were made anew: a file that has begun breaks off. */
export async function* eachPlayer(
  db: Db,
  { runId, players }: Made,
): AsyncGenerator<readonly PlayerOfMonth[]> {
  let read = 0
  for (let after = 0; ; ) {
    const rows = await db.many<PlayerRow>(batchOf(runId, after))
    read += rows.length
    if (rows.length > 0) yield rows.map(playerOf)
    if (rows.length < BATCH) break
    after = rows.at(-1)!.userId
  }
  if (read !== players) throw new Refusal(409, 'The sums were made anew meanwhile: please try again.')
}

/** A line of the file: a player, or the sum of all. */
type Line = MonthSums & Partial<Omit<PlayerOfMonth, keyof MonthSums>>

const movement = ([title, kind]: (typeof SUMS_OF_KINDS)[number]): CsvColumn<Line> => [
  title,
  ({ movements }) => ({ rupees: movements.find((each) => each.kind === kind)?.amount ?? 0 }),
]

export const playersFile: CsvFile<typeof api.daybook.monthPlayersCsv, Line> = {
  name: async (db, asked) => ['month-players', await monthAsked(db, asked)],
  columns: [
    [msg('ID'), ({ userId }) => userId],
    [msg('Name'), ({ user_name }) => user_name ?? t('Total')],
    [msg('Mobile'), ({ mobile }) => mobile],
    [msg('Bids placed'), ({ bids }) => bids],
    [msg('Opening'), ({ opening }) => ({ rupees: opening })],
    ...SUMS_OF_KINDS.map(movement),
    [msg('Closing'), ({ closing }) => ({ rupees: closing })],
    [msg('House result'), ({ kept }) => ({ rupees: kept })],
  ],
  async *rows(db, asked) {
    const made = await readMade(db, await monthAsked(db, asked))
    if (made === null) throw new Refusal(404, "The players' sums of this month are not made.")
    yield* eachPlayer(db, made)
    yield [made.total]
  },
}
