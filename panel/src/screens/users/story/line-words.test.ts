import { expect, test } from 'vitest'
import type { Line, MovedLine } from './days.ts'
import { actorOf, detailsOf, titleOf } from './line-words.ts'

const at = '2026-11-20T10:00:00.000Z'

type Bid = NonNullable<MovedLine['postings'][number]['bid']>
const bid = (close_digit: string, status: Bid['status'], market_name = 'KALYAN'): Bid => ({
  id: Number(close_digit),
  market_name,
  market_date: '2026-11-20',
  session: 'close',
  game_mode: 'single_digit',
  open_digit: '-',
  open_panna: '-',
  close_digit,
  close_panna: '-',
  points: 50,
  multiplier: 9,
  status,
})

const moved = (line: Partial<MovedLine>, ...bids: readonly Bid[]): Line => ({
  is: 'moved',
  at,
  kind: 'stake',
  transfer_type: 'bid',
  type: 'debit',
  amount: 50,
  balance: 100,
  status: 'completed',
  note: '',
  ref_id: '',
  method: '',
  requestId: null,
  other: null,
  actorName: 'player:7',
  postings:
    bids.length === 0
      ? [{ id: 1, amount: 50, balance: 100, bid: null }]
      : bids.map((each, id) => ({ id, amount: 50, balance: 100, bid: each })),
  ...line,
})
const request = (
  step: 'asked' | 'paid' | 'rejected',
  kind: 'deposit' | 'withdraw',
  actorName: string,
): Line => ({
  is: 'request',
  at,
  id: 12,
  kind,
  step,
  status: 'pending',
  amount: 70,
  ref_id: '4521',
  note: step === 'asked' ? '' : 'Seen',
  method: 'upi',
  actorName,
})
const win = { kind: 'win', transfer_type: 'win', type: 'credit', actorName: 'auto' } as const
const changed = (after: Extract<Line, { is: 'changed' }>['after'], actorName = 'admin'): Line => ({
  is: 'changed',
  at,
  what: 'account',
  after,
  actorName,
})

const limited = (amount: number | null, from: string | null, actorName = 'player:7'): Line => ({
  is: 'limited',
  at,
  side: actorName === 'player:7' ? 'player' : 'house',
  kind: 'stake',
  period: 'day',
  amount,
  from,
  actorName,
})
const paused = (until: string | null, actorName = 'player:7', isEnd = false): Line => ({
  is: 'paused',
  at,
  side: actorName === 'player:7' ? 'player' : 'house',
  until,
  isEnd,
  actorName,
})

test.each<[Line, string, string, string]>([
  [limited(500, null), 'Own limit: Stakes a day', '₹500.00', ''],
  [limited(900, at), 'Own limit: Stakes a day', '₹900.00 from 20 Nov 2026, 3:30 pm on', ''],
  [limited(null, at), 'Own limit: Stakes a day', 'ends 20 Nov 2026, 3:30 pm', ''],
  [limited(null, null, 'meera'), "House's limit: Stakes a day", 'ended', 'by meera'],
  [paused(null), 'Play paused', 'for good', ''],
  [paused(at, 'meera'), 'Play paused', 'until 20 Nov 2026, 3:30 pm', 'by meera'],
  [paused(at, 'meera', true), 'Pause of play ended', '', 'by meera'],
  [moved({}, bid('4', 'running')), 'Bid placed', 'KALYAN · Close 4 · 1 running', ''],
  [
    moved({}, bid('4', 'loss'), bid('5', 'loss'), bid('6', 'win', 'SRIDEVI')),
    '3 bids placed',
    'KALYAN, SRIDEVI · 1 won · 2 lost',
    '',
  ],
  [moved(win, bid('4', 'win')), 'Winnings', 'KALYAN · Close 4 · 50 × 9', 'by the server'],
  [moved(win, bid('4', 'win'), bid('5', 'win')), 'Winnings', '2 bids · KALYAN', 'by the server'],
  [
    moved({
      kind: 'fund_add',
      transfer_type: 'admin',
      type: 'credit',
      note: 'For the fair',
      actorName: 'asha',
    }),
    'Funds added',
    'For the fair',
    'by asha',
  ],
  [
    moved({
      kind: 'transfer',
      transfer_type: 'transfer',
      type: 'credit',
      other: { id: 9, user_name: 'Ravi' },
    }),
    'Transfer received',
    'Ravi',
    '',
  ],
  [
    moved({ kind: 'withdraw_hold', transfer_type: 'withdraw', method: 'upi', ref_id: '' }),
    'Withdrawal held',
    'UPI',
    '',
  ],
  [request('asked', 'deposit', 'player:7'), 'Deposit asked for', 'ref 4521', ''],
  [request('rejected', 'deposit', 'asha'), 'Deposit rejected', 'ref 4521 · Seen', 'by asha'],
  [request('paid', 'withdraw', 'asha'), 'Withdrawal paid out', 'ref 4521 · Seen', 'by asha'],
  [changed({ betting: false, isBlocked: true }), 'Account changed', 'may not bet, blocked', 'by admin'],
  [
    changed({ upi_id: 'changed', joining_bonus: 'changed' }),
    'Account changed',
    'UPI ID changed, bonus of joining withheld',
    'by admin',
  ],
  [{ is: 'signed in', at } as const, 'Signed in', 'the last time with this device', ''],
  [{ is: 'note', at, id: 1, text: 'x', actorName: 'asha' } as const, 'Internal note', '', 'by asha'],
])('%#. a line says what happened, on what, how it went, and by whom', (line, title, details, by) => {
  expect([titleOf(line), detailsOf(line), actorOf(line) ?? '']).toEqual([title, details, by])
})
