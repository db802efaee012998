/** The settlement vectors through the whole server: a market a result, bids placed, declared, and read back. */
import { api } from '@munim/contract'
import { GAME_MODES, type GameMode, multiplierOf, type RateKey, rateKeyOf, type Session } from '@munim/core'
import { describe, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import vectors from '../data/settlement-vectors.json' with { type: 'json' }
import { backOffice, type Market, type Player } from '../support/office.ts'
import { FIRST_RATES } from '../support/rates.ts'

const office = await backOffice()

interface Fields {
  readonly game_mode: GameMode
  readonly session: Session
  readonly open_digit: string
  readonly open_panna: string
  readonly close_digit: string
  readonly close_panna: string
}
interface Result {
  readonly open_digit: string
  readonly open_panna: string
  readonly close_digit: string
  readonly close_panna: string
}
interface Vector extends Fields {
  readonly id: string
  readonly note: string
  readonly result: Result
  readonly expected: 'win' | 'loss' | 'running'
}
const settlements = vectors.vectors as unknown as Vector[]
const placements = vectors.placement_vectors as unknown as (Fields & {
  id: string
  note: string
  accept: boolean
})[]
const payouts = vectors.payout_vectors as {
  game_mode: GameMode
  points: string
  multiplier: string
  win_amount: string
}[]

test('each game wins in a vector', () => {
  const won = settlements.filter(({ expected }) => expected === 'win').map(({ game_mode }) => game_mode)
  expect([...new Set(won)].sort()).toEqual([...GAME_MODES].sort())
})

/** Whole rupees that differ, so that no payment can be mistaken for another. */
const pointsOf = (index: number) => 10 + (index % 90)

const bidOn = (market: { id: number }, { game_mode, session, ...fields }: Fields, points: number) => {
  const { open_digit, open_panna, close_digit, close_panna } = fields
  return { marketId: market.id, session, game_mode, open_digit, open_panna, close_digit, close_panna, points }
}

async function placeAll(player: Player, bids: ReturnType<typeof bidOn>[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < bids.length; from += 100) {
    const said = await office.call(
      api.player.placeBids,
      { bids: bids.slice(from, from + 100) },
      { as: player },
    )
    expect(said).toMatchObject({ code: 200 })
    ids.push(...said.data.map(({ id }) => id))
  }
  return ids
}

async function declare(
  market: Market,
  { open_digit, open_panna, close_digit, close_panna }: Result,
): Promise<void> {
  if (open_digit === '-') return
  const said = await office.call(api.results.declare, {
    marketId: market.id,
    date: market.day,
    manualOpenDigit: open_digit,
    manualOpenPanna: open_panna,
    manualCloseDigit: close_digit,
    manualClosePanna: close_panna,
  })
  expect(said).toMatchObject({ code: 200 })
}

/** Some at a time: one after the other waits too much, all at once queue for connections. */
async function inTurns<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += 6) await Promise.all(list.slice(from, from + 6).map(work))
}

async function historyOf(player: Player) {
  const ask = (page: number) => office.call(api.users.bids, { userId: player.id, page, limit: 100 })
  const first = await ask(1)
  const rest = await Promise.all(Array.from({ length: first.totalPages - 1 }, (_, page) => ask(page + 2)))
  return new Map([first, ...rest].flatMap(({ data }) => data).map((bid) => [bid.id, bid]))
}

describe('settlement', async () => {
  const markets = new Map<string, Market>()
  const keyOf = ({ result }: Vector) => Object.values(result).join(' ')
  const ofEachResult = [...new Map(settlements.map((vector) => [keyOf(vector), vector])).values()]
  await inTurns(ofEachResult, async (vector) => {
    markets.set(keyOf(vector), await office.market(`RESULT ${keyOf(vector)}`))
  })
  const marketOf = (vector: Vector) => markets.get(keyOf(vector))!
  const asha = await office.user('Asha', 100_000)
  const bids = settlements.map((vector, index) => bidOn(marketOf(vector), vector, pointsOf(index)))
  const ids = await placeAll(asha, bids)
  await inTurns(ofEachResult, (vector) => declare(marketOf(vector), vector.result))
  const history = await historyOf(asha)
  const wins = settlements.map((vector, index) =>
    vector.expected === 'win'
      ? pointsOf(index) * multiplierOf(FIRST_RATES[rateKeyOf(vector.game_mode)].multiplier)
      : 0,
  )

  test.each(settlements.map((vector, index) => ({ ...vector, index })))(
    '$id $game_mode ($session): $note → $expected',
    ({ expected, index }) => {
      const win = expected === 'win' ? wins[index] : '-'
      expect(history.get(ids[index]!)).toMatchObject({ status: expected, win, points: pointsOf(index) })
    },
  )

  test('each winner was paid once, and nobody else', async () => {
    const paid = await office.database.many<{ bid_id: number | null; rupees: number }>(sql`
      select bid_id, amount / 100.0::float8 as rupees from postings where kind = 'win' order by bid_id`)
    const due = ids
      .map((id, index) => ({ bid_id: id, rupees: wins[index]! }))
      .filter(({ rupees }) => rupees > 0)
    expect(paid).toEqual(due.sort((a, b) => a.bid_id - b.bid_id))
    const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)
    expect(await office.walletOf(asha)).toBe(100_000 - sum(bids.map(({ points }) => points)) + sum(wins))
  })
})

describe('placement', async () => {
  const market = await office.market('PLACEMENT')
  const ravi = await office.user('Ravi', 10_000)

  test.each(placements)('$id $game_mode, $note: accepted is $accept', async ({ accept, ...fields }) => {
    const before = await office.walletOf(ravi)
    const said = await office.call(api.player.placeBids, { bids: [bidOn(market, fields, 10)] }, { as: ravi })
    expect(said.code).toBe(accept ? 200 : 400)
    expect(await office.walletOf(ravi)).toBe(accept ? before - 10 : before)
  })
})

describe('payout', () => {
  const picks: Partial<Record<GameMode, string>> = {
    single_digit: '1:-:-:-',
    jodi_digit: '1:-:4:-',
    single_panna: '-:128:-:-',
  }

  test.each(payouts)('$points on $game_mode × $multiplier wins $win_amount', async (payout) => {
    const { game_mode, points, multiplier, win_amount } = payout
    const rate: RateKey = rateKeyOf(game_mode)
    const setRate = (hundredths: number) =>
      office.database.run(sql`update rates set multiplier = ${hundredths} where rate_key = ${rate}`)
    await setRate(Math.round(Number(multiplier) * 100))
    const meena = await office.user('Meena', Number(points))
    const market = await office.market(`PAYS ${Object.values(payout).join(' ')}`)
    await office.place(meena, market, `${game_mode}:${picks[game_mode]}`, Number(points))
    await setRate(100) // a rate that changes later touches later bids only
    await office.declare(market, '128-14-455')
    expect(await office.walletOf(meena)).toBe(Number(win_amount))
  })
})
