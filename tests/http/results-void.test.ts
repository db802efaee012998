/** Voiding a draw whose result never comes: stakes go back once, everything says cancelled, and it stays so. */
import { api } from '@munim/contract'
import { addDays, type Day, momentOf, readTime } from '@munim/core'
import { expect, test } from 'vitest'
import { backOffice, type Market, type Player } from '../support/office.ts'

const office = await backOffice()
const REASON = 'The result never came'
const LONG_AGO = 20
const days = (market: Market, count: number): Day => addDays(market.day, count)
const elevenOn = (day: Day) => momentOf(day, readTime('11:00')!)

interface Asked {
  readonly date?: string
  readonly reason?: string
}
const voidDraw = ({ id, day }: Market, { date = day, reason = REASON }: Asked = {}) =>
  office.call(api.results.voidDraw, { marketId: id, date, reason })
const previewOf = ({ id, day }: Market, date: string = day) =>
  office.call(api.results.previewVoid, { marketId: id, date })
const statusesOf = async (player: Player) =>
  (await office.call(api.users.bids, { userId: player.id })).data.map(({ status }) => status).reverse()
const read = async ({ id }: Market, date: string) => (await office.call(api.markets.get, { id, date })).data
const dueOf = async ({ id }: Market) =>
  (await office.call(api.results.due, {})).data
    .filter(({ marketId }) => marketId === id)
    .map(({ date, half }) => `${date} ${half}`)

test('voiding refunds what runs and cancels it, and says what it did as it was said beforehand', async () => {
  const [asha, ravi] = [await office.user('Asha', 100), await office.user('Ravi', 100)]
  const market = await office.market('VOID')
  await office.place(asha, market, 'single_digit:1:-:-:-', 10)
  await office.place(asha, market, 'jodi_digit:1:-:4:-', 20)
  await office.place(ravi, market, 'single_panna:-:-:-:128', 30)
  await office.cancel(await office.place(ravi, market, 'single_digit:2:-:-:-', 15))

  const data = { date: market.day, halves: ['open', 'close'], refunded: 3, players: 2, amount: 60 }
  expect(await previewOf(market)).toEqual({ code: 200, status: 'success', data })
  expect(await voidDraw(market)).toEqual({ code: 200, status: 'success', data })

  expect(await office.postingsOf(asha)).toEqual([
    'stake -10 leaves 90',
    'stake -20 leaves 70',
    'refund +10 leaves 80',
    'refund +20 leaves 100',
  ])
  expect(await office.walletOf(ravi)).toBe(100)
  expect(await statusesOf(asha)).toEqual(['cancelled', 'cancelled'])
  expect(await statusesOf(ravi)).toEqual(['cancelled', 'cancelled'])
  const nothing = { open_digit: '-', open_panna: '-', close_digit: '-', close_panna: '-' }
  const voided = { halves: ['open', 'close'], reason: REASON }
  expect(await read(market, market.day)).toMatchObject({ ...nothing, voided })
  const { data: previous } = await office.call(api.results.previous, { marketId: market.id })
  expect(previous).toMatchObject([{ date: market.day, ...nothing, voided }])
})

test('a draw of long ago that never had a result is due until it is voided', async () => {
  const asha = await office.user('Asha', 100)
  const market = await office.market('FORGOTTEN')
  const date = days(market, -LONG_AGO)
  await office.placeAt(elevenOn(date), asha, market, 'single_digit:1:-:-:-')
  expect(await dueOf(market)).toEqual([`${date} open`, `${date} close`])
  expect(await office.declare(market, '128-14-455', { date })).toMatchObject({ code: 400 })
  expect(await voidDraw(market, { date })).toMatchObject({ code: 200, data: { refunded: 1, amount: 10 } })
  expect(await dueOf(market)).toEqual([])
  expect(await office.walletOf(asha)).toBe(100)
})
