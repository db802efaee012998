/** What stories share: times when betting is over or goes on, players who bet, results declared, a walk's records. */
import { api } from '@munim/contract'
import { dayOf, timeOf } from '@munim/core'
import type { Locator, Page } from '@playwright/test'
import { addressesWith } from '../support/panel-screens.ts'
import type { Office } from './support.ts'

type Call = Office['call']

export const today = () => dayOf(new Date())

/** Its betting is over since the first minute of the day. */
export const OVER = { open_time: '00:00', close_time: '00:01' }
const hour = () => (timeOf(new Date()) < '12:00' ? '20' : '23')
/** Its betting goes on for hours, and its draw of today is shown: that of yesterday has been closed for three hours. */
export const RUNNING = {
  get open_time() {
    return `${hour()}:58`
  },
  get close_time() {
    return `${hour()}:59`
  },
}

export const declared = (call: Call, marketId: number, date: string, open: string, close = '') =>
  call(api.results.declare, {
    marketId,
    date,
    manualOpenDigit: open.slice(0, 1),
    manualOpenPanna: open.slice(2),
    manualCloseDigit: close.slice(0, 1),
    manualClosePanna: close.slice(2),
  })

/** A player with ₹900.00 left and a bet of ₹100.00 on the open digit 1 of today's draw. */
export async function newPlayer(office: Office, marketId: number) {
  const player = await office.player('Asha', 1000)
  const bid = { marketId, session: 'open', game_mode: 'single_digit', open_digit: '1', points: 100 } as const
  await office.call(api.player.placeBids, { bids: [bid] }, player.token)
  return player
}

/** A player with a bet, a posting and a withdrawal, a market, and the addresses of screens with these on them. */
export async function recordsOfScreens(office: Office) {
  const player = await office.player('Walked', 500)
  const market = await office.market('WALKED')
  const [bid, request] = [await office.bid(player, market, '4', 50), await office.withdrawal(player, 100)]
  const [posting] = (await office.call(api.reports.transactions, { search: player.mobile })).data
  const addresses = addressesWith({
    'user details': player.id,
    'market details': market.id,
    'bid details': bid.id,
    'result details': market.id,
    'request details': request,
    'posting details': posting!.id,
    'work queue': 'withdrawals',
  })
  return { player, market, screens: [...addresses].filter(([screen]) => screen !== 'login') }
}

export const rowOf = (within: Page | Locator, name: string) => {
  const page = 'page' in within ? within.page() : within
  const role = page.viewportSize()!.width > 768 ? 'row' : 'listitem'
  // What is due is above the list as well, where it can be voided.
  return within
    .getByRole(role)
    .filter({ hasText: name, hasNot: page.getByRole('button', { name: /^Void / }) })
}
