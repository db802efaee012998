/** The limits of bodies: what is just within one is taken, and what is just beyond it is not. */

import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from './index.ts'

const text = (length: number) => 'x'.repeat(length)
const list = <T>(length: number, each: T): T[] => Array.from({ length }, () => each)

const bid = { marketId: '1', session: 'open', game_mode: 'single_digit', open_digit: '1', points: 10 }
const reasons = { kind: 'deposits', reasons: ['Late'] }
const batch = { bank: 'other', ids: [1] }
const decision = { transactionId: 1, status: 'completed' }

/** Of a call with this body, a field's values that are taken, and those that are not. */
const LIMITS: readonly (readonly [
  call: string,
  body: z.ZodType,
  sent: object,
  field: string,
  within: unknown[],
  beyond: unknown[],
])[] = [
  ['banners.list', api.banners.list.body, {}, 'limit', [1, 100], [0, 101]],
  ['banners.list', api.banners.list.body, {}, 'page', [1, 1_000_000_000], [0, 1_000_000_001]],
  ['users.list', api.users.list.body, {}, 'search', [text(100)], [text(101)]],
  [
    'users.addFunds',
    api.users.addFunds.body,
    { id: 1 },
    'amount',
    [0.01, 10_000_000],
    [0, 0.001, 10_000_000.01],
  ],
  [
    'users.addFunds',
    api.users.addFunds.body,
    { amount: 1 },
    'id',
    [1, '1', '9'.repeat(15)],
    [0, '01', '9'.repeat(16)],
  ],
  ['wallet.decideDeposit', api.wallet.decideDeposit.body, decision, 'note', [text(500)], [text(501)]],
  [
    'wallet.confirmDeposit',
    api.wallet.confirmDeposit.body,
    { amount: 1 },
    'ref_id',
    [text(60)],
    [text(61), ''],
  ],
  ['desk.queue', api.desk.queue.body, { kind: 'users' }, 'limit', [1, 1000], [0, 1001]],
  [
    'desk.paidAs',
    api.desk.paidAs.body,
    {},
    'utrs',
    [list(200, text(100))],
    [list(201, '1'), [text(101)], []],
  ],
  [
    'desk.saveReasons',
    api.desk.saveReasons.body,
    reasons,
    'reasons',
    [list(9, text(200))],
    [list(10, 'No'), [text(201)]],
  ],
  ['desk.makeBatch', api.desk.makeBatch.body, batch, 'ids', [list(200, 1)], [list(201, 1), []]],
  ['desk.makeBatch', api.desk.makeBatch.body, batch, 'again', [list(200, 1)], [list(201, 1)]],
  ['desk.makeBatch', api.desk.makeBatch.body, batch, 'debitAccount', [text(34)], [text(35)]],
  ['alerts.see', api.alerts.see.body, {}, 'ids', [list(200, text(100))], [list(201, 'a'), [text(101)], []]],
  ['player.placeBids', api.player.placeBids.body, {}, 'bids', [list(100, bid)], [list(101, bid), []]],
  [
    'player.placeBids',
    api.player.placeBids.body,
    {},
    'bids',
    [[{ ...bid, points: 1 }], [{ ...bid, points: 10_000_000 }]],
    [[{ ...bid, points: 0 }], [{ ...bid, points: 10_000_001 }], [{ ...bid, points: 1.5 }]],
  ],
  ['player.pausePlay', api.player.pausePlay.body, {}, 'days', [1, 1825], [0, 1826]],
  ['daybook.market', api.daybook.market.body, { marketId: '1' }, 'draws', [1, 366], [0, 367]],
  ['security.update', api.security.update.body, {}, 'hours', [1, 168], [0, 169]],
  ['security.update', api.security.update.body, {}, 'funds', [0, 1_000_000_000, null], [-1, 1_000_000_001]],
  ['settings.update', api.settings.update.body, {}, 'payee_wait_hours', [0, 720], [-1, 721]],
  [
    'settings.update',
    api.settings.update.body,
    {},
    'deposit_min',
    [1, 10_000_000],
    [0.99, 10_000_000.01, 1.001],
  ],
  ['settings.update', api.settings.update.body, {}, 'bonus', [1, 100], [0.99, 100.01, 1.001]],
  ['settings.update', api.settings.update.body, {}, 'turnover_bonus', [0, 100], [-0.01, 100.01, 1.001]],
]

test.each(LIMITS)('%s keeps the limits of a field: %#', (_call, body, sent, field, within, beyond) => {
  const isTaken = (value: unknown) => body.safeParse({ ...sent, [field]: value }).success
  expect(within.map(isTaken)).toEqual(within.map(() => true))
  expect(beyond.map(isTaken)).toEqual(beyond.map(() => false))
})
