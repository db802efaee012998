/**
 * Which calls answer otherwise after what has happened. What is missing here is asked for when its screen opens: what
 * only administrators write, and rows that would move under the hand of who works through them.
 */
import { type Answer, api, type Endpoint } from '@munim/contract'

export type LiveEvent = Answer<typeof api.live.follow>

const { acts, administrators, alerts, auth, bids, dashboard, daybook, desk, markets } = api
const { protection, reports, results, risk, security, settings, users, wallet } = api

const HISTORIES = [users.transactions, reports.transactions]
const FIGURES = [dashboard.getStats, dashboard.getOverview, daybook.get]
/** What shows whether a bid runs, won or lost, and what is staked. */
const STAKES = [
  bids.list,
  bids.get,
  bids.ofMarket,
  bids.analytics,
  bids.numbers,
  results.exposure,
  results.exposureCell,
  results.waiting,
  risk.use,
  users.bids,
  reports.bids,
]
const REQUESTS = [
  wallet.deposits,
  wallet.withdrawals,
  wallet.get,
  desk.queue,
  desk.getCase,
  desk.confirmed,
  desk.payables,
  desk.batches,
  desk.getBatch,
  protection.get,
  acts.list,
  ...HISTORIES,
  ...FIGURES,
]
/** What says of a withdrawal that its player is blocked, and of what waits what it would do. */
const PAID = [wallet.withdrawals, wallet.get, desk.getCase, desk.payables, acts.list]
/** What says of a deposit which bonus the settings pay along. */
const BONUS = [wallet.deposits, wallet.get, desk.queue, desk.getCase]
/** What says what the player has who is decided about: one thing each, asked for while it is open. */
const WALLETS = [desk.getCase, wallet.get]
const BY_MONEY = [...FIGURES, reports.bids, results.toRecover, acts.list]
const PLAYERS = [users.list, users.get, users.payouts, protection.get]
const PEOPLE = [administrators.list, auth.whoAmI, security.get, acts.list]
const WAITING = [acts.list, acts.waiting, alerts.list]
const RULES = [settings.get, acts.list]
const LOOKS = [alerts.list, reports.suspicions]
const LIMITS = [risk.limits, risk.use]
const RESULTS = [
  markets.list,
  markets.get,
  results.previous,
  dashboard.getOverview,
  daybook.get,
  daybook.market,
  results.due,
  results.toRecover,
  acts.list,
  ...STAKES,
]

/** Of what administrators do, by the audit's word for the thing; the rest is told by events of its own. */
const BY_THING: Readonly<Record<string, readonly Endpoint[]>> = {
  user: PLAYERS,
  market: [markets.list, markets.get, results.due, dashboard.getOverview, acts.list, ...LIMITS],
  draw: RESULTS,
  // Of an old draw the figures that tell of stakes are not looked at every second.
  bid: [...STAKES, daybook.market, acts.list],
  admin: PEOPLE,
  role: PEOPLE,
  act: [...WAITING, desk.queue, desk.getCase],
  security: [security.get, auth.whoAmI, ...WAITING],
  settings: [alerts.list, results.due, users.payouts, ...BONUS, ...RULES, ...LIMITS],
  rates: RULES,
  suspicion: LOOKS,
  day: [daybook.get, daybook.month, alerts.list],
  month: [daybook.monthPlayers],
}

export function callsAfter(event: LiveEvent): readonly Endpoint[] {
  switch (event.event) {
    case 'counts':
      return [...FIGURES, results.due, markets.list]
    case 'bid.aggregate':
      return STAKES
    case 'money.moved':
      return [...PLAYERS, ...HISTORIES, ...WALLETS, ...(isOnlyStakes(event.kinds) ? [] : BY_MONEY)]
    case 'act.done':
      return [reports.audit, ...event.things.flatMap((thing) => BY_THING[thing] ?? [])]
    case 'user.changed':
      return [...PLAYERS, ...PAID, desk.queue, dashboard.getStats]
    case 'request.changed':
      return REQUESTS
    case 'result.changed':
      return [...RESULTS, alerts.list]
    case 'feedback.changed':
      return [api.feedbacks.list, desk.queue]
    case 'desk.changed':
      return [desk.queue]
    case 'books.checked':
      return [dashboard.getOverview, alerts.list]
    case 'alerts.changed':
      return [...LOOKS, results.due]
    default:
      return event satisfies never
  }
}

/** Stakes come every second; the house's figures follow them once a minute by themselves. */
const isOnlyStakes = (kinds: readonly string[]) => kinds.every((kind) => kind === 'stake')

/** Whether a call with this body may answer otherwise: not where it asks for one market, and others were bet on. */
export function isAskedOf(body: unknown, event: LiveEvent): boolean {
  if (event.event !== 'bid.aggregate') return true
  const { marketId } = (body ?? {}) as { marketId?: unknown }
  // A market may be asked for by its UUID, which events do not have.
  if (marketId === undefined || !/^\d+$/.test(String(marketId))) return true
  return event.markets.some((each) => each.marketId === Number(marketId))
}
