/** What looks ahead at a draw and through its bids, over HTTP: none of it may grow with the bids beyond its bound. */
import { api, type Body, type Endpoint } from '@munim/contract'
import { type Filled, OPEN, OPEN_FORM } from '../../tests/support/fill.ts'
import { ask } from '../../tests/support/server-process.ts'
import { medianOf } from '../run/figures.ts'

/** Medians of each look; the first round warms caches. */
export async function timeLooks(
  { marketId, date }: Filled,
  { host, token, rounds }: { readonly host: string; readonly token: string; readonly rounds: number },
) {
  const draw = { marketId, date }
  const whole = { manualCloseDigit: '0', manualClosePanna: '550' }
  const form = { ...draw, ...OPEN_FORM }
  const call = <E extends Endpoint>(endpoint: E, body: Body<E>) => ask(host, endpoint, body, { token })
  const { winners_total, losers_total } = (await call(api.results.predict, form)).data
  const { totalPages } = await call(api.bids.ofMarket, draw)
  const last = (rows: number) => Math.max(1, Math.ceil(rows / 10))

  const looks: [what: string, allowedMs: number, look: () => Promise<unknown>][] = [
    ['predict the open', 100, () => call(api.results.predict, form)],
    ['predict both halves', 100, () => call(api.results.predict, { ...form, ...whole })],
    [
      '  its last winners',
      300,
      () => call(api.results.predict, { ...form, winnersPage: last(winners_total) }),
    ],
    ['  its last losers', 300, () => call(api.results.predict, { ...form, losersPage: last(losers_total) })],
    ['exposure', 150, () => call(api.results.exposure, draw)],
    [
      'one of its cells',
      150,
      () => call(api.results.exposureCell, { ...draw, half: 'open', panna: OPEN.panna }),
    ],
    ['analytics', 150, () => call(api.bids.analytics, draw)],
    ['user bets, first page', 150, () => call(api.bids.ofMarket, draw)],
    ['user bets, last page', 300, () => call(api.bids.ofMarket, { ...draw, page: totalPages })],
    [
      'user bets of one game, last page',
      300,
      async () => {
        const filter = { ...draw, gameMode: 'jodi_digit' as const }
        const { totalPages: pages } = await call(api.bids.ofMarket, filter)
        await call(api.bids.ofMarket, { ...filter, page: Math.max(1, pages) })
      },
    ],
  ]
  const timed = []
  for (const [what, allowedMs, look] of looks)
    timed.push({ what, allowedMs, ms: await medianOf(rounds, look) })
  return timed
}
