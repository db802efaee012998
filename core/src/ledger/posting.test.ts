/** The ledger told as stories: from whom, to whom, how much, as what, and whether it is done. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Paise, paise, readRupees } from '../money.ts'
import {
  type Account,
  applyPosting,
  type Balances,
  endsOf,
  isPlayer,
  POSTING_KINDS,
  type Posting,
  type PostingKind,
} from './posting.ts'

const players: Readonly<Record<string, number>> = { asha: 1, ravi: 2 }
const account = (name: string) => players[name] ?? (name as Account)
const amountOf = (text: string): Paise => readRupees(Number(text))!

/** Tells a story line by line: `from to amount kind done|refused`, or `account has amount`. */
function tell(story: string): void {
  let balances: Balances = new Map()
  for (const line of story.trim().split('\n')) {
    const [from, to, amount, kind, end] = line.trim().split(/\s+/) as [
      string,
      string,
      string,
      PostingKind,
      string,
    ]
    if (to === 'has') {
      expect(balances.get(account(from)) ?? 0, line).toBe(amountOf(amount))
      continue
    }
    const after = applyPosting(balances, {
      from: account(from),
      to: account(to),
      amount: amountOf(amount),
      kind,
    })
    expect(after === null ? 'refused' : 'done', line).toBe(end)
    balances = after ?? balances
  }
}

test('a wallet is not overdrawn, and a refused posting changes nothing', () => {
  tell(`
    cash   asha   100.00  fund_add   done
    asha   game    60.00  stake      done
    asha   game    40.01  stake      refused
    asha   has     40.00
    game   has     60.00
    asha   ravi    40.00  transfer   done
    asha   has      0.00
    asha   cash     0.01  fund_deduct  refused
    cash   has   -100.00
  `)
})

test('a withdrawal leaves the wallet when asked for, and comes back when rejected', () => {
  tell(`
    cash   asha   500.00  deposit          done
    asha   held   300.00  withdraw_hold    done
    asha   held   200.01  withdraw_hold    refused
    asha   held   200.00  withdraw_hold    done
    held   cash   300.00  withdraw_pay     done
    held   asha   200.00  withdraw_return  done
    asha   has    200.00
    held   has      0.00
    cash   has   -200.00
  `)
})

test('a win that was spent is taken back below zero, and then nothing leaves the wallet', () => {
  tell(`
    bonus  asha    10.00  bonus         done
    asha   game    10.00  stake         done
    game   asha    90.00  win           done
    asha   held    80.00  withdraw_hold done
    asha   game    90.00  win_reversed  done
    asha   has    -80.00
    asha   game     0.01  stake         refused
    asha   ravi     0.01  transfer      refused
    asha   held     0.01  withdraw_hold refused
    asha   cash     0.01  fund_deduct   refused
    game   asha    90.00  win           done
    asha   has     10.00
  `)
})

test('a cancelled bid is refunded and its win taken back', () => {
  tell(`
    cash   asha    10.00  deposit       done
    asha   game    10.00  stake         done
    game   asha    95.00  win           done
    game   asha    10.00  refund        done
    asha   game    95.00  win_reversed  done
    asha   has     10.00
    game   has      0.00
  `)
})

test('a closed player leaves nothing behind, neither what he had nor what he owed', () => {
  tell(`
    cash    asha    25.00  fund_add      done
    asha    closed  25.00  closing       done
    asha    has      0.00
    game    asha    90.00  win           done
    asha    closed  90.00  closing       done
    asha    game    90.00  win_reversed  done
    closed  asha    90.00  closing       done
    asha    has      0.00
    closed  has     25.00
  `)
})

test.each(POSTING_KINDS)('a %s moves money between its own ends only', (kind) => {
  const balances: Balances = new Map<Account, Paise>([[1, paise(500)]])
  const ends: readonly Account[] = [1, 2, 'cash', 'game', 'bonus', 'held', 'closed']
  const nameOf = (end: Account) => (isPlayer(end) ? 'player' : end)
  for (const from of ends) {
    for (const to of ends.filter((end) => end !== from)) {
      const post = () => applyPosting(balances, { from, to, amount: paise(5), kind })
      const mayBe = endsOf(kind).some(
        ([payer, receiver]) => payer === nameOf(from) && receiver === nameOf(to),
      )
      if (mayBe) expect(post).not.toThrow()
      else expect(post).toThrow(`a ${kind} does not move money from ${from} to ${to}`)
    }
  }
})

test.each([
  // posting, law        why this row is here
  [{ from: 1, to: 2, amount: 0, kind: 'transfer' }, 'a posting moves something'],
  [{ from: 1, to: 2, amount: -5, kind: 'transfer' }, 'a posting moves something'], // money the other way
  [{ from: 1, to: 1, amount: 5, kind: 'transfer' }, 'a posting has two ends'], // to oneself
  [{ from: 1, to: 2, amount: 0.5, kind: 'transfer' }, 'whole paise'],
])('%j is a fault: %s', (posting, law) => {
  expect(() => applyPosting(new Map(), posting as Posting)).toThrow(law)
})

const accountAt = fc.constantFrom(1, 2, 3)
const randomPosting: fc.Arbitrary<Posting> = fc
  .record({
    kind: fc.constantFrom(...POSTING_KINDS),
    one: accountAt,
    other: accountAt,
    amount: fc.integer({ min: 1, max: 9 }),
  })
  .filter(({ kind, one, other }) => kind !== 'transfer' || one !== other)
  .map(({ kind, one, other, amount }) => {
    const [from, to] = endsOf(kind)[amount % endsOf(kind).length]!
    return {
      kind,
      amount: paise(amount),
      from: from === 'player' ? one : from,
      to: to === 'player' ? other : to,
    }
  })

test('money is neither made nor lost, and only a win taken back leaves a wallet lower than nothing', () => {
  fc.assert(
    fc.property(fc.array(randomPosting, { maxLength: 60, size: 'max' }), (history) => {
      let balances: Balances = new Map()
      for (const posting of history) {
        const after = applyPosting(balances, posting)
        const left = after?.get(posting.from) ?? 0
        if (after && isPlayer(posting.from) && left < 0) expect(posting.kind).toBe('win_reversed')
        balances = after ?? balances
      }
      expect([...balances.values()].reduce((total, balance) => total + balance, 0)).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('postings that are all done leave the same balances in any order', () => {
  const rich: Balances = new Map<Account, Paise>([1, 2, 3].map((player) => [player, paise(10_000)]))
  const shuffled = fc
    .array(randomPosting, { maxLength: 40 })
    .chain((history) =>
      fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
    )
  fc.assert(
    fc.property(shuffled, (orders) => {
      const [told, retold] = orders.map((history) =>
        history.reduce((balances, posting) => applyPosting(balances, posting)!, rich),
      )
      expect(new Map([...told!].toSorted())).toEqual(new Map([...retold!].toSorted()))
    }),
  )
})
