import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { changesInWords } from '../../game/field-words.ts'
import { type Row, sentenceOf } from './act-sentence.ts'
import { ACTS, actInWords, halvesInWords } from './audit-words.ts'

test('every call that leaves a row in the audit has its own words', () => {
  const audited = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter(({ access, isUnaudited }) => access === 'admin' && !isUnaudited)
    .filter(({ effect, file }) => effect !== 'read' || file === 'text/csv' || file === 'application/pdf')
  const silent = audited.map(({ path }) => path).filter((path) => actInWords(path) === path)
  expect(silent, 'Say in audit-words.ts what it is called').toEqual([])
  const labels = ACTS.map(({ label }) => label)
  expect(labels.filter((label, nth) => labels.indexOf(label) !== nth)).toEqual([])
})

test('an act that this release does not know is shown by its path', () => {
  expect(actInWords('/admin/odd/act')).toBe('/admin/odd/act')
})

const row = (call: Endpoint, before: Row['before'], after: Row['after']): Row => ({
  id: 1,
  at: '2026-11-22T06:30:00.000Z',
  actor: 'admin:1',
  actorName: 'Asha',
  act: call.path,
  thing: 'user',
  thing_id: '126',
  before,
  after,
  address: '',
  about: {
    thing: 'user',
    id: '126',
    User: { id: 126, user_name: 'Ravi', mobile: '' },
    name: '',
    otherName: '',
  },
})

test.each<[Row, string, number?]>([
  [row(api.users.addFunds, { wallet: 0 }, { wallet: 200 }), "Added {amount} to {on}'s wallet", 200],
  [row(api.users.deductFunds, { wallet: 0.3 }, { wallet: 0.1 }), "Took {amount} out of {on}'s wallet", 0.2],
  [row(api.users.update, { isApproved: false }, { isApproved: true }), 'Approved {on}'],
  [row(api.users.update, { isBlocked: true }, { isBlocked: false }), 'Unblocked {on}'],
  [
    row(api.users.update, { betting: true }, { betting: false, confirmed_by: 'admin:2', waiting_act: 3 }),
    'Stopped {on} from betting',
  ],
  [
    row(api.users.update, { betting: true, status: true }, { betting: false, status: false }),
    'Changed the profile of {on}',
  ],
  [
    row(api.wallet.decideDeposit, { status: 'pending' }, { status: 'rejected', amount: 50, note: '' }),
    'Rejected deposit {number} of {on}: {amount}',
    50,
  ],
  [row(api.results.revert, {}, { reverted: 'close' }), 'Reverted the close of {on}'],
  [row(api.results.revert, {}, { reverted: 'all', open_digit: '1' }), 'Reverted {on}: {result}'],
  [row(api.auth.login, {}, { signIn: 'refused' }), 'Gave a wrong password for {on}'],
])('an act is a sentence of its own: %#', (act, of, amount) => {
  expect(sentenceOf(act)).toMatchObject({ of, ...(amount !== undefined && { rupees: { amount } }) })
})

test('a result is said by its halves', () => {
  const open = { manualOpenDigit: '1', manualOpenPanna: '128' }
  expect(halvesInWords(open)).toBe('open 1-128')
  expect(halvesInWords({ ...open, manualCloseDigit: '-', manualClosePanna: '' })).toBe('open 1-128')
  expect(halvesInWords({ ...open, manualCloseDigit: '4', manualClosePanna: '455' })).toBe(
    'open 1-128, close 4-455',
  )
})

test('what changed is said in words: never as a field, JSON, a fingerprint or a number of paise', () => {
  const mark = '#0123456789abcdef'
  expect(
    changesInWords(
      'market',
      { status: true, open_time: '16:10', upi_id: mark, mobile: '' },
      {
        status: false,
        open_time: '17:40',
        upi_id: '#fedcba9876543210',
        mobile: mark,
        market_off_day: { sunday: { state: false } },
        Jodi: '₹40,000, warned',
        'stake limit a month': 25000,
        amount: 1250.5,
      },
      ['deleted'],
    ).map(({ label, was, now }) => [label, was, now]),
  ).toEqual([
    ['Running', 'yes', 'no'],
    ['Opens', '4:10 pm', '5:40 pm'],
    ['UPI ID', null, 'changed'],
    ['Mobile', null, 'added'],
    ['Weekdays', null, 'Sunday Open no'],
    ['Jodi', null, '₹40,000, warned above it'],
    ['Stakes a month', null, '₹25,000.00'],
    ['Amount', null, '₹1,250.50'],
  ])
})
