import { expect, test } from 'vitest'
import { changesBetween, type Snapshot } from './changes.ts'

const QUIET: Snapshot = {
  dueHalves: 2,
  draws: [{ drawId: 1, marketId: 7, bids: 10, points: 10_000 }],
  figures: {
    counts: { unapprovedUsers: 1, pendingDeposits: 0, pendingWithdrawals: 3, unreadFeedbacks: 0 },
    users: '9 1 0',
    requests: '0 3 12',
    results: '5 0 2',
    feedbacks: '0',
    desk: '',
    proofs: '4',
    alerts: '1',
    openActs: 1,
    postings: { stake: 10 },
    minute: 100,
    audit: 20,
    subjects: [],
    validSessions: [],
  },
}
const after = (figures: Partial<Snapshot['figures']>, rest: Partial<Snapshot> = {}): Snapshot => ({
  ...QUIET,
  ...rest,
  figures: { ...QUIET.figures, ...figures },
})
const draw = (drawId: number, marketId: number, bids: number, points: number) => ({
  drawId,
  marketId,
  bids,
  points,
})

test.each([
  // what is new, what is told, why this row is here
  [after({ minute: 101 }), []], // time goes by
  [after({}, { dueHalves: 3 }), ['counts']], // and makes a half due
  [after({ users: '10 1 0' }), ['user.changed']], // approved by itself
  [after({ requests: '0 3 13' }), ['request.changed']], // one decided, one asked for: as many as before
  [after({ results: '5 1 2' }), ['result.changed']], // taken back
  [after({ feedbacks: '0 1' }), ['feedback.changed']],
  [after({ desk: '1 deposits 7' }), ['desk.changed']],
  [after({ proofs: '5' }), ['books.checked']],
  [after({ alerts: 'FCM answers 403 1' }), ['alerts.changed']],
  [after({ subjects: ['market'] }), ['act.done']],
  [after({ openActs: 0 }), ['act.done']], // nobody decided it in time
  [after({ subjects: ['user', 'request'] }), ['user.changed', 'request.changed', 'act.done']], // edited; asked for and decided at once
  [after({ postings: { stake: 11 } }), ['money.moved']], // the sums of its draw come with the next snapshot
  [after({ postings: { stake: 4 } }), []], // midnight: a day fell out
  [after({}, { draws: [draw(1, 7, 12, 13_050)] }), ['bid.aggregate']],
  [after({}, { draws: [draw(1, 7, 10, 11_000)] }), ['bid.aggregate']], // one placed, a smaller one cancelled
  [after({}, { draws: [draw(1, 7, 10, 10_000), draw(2, 7, 0, 0)] }), []], // a draw nobody has bet on
  [after({}, { draws: [] }), []], // midnight: its day is over
])('%# tells %j', (now, names) => {
  expect(changesBetween(QUIET, now).map(({ event }) => event)).toEqual(names)
})

test('stakes are told by market, in rupees; a draw that is new brings all it has', () => {
  const now = after({}, { draws: [draw(1, 7, 12, 13_050), draw(2, 7, 1, 1000), draw(3, 8, -0, 0)] })
  expect(changesBetween(QUIET, now)).toEqual([
    { event: 'bid.aggregate', markets: [{ marketId: 7, bids: 3, points: 40.5 }] },
  ])
})
