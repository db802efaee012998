/** Random histories through the database beside a plain model: the laws of money hold after each of them. */
import { multiplierOf, PICK_FIELDS, type Pick, type Result, rateKeyOf, readPick } from '@munim/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeBids } from '../../server/src/bids/place.ts'
import { revertBid } from '../../server/src/bids/revert.ts'
import { type Db, sql } from '../../server/src/database/db.ts'
import { declareResult } from '../../server/src/results/declare.ts'
import { predictResult } from '../../server/src/results/predict.ts'
import { revertResult } from '../../server/src/results/revert.ts'
import { voidDraw } from '../../server/src/results/void.ts'
import { moveFunds } from '../../server/src/users/funds.ts'
import { removeUser } from '../../server/src/users/remove.ts'
import { askForDeposit, askForWithdrawal } from '../../server/src/wallet/ask.ts'
import { decideRequest } from '../../server/src/wallet/requests.ts'
import { brokenLaws } from '../support/laws.ts'
import { backOffice, formOf, type Market, type Player } from '../support/office.ts'
import { FIRST_RATES } from '../support/rates.ts'
import { verifyBooks } from '../support/verify-books.ts'
import { Model } from './model.ts'

const office = await backOffice({}, verifyBooks)
// Requests of a few rupees, so that histories meet the end of their wallets.
await office.database.run(sql`update settings set deposit_min = 100, withdraw_min = 100`)

const HISTORIES = Number(process.env.HISTORIES ?? 32)
const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
console.info(`Histories from seed ${seed} (SEED and HISTORIES override)`)
const options = { seed, numRuns: HISTORIES, endOnFailure: true }
const fewer = { ...options, numRuns: Math.ceil(HISTORIES / 4) }

/** Few numbers, so that bids meet results: both opens have the digit 1, both closes 4. */
const RESULTS = ['128-14-455', '137-14-455', '128-14-149', '137-16-880']
const PICKS = [
  'single_digit:1:-:-:-',
  'single_digit:-:-:4:-',
  'odd_even:1:-:-:-',
  'single_panna:-:128:-:-',
  'sp:-:-:-:149',
  'double_panna:-:-:-:455',
  'jodi_digit:1:-:4:-',
  'jodi_digit:1:-:6:-',
  'red_bracket:1:-:6:-',
  'half_sangam:-:128:4:-',
  'half_sangam:1:-:-:455',
  'full_sangam:-:137:-:880',
].map(pickOf)

function pickOf(text: string): Pick {
  const [game_mode, ...values] = text.split(':')
  const fields = Object.fromEntries(PICK_FIELDS.map((field, index) => [field, values[index]]))
  const session = fields.open_digit !== '-' || fields.open_panna !== '-' ? 'open' : 'close'
  const pick = readPick({ game_mode: game_mode as Pick['game'], session, ...fields })
  if ('wrong' in pick) throw new Error(pick.wrong.sentence)
  return pick
}

function resultOf(text: string): Result {
  const form = formOf(text)
  return {
    open_digit: form.manualOpenDigit,
    open_panna: form.manualOpenPanna,
    close_digit: form.manualCloseDigit || '-',
    close_panna: form.manualClosePanna || '-',
  }
}

const PEOPLE = 3
const RUPEES = 200
const person = fc.nat(PEOPLE - 1)
const draw = fc.nat(1)
const which = fc.nat(30)
const rupees = fc.integer({ min: 10, max: 120 })
const pick = fc.constantFrom(...PICKS)
const status = fc.constantFrom('completed', 'rejected')
const either = (text: string) => fc.constantFrom(text, text.split('-')[0] + '-' + text.split('-')[1]![0])
const result = fc.constantFrom(...RESULTS).chain(either)

const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      person,
      rupees: fc.integer({ min: -150, max: 150 }).filter(Boolean),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('bet' as const), person, draw, pick, rupees }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('declare' as const), draw, result }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('revert' as const),
      draw,
      session: fc.constantFrom(undefined, 'close' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('predict' as const), draw, result }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), draw }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      person,
      kind: fc.constantFrom('deposit', 'withdraw'),
      rupees,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide' as const), which, status }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), person }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The same history told to the model and to the database. */
class Story {
  readonly model = new Model(PEOPLE, RUPEES, 2)
  readonly bids: number[] = []
  readonly requests: { id: number; kind: 'deposit' | 'withdraw' }[] = []
  readonly #people: Player[]
  readonly #markets: Market[]

  constructor(people: Player[], markets: Market[]) {
    this.#people = people
    this.#markets = markets
  }

  /** Whether the model does the step, and whether the database does. */
  async tell(step: Step): Promise<[boolean, boolean]> {
    const actor = 'admin:1'
    const { model } = this
    switch (step.do) {
      case 'fund': {
        const kind = step.rupees > 0 ? 'fund_add' : 'fund_deduct'
        const funds = {
          userId: this.#people[step.person]!.id,
          amount: Math.abs(step.rupees),
          note: undefined,
          actor,
        }
        return [model.fund(step.person, step.rupees), await done((db) => moveFunds(db, kind, funds))]
      }
      case 'bet': {
        const multiplier = multiplierOf(FIRST_RATES[rateKeyOf(step.pick.game)].multiplier)
        const { game: game_mode, ...fields } = step.pick
        const bid = {
          ...fields,
          game_mode,
          marketId: String(this.#markets[step.draw]!.id),
          points: step.rupees,
        }
        const userId = this.#people[step.person]!.id
        const isPlaced = await done(async (db) => {
          const placed = await placeBids(db, { userId, bids: [bid] })
          this.bids.push(placed.bids[0]!.id)
        })
        return [model.bet({ ...step, points: step.rupees, multiplier }), isPlaced]
      }
      case 'declare': {
        const { id, day: date } = this.#markets[step.draw]!
        const declaring = {
          marketId: String(id),
          date,
          typed: formOf(step.result),
          source: 'manual',
          actor,
        } as const
        return [
          model.declare(step.draw, resultOf(step.result)),
          await done((db) => declareResult(db, declaring)),
        ]
      }
      case 'revert': {
        const { id, day: date } = this.#markets[step.draw]!
        const reverting = { marketId: String(id), date, session: step.session, actor }
        return [model.revert(step.draw, step.session), await done((db) => revertResult(db, reverting))]
      }
      case 'predict': {
        const { id, day: date } = this.#markets[step.draw]!
        const predicting = { marketId: String(id), date, ...formOf(step.result), ...FIRST_PAGE }
        const expected = model.predict(step.draw, resultOf(step.result))
        let said = null
        const isSaid = await done(async (db) => {
          said = figuresOf((await predictResult(db, predicting)).data.statistics)
        })
        expect(said).toEqual(expected)
        return [expected !== null, isSaid]
      }
      case 'void': {
        const { id, day: date } = this.#markets[step.draw]!
        const voiding = { marketId: String(id), date, reason: 'test', actor }
        return [model.void(step.draw), await done((db) => voidDraw(db, voiding))]
      }
      case 'cancel': {
        const index = step.which % Math.max(1, this.bids.length)
        const id = this.bids[index] ?? 0
        return [
          model.cancel(model.bids[index]),
          await done((db) => revertBid(db, { id, reason: 'test', actor })),
        ]
      }
      case 'ask': {
        const kind = step.kind as 'deposit' | 'withdraw'
        const moving = {
          userId: this.#people[step.person]!.id,
          amount: step.rupees,
          transferType: 'upi',
          refId: '',
        }
        const isAsked = await done(async (db) => {
          const ask = kind === 'deposit' ? askForDeposit : askForWithdrawal
          this.requests.push({ id: await ask(db, moving), kind })
        })
        return [model.ask({ person: step.person, kind, amount: step.rupees }), isAsked]
      }
      case 'decide': {
        const index = step.which % Math.max(1, this.requests.length)
        const { id, kind } = this.requests[index] ?? { id: 0, kind: 'deposit' }
        const deciding = {
          id,
          kind,
          status: step.status as 'completed' | 'rejected',
          note: undefined,
          actor,
        }
        return [
          model.decide(model.requests[index], deciding.status),
          await done((db) => decideRequest(db, deciding)),
        ]
      }
      case 'remove': {
        const { id } = this.#people[step.person]!
        await office.lookAtAll()
        return [model.remove(step.person), await done((db) => removeUser(db, { id, actor }))]
      }
    }
  }

  async wallets(): Promise<number[]> {
    return Promise.all(this.#people.map((each) => office.walletOf(each)))
  }

  /** What the wallet and the held withdrawals of everybody hold together. */
  async holdings(): Promise<number[]> {
    return Promise.all(
      this.#people.map(async ({ id }) => {
        const { held } = await office.database.only<{ held: number }>(sql`
          select coalesce(sum(amount), 0)::bigint / 100.0::float8 as held from requests
          where user_id = ${id} and kind = 'withdraw' and status = 'pending'`)
        return (await office.walletOf({ id })) + held
      }),
    )
  }

  async statuses(): Promise<string[]> {
    const rows = await office.database.many<{ status: string }>(sql`
      select case when b.cancelled_at is not null or c.is_void then 'cancelled' when c.id is null then 'running'
        when b.pick = any(c.picks) then 'win' else 'loss' end as status
      from bids b left join declarations c on c.draw_id = b.draw_id and c.half = b.session and c.withdrawn_at is null
      where b.id = any(${this.bids}::bigint[]) order by b.id`)
    return rows.map((row) => row.status)
  }
}

const FIRST_PAGE = { winnersPage: 1, losersPage: 1, limit: 1 }

function figuresOf(said: Awaited<ReturnType<typeof predictResult>>['data']['statistics']) {
  const { total_bets, total_bet_amount, total_winning_amount } = said
  return { bids: total_bets, points: total_bet_amount, paid: total_winning_amount }
}

const done = async (verb: (db: Db) => Promise<unknown>) => (await office.told(verb)).code === 200

let stories = 0
async function story(): Promise<Story> {
  stories++
  const people = await Promise.all(['Asha', 'Ravi', 'Meena'].map((name) => office.user(name, RUPEES)))
  const markets = [await office.market(`DAY ${stories}`), await office.market(`NIGHT ${stories}`)]
  return new Story(people, markets)
}

async function tellAll(told: Story, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await told.tell(step)
}

const bets = fc.array(
  fc.record({
    do: fc.constant('bet' as const),
    person,
    draw: fc.constant(0),
    pick,
    rupees: fc.integer({ min: 10, max: 15 }),
  }),
  { minLength: 1, maxLength: 12 },
)
const declare = (result: string) => ({ do: 'declare' as const, draw: 0, result })
const openOf = (result: string) => result.slice(0, 5)
const complete = fc.constantFrom(...RESULTS)

test('after any history wallets, bids and requests are what the model says, and every law holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const told = await story()
      for (const [index, each] of steps.entries()) {
        const [expected, happened] = await told.tell(each)
        expect(happened, `step ${index}: ${JSON.stringify(each)}`).toBe(expected)
      }
      expect(await told.wallets()).toEqual(told.model.people.map(({ wallet }) => wallet))
      expect(await told.statuses()).toEqual(told.model.bids.map((bid) => told.model.statusOf(bid)))
      expect(await brokenLaws(office.database)).toEqual([])
    }),
    options,
  )
})

test('a result that is declared, reverted and declared again leaves what one declaration leaves', async () => {
  const asking = fc.array(
    fc.record({ do: fc.constant('ask' as const), person, kind: fc.constant('withdraw'), rupees }),
    { maxLength: 3 },
  )
  await fc.assert(
    fc.asyncProperty(bets, complete, complete, asking, async (placed, wrong, right, asks) => {
      const [once, twice] = [await story(), await story()]
      for (const told of [once, twice]) await tellAll(told, placed)
      await tellAll(twice, [declare(wrong), ...asks, { do: 'revert', draw: 0, session: undefined }])
      for (const told of [once, twice]) await tellAll(told, [declare(right)])
      expect(await twice.holdings()).toEqual(await once.holdings())
      expect(await twice.statuses()).toEqual(await once.statuses())
    }),
    fewer,
  )
})

test('the open and then the close come to the same as both at once', async () => {
  await fc.assert(
    fc.asyncProperty(bets, complete, async (placed, right) => {
      const [halves, both] = [await story(), await story()]
      for (const told of [halves, both]) await tellAll(told, placed)
      await tellAll(halves, [declare(openOf(right)), declare(right)])
      await tellAll(both, [declare(right)])
      expect(await halves.wallets()).toEqual(await both.wallets())
      expect(await halves.statuses()).toEqual(await both.statuses())
    }),
    fewer,
  )
})

test('voiding gives everybody back what was staked, and changes no other figure', async () => {
  await fc.assert(
    fc.asyncProperty(bets, complete, fc.boolean(), async (placed, right, isHalf) => {
      const [voided, never] = [await story(), await story()]
      await tellAll(voided, placed)
      if (isHalf) {
        // Of a half result the open stays declared, and what it decides is paid as it was without the rest.
        const isOpen = ({ pick }: (typeof placed)[number]) => pick.session === 'open'
        await tellAll(never, placed.filter(isOpen))
        for (const told of [voided, never]) await tellAll(told, [declare(openOf(right))])
      }
      await tellAll(voided, [{ do: 'void', draw: 0 }])
      expect(await voided.wallets()).toEqual(await never.wallets())
    }),
    fewer,
  )
})

test('the order of the bids does not matter', async () => {
  const shuffled = bets.chain((placed) =>
    fc.tuple(fc.constant(placed), fc.shuffledSubarray(placed, { minLength: placed.length })),
  )
  await fc.assert(
    fc.asyncProperty(shuffled, complete, async ([placed, other], right) => {
      const [one, two] = [await story(), await story()]
      await tellAll(one, [...placed, declare(right)])
      await tellAll(two, [...other, declare(right)])
      expect(await two.wallets()).toEqual(await one.wallets())
    }),
    fewer,
  )
})
