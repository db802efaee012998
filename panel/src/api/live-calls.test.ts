import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { callsAfter, type LiveEvent } from './live-calls.ts'

const EVENTS = [
  { event: 'counts' },
  { event: 'bid.aggregate' },
  { event: 'money.moved', kinds: ['win'] },
  {
    event: 'act.done',
    things: [
      'user',
      'market',
      'draw',
      'admin',
      'role',
      'act',
      'security',
      'settings',
      'rates',
      'bid',
      'suspicion',
      'day',
      'month',
    ],
  },
  { event: 'user.changed' },
  { event: 'request.changed' },
  { event: 'result.changed' },
  { event: 'feedback.changed' },
  { event: 'desk.changed' },
  { event: 'books.checked' },
  { event: 'alerts.changed' },
] as LiveEvent[]

/** Asked for as their screen or dialog opens, or by an interval of their own. */
const WHEN_OPENED: readonly Endpoint[] = [
  api.acts.alone,
  api.auth.sessions,
  api.banners.list,
  api.daybook.hours,
  api.desk.open,
  api.desk.paidAs,
  api.desk.reasons,
  api.factors.list,
  api.find.anything,
  api.notifications.list,
  api.push.list,
  api.push.progress,
  api.push.receivers,
  api.push.stats,
  api.reports.posting,
  api.results.fetch,
  api.results.previewRevert,
  api.results.previewVoid,
  api.users.previewRemove,
  api.users.story,
  api.views.list,
]

test('what is read is asked for again after an event, or is listed as not', () => {
  const reads = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter(({ access, effect, file }) => access === 'admin' && effect === 'read' && !file)
  const live = new Set(EVENTS.flatMap(callsAfter))
  const undecided = reads.filter((call) => live.has(call) === WHEN_OPENED.includes(call))
  expect(
    undecided.map(({ path }) => path),
    'Say in live-calls.ts after which events it is asked for again, or above that it is when opened',
  ).toEqual([])
})

test('after a revert the bid is asked for again, whichever day its draw is of', () => {
  const calls = callsAfter({ event: 'act.done', things: ['bid'] })
  expect(calls).toEqual(
    expect.arrayContaining([
      api.bids.list,
      api.bids.get,
      api.users.bids,
      api.reports.bids,
      api.daybook.market,
    ]),
  )
})

const done = (thing: string): LiveEvent => ({ event: 'act.done', things: [thing] })
const moved = (kind: string): LiveEvent => ({ event: 'money.moved', kinds: [kind] })
const { acts, daybook, desk, markets, reports, results, settings, wallet } = api

test.each([
  // what is asked for again, and after what
  [acts.list, ['result.changed', 'request.changed', 'user.changed', moved('fund_add')]],
  [acts.list, ['draw', 'settings', 'rates', 'bid', 'admin', 'role', 'market'].map(done)],
  [acts.waiting, [done('act')]],
  [results.due, ['result.changed', 'alerts.changed', ...['draw', 'market', 'settings'].map(done)]],
  // A withdrawal says that its player is blocked.
  [wallet.withdrawals, ['user.changed']],
  // What is decided is shown beside what the player has.
  [wallet.get, ['user.changed', done('settings'), moved('stake')]],
  [desk.getCase, ['user.changed', done('act'), done('settings'), moved('stake')]],
  // A deposit says which bonus is paid along.
  [wallet.deposits, [done('settings')]],
  [desk.queue, [done('settings')]],
  [desk.payables, ['user.changed']],
  [reports.suspicions, ['alerts.changed', done('suspicion')]],
  [results.toRecover, ['result.changed', moved('win_reversed')]],
  [settings.get, [done('settings'), done('rates')]],
  [markets.list, ['counts']],
  [daybook.get, [done('day')]],
  [daybook.month, [done('day')]],
  [daybook.monthPlayers, [done('month')]],
] as [Endpoint, (LiveEvent | LiveEvent['event'])[]][])(
  '%#: what an event changes is asked for again',
  (call, events) => {
    const missing = events.filter((event) => {
      const told = typeof event === 'string' ? ({ event } as LiveEvent) : event
      return !callsAfter(told).includes(call)
    })
    expect([call.path, missing]).toEqual([call.path, []])
  },
)
