/** A house to measure: players with money, and draws full of bids, written by the set so that the books agree. */
import { randomBytes } from 'node:crypto'
import { api } from '@munim/contract'
import {
  type Day,
  dayOf,
  GAME_MODES,
  type Pick,
  pickText,
  rateKeyOf,
  readPick,
  winningPicks,
} from '@munim/core'
import { type Database, type Db, type NotNull, type Statement, sql } from '../../server/src/database/db.ts'
import { hashOf } from '../../server/src/http/caller.ts'
import { FIRST_RATES } from './rates.ts'

/** What every draw is declared as. Its winners are on the four open games of one digit or one panna. */
export const OPEN = { digit: '1', panna: '128' } as const
export const OPEN_FORM = { manualOpenDigit: OPEN.digit, manualOpenPanna: OPEN.panna }
const CLOSE = { digit: '0', panna: '550' } as const

const FUNDS = 200_000_000 // paise a player
const DIGITS = [...'1234567890']
const PANNAS = ['128', '137', '146', '236', '245', '290', '380', '470', '489', '560', '678', '579']

export interface Filled {
  readonly marketId: number
  readonly drawId: number
  readonly date: Day
}

/** Adds players with the same funds each; the first of their ids, which follow one another. */
export async function fillPlayers(database: Database, players: number): Promise<number> {
  return database.transaction(async (db) => {
    const { first } = await db.only<{ first: number } & NotNull<'first'>>(sql`
      with made as (
        insert into users (user_name, mobile, upi_id, password_hash, is_approved, created_at, updated_at)
        select 'Player ' || n, '9' || lpad((n + (select count(*) from users))::text, 9, '0'), n || '@upi', 'none', true,
          clock_timestamp(), clock_timestamp()
        from generate_series(1, ${players}::int) as n order by n returning id
      ) select min(id) as first from made`)
    await db.run(sql`
      insert into wallets (user_id, balance) select id, ${FUNDS} from users where id >= ${first}`)
    await db.run(sql`
      insert into postings (kind, from_house, to_user, amount, to_after, actor, at)
      select 'fund_add', 'cash', id, ${FUNDS}, ${FUNDS}, 'admin:1', clock_timestamp()
      from users where id >= ${first} order by id`)
    await leaveActs(db, first)
    return first
  })
}

/** The rows that adding these funds leaves in the audit. */
async function leaveActs(db: Db, first: number): Promise<void> {
  await db.run(sql`
    do $$
    declare player bigint; last audit; act text := ${sql.lit(api.users.addFunds.path)}; moment timestamptz := clock_timestamp();
    begin
      select * into last from audit order by id desc limit 1;
      last := (coalesce(last.id, 0), moment, 'admin:1', act, 'user', '', '{"wallet": 0}',
        ${sql.lit(JSON.stringify({ wallet: FUNDS / 100 }))}, '', '', coalesce(last.hash, ''))::audit;
      for player in select id from users where id >= ${sql.lit(first)} order by id loop
        last.id := last.id + 1;
        last.thing_id := player;
        last.previous := last.hash;
        last.hash := audit_hash(last.previous, last.id, moment, last.actor, act, 'user', last.thing_id, last.before, last.after, '');
        insert into audit select last.*;
      end loop;
    end $$`)
}

/** A market whose draw of today still takes bids for some hours, whatever the time is. */
export async function fillMarket(database: Database, name: string): Promise<Filled> {
  return database.transaction(async (db) => {
    const { id, at } = await db.only<{ id: number; at: string }>(sql`
      insert into markets (name, open_time, close_time, created_at, updated_at)
      values (${name}, '10:00', '11:00', clock_timestamp(), clock_timestamp()) returning id, created_at as at`)
    await db.run(sql`
      insert into market_days (market_id, weekday)
      select ${id}, unnest(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])`)
    const date = dayOf(new Date(at))
    const draw = await db.only<{ id: number }>(sql`
      insert into draws (market_id, market_date, opens_at, closes_at)
      values (${id}, ${date}, clock_timestamp() + interval '6 hours', clock_timestamp() + interval '12 hours')
      returning id`)
    return { marketId: id, drawId: draw.id, date }
  })
}

export interface Filling {
  readonly drawId: number
  readonly date: Day
  readonly bids: number
  /** How many of the bids win when OPEN is declared; the same players win whatever the number of bids. */
  readonly winners: number
  readonly firstPlayer: number
  readonly players: number
}

/** Fills a draw with bids, their stakes and tallies. */
export async function fillBids(database: Database, filling: Filling): Promise<void> {
  await database.transaction(async (db) => {
    await db.run(sql`set local statement_timeout = 0`)
    await insertBids(db, filling)
    await insertStakes(db, filling.drawId)
    await db.run(sql`
      insert into tallies (draw_id, session, pick, multiplier, slot, bids, points)
      select draw_id, session, pick, multiplier, 0, count(*), sum(points) from bids
      where draw_id = ${filling.drawId} group by draw_id, session, pick, multiplier`)
  })
}

/** Winners are spread evenly: bid i wins where i × winners / bids steps to the next whole number. */
async function insertBids(db: Db, { drawId, date, bids, winners, firstPlayer, players }: Filling) {
  const result = { open_digit: OPEN.digit, open_panna: OPEN.panna, close_digit: '-', close_panna: '-' }
  const texts = winningPicks(result, 'open')
  const winning = allPicks().filter((pick) => texts.includes(pickText(pick)))
  const losing = allPicks().filter((pick) => !texts.includes(pickText(pick)))
  await db.run(sql`
    with bid as (
      select n, n * ${winners}::bigint / ${bids}::bigint as winner,
        n * ${winners}::bigint / ${bids}::bigint > (n - 1) * ${winners}::bigint / ${bids}::bigint as wins
      from generate_series(1, ${bids}::bigint) as n
    )
    insert into bids (market_date, draw_id, user_id, session, game_mode, open_digit, open_panna, close_digit,
      close_panna, points, multiplier, placed_at)
    select ${date}::date, ${drawId}::int,
      ${firstPlayer}::bigint + (case when wins then winner else n * 7919 end) % ${players}::bigint,
      p.session, p.game, p.open_digit, p.open_panna, p.close_digit, p.close_panna, (1 + n % 50) * 1000, p.multiplier,
      clock_timestamp()
    from bid join ${tableOf([...winning, ...losing])} on p.place = 1 + case when wins
      then winner % ${winning.length}::bigint else ${winning.length}::bigint + n * 31 % ${losing.length}::bigint end
    order by n`)
}

async function insertStakes(db: Db, drawId: number) {
  await db.run(sql`
    insert into postings (kind, from_user, to_house, amount, from_after, draw_id, bid_id, actor, at)
    select 'stake', b.user_id, 'game', b.points,
      w.balance - sum(b.points) over (partition by b.user_id order by b.id),
      b.draw_id, b.id, 'player:' || b.user_id, b.placed_at
    from bids b join wallets w on w.user_id = b.user_id where b.draw_id = ${drawId} order by b.id`)
  await db.run(sql`
    update wallets w set balance = w.balance - t.points, total_bets = w.total_bets + t.points
    from (select user_id, sum(points)::bigint as points from bids where draw_id = ${drawId} group by user_id) t
    where w.user_id = t.user_id`)
}

/** Every game in both sessions, on these digits and pannas: some 900 different picks. */
function allPicks(): Pick[] {
  const picks = GAME_MODES.flatMap((game_mode) =>
    (['open', 'close'] as const).flatMap((session) => [
      ...DIGITS.flatMap((digit) => [
        readPick({ game_mode, session, [`${session}_digit`]: digit }),
        ...DIGITS.map((close_digit) => readPick({ game_mode, session, open_digit: digit, close_digit })),
        ...PANNAS.map((open_panna) => readPick({ game_mode, session, open_panna, close_digit: digit })),
      ]),
      ...PANNAS.map((panna) => readPick({ game_mode, session, [`${session}_panna`]: panna })),
      ...PANNAS.map((open_panna) => readPick({ game_mode, session, open_panna, close_panna: CLOSE.panna })),
    ]),
  )
  const right = picks.filter((pick): pick is Pick => !('wrong' in pick))
  return [...new Map(right.map((pick) => [pickText(pick), pick])).values()]
}

/** These picks as a table, each with its rate and its place. */
export function tableOf(picks: readonly Pick[]): Statement {
  const column = (of: (pick: Pick) => unknown) => picks.map(of)
  const rates = picks.map(({ game }) => FIRST_RATES[rateKeyOf(game)].multiplier)
  return sql`unnest(${column(({ session }) => session)}::half[], ${column(({ game }) => game)}::text[],
    ${column((pick) => pick.open_digit)}::text[], ${column((pick) => pick.open_panna)}::text[],
    ${column((pick) => pick.close_digit)}::text[], ${column((pick) => pick.close_panna)}::text[],
    ${rates}::int[]) with ordinality
    as p (session, game, open_digit, open_panna, close_digit, close_panna, multiplier, place)`
}

/** A token for each of the first players, as after a sign-in: in SQL that the schema of the release before takes, too. */
export async function fillTokens(
  database: Database,
  firstPlayer: number,
  players: number,
): Promise<string[]> {
  const tokens = Array.from({ length: players }, () => randomBytes(32).toString('base64url'))
  await database.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
    select hash, ${firstPlayer} + nth - 1, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day'
    from unnest(${tokens.map(hashOf)}::bytea[]) with ordinality as t (hash, nth)`)
  return tokens
}
