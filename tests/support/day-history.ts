/** Random histories of two business days: bids, results, reverts, voids, requests, funds, deletions and closings, in any order. */
import { addDays, type Day, momentOf, type Time } from '@munim/core'
import fc from 'fast-check'
import { placeBids } from '../../server/src/bids/place.ts'
import { revertBid } from '../../server/src/bids/revert.ts'
import { type Db, fixedAt } from '../../server/src/database/db.ts'
import { closeNext } from '../../server/src/daybook/close.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { voidDraw } from '../../server/src/results/void.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { removeUser } from '../../server/src/users/remove.ts'
import { askForDeposit, askForWithdrawal } from '../../server/src/wallet/ask.ts'
import { decideRequest } from '../../server/src/wallet/requests.ts'
import { type backOffice, bidOn, formOf, lookAtAll, type Market, type Player } from './office.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
console.info(`Days from seed ${seed} (SEED overrides)`)
export const RUNS = { seed, numRuns: Number(process.env.HISTORIES ?? 12), endOnFailure: true }

const PICKS = [
  'single_digit:1:-:-:-',
  'single_digit:-:-:4:-',
  'odd_even:1:-:-:-',
  'single_panna:-:128:-:-',
  'double_panna:-:-:-:455',
  'jodi_digit:1:-:4:-',
  'half_sangam:-:128:4:-',
]
const which = fc.nat(30)
const rupees = fc.integer({ min: 10, max: 90 })
const draw = fc.nat(3)
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('bet'),
      draw,
      who: fc.nat(2),
      pick: fc.constantFrom(...PICKS),
      rupees,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('declare'),
      draw,
      result: fc.constantFrom('128-1', '128-14-455', '137-1', '137-16-880'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('revert'), draw, isClose: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void'), draw }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel'), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('fund'), who: fc.nat(2), rupees, isAdded: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ask'),
      who: fc.nat(2),
      way: fc.constantFrom('upi', 'bank', 'gpay'),
      isDeposit: fc.boolean(),
      rupees,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide'), which, isApproved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), who: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('close') }) },
)
export const history = fc.array(step, { minLength: 20, maxLength: 50, size: 'max' })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A market by day and one across midnight, of two days; the clock goes on with each step, from noon to the second morning. */
export async function live(
  office: Awaited<ReturnType<typeof backOffice>>,
  first: Day,
  steps: readonly Step[],
): Promise<readonly Market[]> {
  const people = await Promise.all(['Asha', 'Ravi', 'Meena'].map((name) => office.user(name, 500)))
  const nth = first.replaceAll('-', '')
  const markets = [
    await office.market(`DAY ${nth}`, { open_time: '20:00', close_time: '22:00', draw: 'untouched' }),
    await office.market(`NIGHT ${nth}`, { open_time: '23:30', close_time: '03:00', draw: 'untouched' }),
  ]
  const bids: number[] = []
  const requests: { id: number; kind: 'deposit' | 'withdraw' }[] = []
  const begun = momentOf(first, '12:00' as Time).getTime()
  for (const [index, each] of steps.entries()) {
    const at = new Date(begun + (index * 42 * 3_600_000) / steps.length)
    const done = (verb: (db: Db) => Promise<unknown>) => office.told((db) => verb(fixedAt(db, at)))
    await done((db) => take(db, each, { first, people, markets, bids, requests }))
  }
  return markets
}

interface Told {
  readonly first: Day
  readonly people: readonly Player[]
  readonly markets: readonly Market[]
  readonly bids: number[]
  readonly requests: { id: number; kind: 'deposit' | 'withdraw' }[]
}

async function take(db: Db, each: Step, { first, people, markets, bids, requests }: Told): Promise<unknown> {
  const told = { which: 0, who: 0, draw: 0, rupees: 10, ...each }
  const actor = 'admin:1'
  const userId = people[told.who]!.id
  const market = markets[told.draw % 2]!
  const on = { marketId: String(market.id), date: addDays(first, told.draw < 2 ? 0 : 1) }
  if ('pick' in told) {
    const bid = { ...bidOn(market, told.pick, told.rupees), marketId: on.marketId }
    return bids.push((await placeBids(db, { userId, bids: [bid] })).bids[0]!.id)
  }
  if ('result' in told)
    return declareResult(db, { ...on, typed: formOf(told.result), source: 'manual', actor })
  if ('isClose' in told)
    return revertResult(db, { ...on, session: told.isClose ? 'close' : undefined, actor })
  if ('isAdded' in told)
    return moveFunds(db, told.isAdded ? 'fund_add' : 'fund_deduct', {
      userId,
      amount: told.rupees,
      note: undefined,
      actor,
    })
  if ('way' in told) {
    const asking = { userId, amount: told.rupees, transferType: told.way, refId: '' }
    const kind = told.isDeposit ? ('deposit' as const) : ('withdraw' as const)
    const ask = told.isDeposit ? askForDeposit : askForWithdrawal
    return requests.push({ id: await ask(db, asking), kind })
  }
  if ('isApproved' in told) {
    const request = requests[told.which % Math.max(1, requests.length)]
    const status = told.isApproved ? ('completed' as const) : ('rejected' as const)
    return request && decideRequest(db, { ...request, status, note: undefined, actor })
  }
  if (told.do === 'void') return voidDraw(db, { ...on, reason: 'test', actor })
  if (told.do === 'close') return closeNext(db)
  if (told.do === 'remove') {
    await lookAtAll(db)
    return removeUser(db, { id: userId, actor })
  }
  return revertBid(db, { id: bids[told.which % Math.max(1, bids.length)] ?? 0, reason: 'test', actor })
}
