import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { callsAfter, type LiveEvent } from './live-calls.ts'

const EVENTS = [
  { event: 'counts' },
  { event: 'bid.aggregate' },
  { event: 'money.moved', kinds: ['win'] },
  { event: 'act.done', things: ['user', 'market', 'draw', 'admin', 'role', 'act', 'security'] },
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
  api.daybook.month,
  api.daybook.monthPlayers,
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
  api.reports.suspicions,
  api.results.fetch,
  api.results.previewRevert,
  api.results.previewVoid,
  api.results.toRecover,
  api.settings.get,
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
  expect(undecided.map(({ path }) => path)).toEqual([])
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

test.each([
  { event: 'result.changed' },
  { event: 'request.changed' },
  { event: 'act.done', things: ['draw'] },
] as LiveEvent[])('what acts that wait would do now is asked for again after %j', (event) => {
  expect(callsAfter(event)).toContain(api.acts.list)
})

test.each([
  { event: 'result.changed' },
  { event: 'act.done', things: ['draw'] },
  { event: 'act.done', things: ['market'] },
  { event: 'alerts.changed' },
] as LiveEvent[])('what is due is asked for again after %j', (event) => {
  expect(callsAfter(event)).toContain(api.results.due)
})
