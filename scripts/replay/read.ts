/**
 * What the replay reads, by statements and a reader of numbers of its own: one moment of the database, on one
 * connection. Bids beside what the ledger says of each come by a cursor, some thousand at a time.
 */
import { Client } from 'pg'
import type { Bid, Fields, Half } from './game.ts'
import type { RateAct } from './rates.ts'

const AT_A_TIME = 5000

export interface Days {
  readonly from: string
  readonly to: string
}

export interface DrawRow {
  readonly id: number
  readonly day: string
  readonly market: string
  readonly declared: readonly {
    readonly id: number
    readonly half: Half
    readonly digit: string
    readonly panna: string
    readonly isVoid: boolean
    readonly picks: readonly string[]
  }[]
  /** What draw_postings keeps of it, in paise by kind. */
  readonly kept: Readonly<Record<string, string>>
}

export interface BidRow extends Bid {
  readonly id: string
  readonly drawId: number
  readonly userId: string
  /** In milliseconds. */
  readonly placedAt: number
}

/** All that the ledger has of one bid, in paise. */
export interface Entry {
  readonly bidId: string | null
  /** The least and the greatest, which should be one. */
  readonly draws: readonly [number | null, number | null]
  readonly users: readonly [string | null, string | null]
  readonly stake: bigint
  readonly refund: bigint
  /** Of a refund that a void under way has listed and not paid yet. */
  readonly owed: bigint
  readonly won: bigint
  readonly takenBack: bigint
}

export class Books {
  readonly #client: Client

  /** The books as the transaction of this client sees them. */
  constructor(client: Client) {
    this.#client = client
  }

  /** The books as of now, for as long as `use` takes. */
  static async open<T>(url: string, use: (books: Books) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: url, application_name: 'munim replay' })
    client.on('error', () => {}) // The statement's own promise rejects too.
    await client.connect()
    try {
      await client.query('begin isolation level repeatable read, read only')
      // A cursor is read to its end, and joins by sorting: the whole of it counts, not its first rows.
      await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
        set local work_mem = '128MB'; set local jit = off; set local cursor_tuple_fraction = 1`)
      return await use(new Books(client))
    } finally {
      await client.end()
    }
  }

  /** The Indian day by the clock of the database. */
  async today(): Promise<string> {
    const { rows } = await this.#client.query<{ day: string }>(
      `select (now() at time zone 'Asia/Kolkata')::date::text as day`,
    )
    return rows[0]!.day
  }

  async draws({ from, to }: Days): Promise<DrawRow[]> {
    const { rows } = await this.#client.query<DrawRow>(
      `select d.id, d.market_date::text as day, m.name as market,
        (select coalesce(json_agg(json_build_object('id', c.id, 'half', c.half, 'digit', c.digit, 'panna', c.panna,
          'isVoid', c.is_void, 'picks', c.picks) order by c.half), '[]')
          from declarations c where c.draw_id = d.id and c.withdrawn_at is null) as declared,
        (select coalesce(json_object_agg(kind, amount), '{}') from (
          select kind, sum(amount)::text as amount from draw_postings where draw_id = d.id group by kind) k) as kept
      from draws d join markets m on m.id = d.market_id
      where d.market_date between $1 and $2 order by d.market_date, d.opens_at, d.id`,
      [from, to],
    )
    return rows
  }

  /** Today's multipliers in hundredths, and the acts that changed rates. */
  async rates(): Promise<readonly [ReadonlyMap<string, bigint>, readonly RateAct[]]> {
    const now = await this.#client.query<{ name: string; multiplier: number }>(
      'select rate_key as name, multiplier from rates',
    )
    const acts = await this.#client.query<RateAct>(
      `select id, at, before, after from audit where thing = 'rates' order by id`,
    )
    return [new Map(now.rows.map(({ name, multiplier }) => [name, BigInt(multiplier)])), acts.rows]
  }

  /**
   * Each bid of these days with its entry, and each entry of these draws without a bid. The ledger is read once from its
   * beginning to its end, in no order, and joined by the bid's number.
   */
  async *bids({ from, to }: Days, draws: readonly number[]): AsyncGenerator<readonly Pair[]> {
    await this.#client.query(
      `declare replayed no scroll cursor for
      with bid as (
        select id, draw_id, user_id, session, game_mode, open_digit, open_panna, close_digit, close_panna, points,
          multiplier, floor(extract(epoch from placed_at) * 1000) as placed_at, cancelled_at is not null as is_cancelled
        from bids where market_date between $1 and $2
      ), ends as materialized (select min(id) as first, max(id) as last from bid
      ), entry as (
        select bid_id, draw_id, coalesce(from_user, to_user) as user_id, kind::text as kind, amount from postings
        where kind in ('stake', 'refund', 'win', 'win_reversed') and (draw_id = any($3::int[])
          or bid_id between (select first from ends) and (select last from ends))
        union all
        select l.bid_id, r.draw_id, l.user_id, 'owed', l.points from refund_runs r
        join refund_batches b on b.run_id = r.id cross join unnest(b.bid_ids, b.user_ids, b.points) l (bid_id, user_id, points)
        where r.draw_id = any($3::int[])
      ), paid as (
        select bid_id, min(draw_id) as first_draw, max(draw_id) as last_draw, min(user_id) as first_user,
          max(user_id) as last_user, bool_or(draw_id = any($3::int[])) as is_ours,
          coalesce(sum(amount) filter (where kind = 'stake'), 0) as stake,
          coalesce(sum(amount) filter (where kind = 'refund'), 0) as refund,
          coalesce(sum(amount) filter (where kind = 'owed'), 0) as owed,
          coalesce(sum(amount) filter (where kind = 'win'), 0) as won,
          coalesce(sum(amount) filter (where kind = 'win_reversed'), 0) as taken_back
        from entry group by bid_id
      )
      select * from bid full join paid on paid.bid_id = bid.id where bid.id is not null or paid.is_ours`,
      [from, to, draws],
    )
    const ask = () => {
      const asked = this.#client.query<Row>(`fetch ${AT_A_TIME} from replayed`)
      asked.catch(() => {}) // It is told where it is awaited, which it isn't after a fault with the page before.
      return asked
    }
    for (let next = ask(); ; ) {
      const { rows } = await next
      if (rows.length === 0) break
      next = ask() // PostgreSQL reads on while these are replayed.
      yield rows.map((row) => ({
        bid: row.id === null ? undefined : bidOf(row, row.id),
        entry: entryOf(row),
      }))
    }
    await this.#client.query('close replayed')
  }
}

/** A bid, what the ledger has of it, or both. */
export interface Pair {
  readonly bid: BidRow | undefined
  readonly entry: Entry | undefined
}

interface Row extends Fields, Record<'points' | 'refund' | 'owed' | 'won' | 'taken_back', string> {
  readonly id: string | null
  readonly draw_id: number
  readonly user_id: string
  readonly session: Half
  readonly game_mode: string
  readonly multiplier: number
  readonly placed_at: string
  readonly is_cancelled: boolean
  readonly bid_id: string | null
  readonly first_draw: number | null
  readonly last_draw: number | null
  readonly first_user: string | null
  readonly last_user: string | null
  readonly stake: string | null
}

function bidOf(row: Row, id: string): BidRow {
  return {
    id,
    drawId: row.draw_id,
    userId: row.user_id,
    session: row.session,
    game: row.game_mode,
    open_digit: row.open_digit,
    open_panna: row.open_panna,
    close_digit: row.close_digit,
    close_panna: row.close_panna,
    points: BigInt(row.points),
    multiplier: BigInt(row.multiplier),
    placedAt: Number(row.placed_at),
    isCancelled: row.is_cancelled,
  }
}

function entryOf(row: Row): Entry | undefined {
  if (row.stake === null) return undefined
  return {
    bidId: row.bid_id,
    draws: [row.first_draw, row.last_draw],
    users: [row.first_user, row.last_user],
    stake: BigInt(row.stake),
    refund: BigInt(row.refund),
    owed: BigInt(row.owed),
    won: BigInt(row.won),
    takenBack: BigInt(row.taken_back),
  }
}
