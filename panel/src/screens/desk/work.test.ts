/** A queue worked by two administrators while it grows: none is skipped, none decided twice, none moves. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answered,
  arrive,
  choose,
  type Decision,
  decide,
  dismiss,
  giveWay,
  HOLD_MS,
  itemOf,
  keep,
  type Listed,
  leftIn,
  NOTHING,
  release,
  type State,
  step,
  takeBack,
  tick,
  type Work,
} from './work.ts'

const row = (id: number, more: Partial<Listed> = {}): Listed => ({
  id,
  user_name: `Player ${id}`,
  amount: 100,
  waitsForSecond: false,
  openBy: [],
  ...more,
})
const listOf = (ids: readonly number[], total = ids.length) => ({ rows: ids.map((id) => row(id)), total })
const approve = (id: number): Decision => ({ id, how: 'approved', body: { id } })
const states = ({ items }: Work) => Object.fromEntries(items.map((item) => [item.row.id, item.state]))

const three = arrive<Listed>(NOTHING, listOf([1, 2, 3]))

test('the oldest opens by itself, and the next as it is decided; one is held, the one before is sent', () => {
  expect(three).toMatchObject({ open: 1, isChosen: false })
  const one = decide(three, approve(1), 0)
  expect(one).toMatchObject({ send: [], work: { open: 2, held: { until: HOLD_MS } } })
  const two = decide(one.work, approve(2), 100)
  expect(two.send).toEqual([approve(1)])
  expect(states(two.work)).toEqual({ 1: 'sending', 2: 'held', 3: 'waiting' })
  expect(tick(two.work, 100 + HOLD_MS - 1).send).toEqual([])
  expect(tick(two.work, 100 + HOLD_MS).send).toEqual([approve(2)])
  expect(release(two.work).send).toEqual([approve(2)]) // the page is left
})

test('what is taken back is not sent, waits, and is open', () => {
  const back = takeBack(decide(three, approve(1), 0).work)
  expect(back).toMatchObject({ open: 1, isChosen: true, held: null })
  expect(states(back)).toEqual({ 1: 'waiting', 2: 'waiting', 3: 'waiting' })
  expect(tick(back, 1e9).send).toEqual([])
})

test('what failed is named, and waits again; deciding it anew forgets the failure', () => {
  const sent = release(decide(three, approve(1), 0).work).work
  const failed = answered(sent, approve(1), { sentence: 'No' })
  expect(failed.failures).toMatchObject([{ row: { user_name: 'Player 1' }, how: 'approved', sentence: 'No' }])
  expect(states(failed)[1]).toBe('waiting')
  expect(failed.open).toBe(2) // what is read stays
  expect(dismiss(failed, 1).failures).toEqual([])
  expect(decide(choose(failed, 1), approve(1), 0).work.failures).toEqual([])
  const only = release(decide(arrive<Listed>(NOTHING, listOf([1])), approve(1), 0).work).work
  expect([only.open, answered(only, approve(1), { sentence: 'No' }).open]).toEqual([null, 1])
})

test('what another decided while it was held is gone, whether it is taken back or refused', () => {
  const elsewhere = arrive(decide(three, approve(1), 0).work, listOf([2, 3]))
  expect(states(takeBack(elsewhere))[1]).toBe('gone')
  const refused = answered(release(elsewhere).work, approve(1), { sentence: 'Decided already' })
  expect(states(refused)[1]).toBe('gone')
  expect(refused.failures).toHaveLength(1)
})

test.each([
  // listed, total, the states of 1, 2 and 3 then, why this row is here
  [[1, 3], 2, ['waiting', 'gone', 'waiting']],
  [[1, 2], 9, ['waiting', 'waiting', 'waiting']], // 3 may be behind the last that was asked for
  [[1, 2], 2, ['waiting', 'waiting', 'gone']],
  [[], 0, ['gone', 'gone', 'gone']],
] as const)('of 1, 2, 3 are listed %j of %i', (ids, total, expected) => {
  expect(Object.values(states(arrive(three, listOf(ids, total))))).toEqual(expected)
})

test('what is left is counted beyond what is listed', () => {
  const many = arrive(three, listOf([1, 2], 9)) // 3 may be behind, where it is counted
  expect(leftIn(many)).toBe(9)
  expect(leftIn(decide(many, approve(1), 0).work)).toBe(8)
})

test('what was decided here waits again once it is listed after it was not', () => {
  const done = answered(release(decide(three, approve(1), 0).work).work, approve(1), 'done')
  expect(states(arrive(done, listOf([1, 2, 3])))[1]).toBe('approved') // an answer from before
  const left = arrive(done, listOf([2, 3]))
  expect(states(left)[1]).toBe('approved')
  const back = arrive(left, listOf([1, 2, 3]))
  expect(states(back)[1]).toBe('waiting')
  expect(decide(choose(back, 1), approve(1), 0).work.held).not.toBeNull()
})

test('what waits for a second person does not open by itself; declined, it waits again', () => {
  const second = answered(release(decide(three, approve(1), 0).work).work, approve(1), 'second')
  const before = arrive(second, listOf([1, 2, 3])) // an answer from before
  expect(states(before)[1]).toBe('second')
  const seen = arrive(before, { rows: [row(1, { waitsForSecond: true }), row(2), row(3)], total: 3 })
  expect(states(seen)[1]).toBe('second')
  const declined = arrive(seen, listOf([1, 2, 3]))
  expect(states(declined)[1]).toBe('waiting')
  const again = answered(release(decide(choose(declined, 1), approve(1), 0).work).work, approve(1), 'second')
  expect(states(arrive(again, listOf([1, 2, 3])))[1]).toBe('second') // an answer from before
  const confirmed = arrive(seen, listOf([2, 3]))
  expect(states(confirmed)[1]).toBe('gone')
  expect(states(arrive(confirmed, { rows: [row(1, { waitsForSecond: true })], total: 3 }))[1]).toBe('second')
})

test('what another administrator has open is passed over, unless it was chosen', () => {
  const seen = giveWay(three, 1, ['Asha'])
  expect(seen.open).toBe(2)
  expect(giveWay(choose(three, 1), 1, ['Asha']).open).toBe(1)
  expect(giveWay(keep(three, 1), 1, ['Asha']).open).toBe(1)
  expect(keep(three, 2)).toBe(three) // not open any more
  const all = { rows: [1, 2].map((id) => row(id, { openBy: ['Asha'] })), total: 2 }
  const taken = arrive<Listed>(NOTHING, all)
  expect(taken).toMatchObject({ open: null })
  expect(leftIn(taken)).toBe(2)
  expect(arrive(taken, listOf([1, 2])).open).toBe(1) // she has left
})

test('the keys go to the item before and after, and from the last to the first that waits', () => {
  expect(step(three, -1).open).toBe(1)
  expect(step(three, 1).open).toBe(2)
  const last = choose(answered(release(decide(three, approve(1), 0).work).work, approve(1), 'done'), 3)
  expect(step(last, 1).open).toBe(2)
  expect(step(NOTHING, 1).open).toBeNull()
})

/** The server, whose every decision is one transaction, and two administrators who each see what they were last told. */
class House {
  readonly pending = new Set<number>()
  readonly decided = new Map<number, number>()
  readonly refused: number[] = []
  /** Sent and not answered yet, in any order. */
  readonly sent: { readonly by: number; readonly decision: Decision }[] = []
  readonly works: Work[] = [NOTHING, NOTHING]
  now = 0
  ids = 0

  ask(): void {
    this.pending.add(++this.ids)
  }
  refresh(by: number): void {
    const other = this.works[1 - by]!.open
    const rows = [...this.pending].map((id) => row(id, { openBy: other === id ? ['the other'] : [] }))
    const before = this.works[by]!.items.map((item) => item.row.id)
    this.works[by] = arrive(this.works[by]!, { rows: rows.slice(0, 4), total: rows.length })
    expect(this.works[by]!.items.map((item) => item.row.id).slice(0, before.length)).toEqual(before)
  }
  change(by: number, next: (work: Work) => Work): void {
    this.works[by] = next(this.works[by]!)
  }
  send(by: number, next: (work: Work) => { work: Work; send: readonly Decision[] }): void {
    const { work, send } = next(this.works[by]!)
    this.works[by] = work
    this.sent.push(...send.map((decision) => ({ by, decision })))
  }
  wait(by: number): void {
    this.now += 3000
    this.send(by, (work) => tick(work, this.now))
  }
  decide(by: number): void {
    const { open } = this.works[by]!
    if (open !== null) this.send(by, (work) => decide(work, approve(open), this.now))
  }
  /** One that was sent arrives; with `isLost` not even that. */
  answer(which: number, isLost: boolean): void {
    const [one] = this.sent.splice(which % Math.max(1, this.sent.length), 1)
    if (!one) return
    const { by, decision } = one
    const isDone = !isLost && this.pending.delete(decision.id)
    if (isDone) this.decided.set(decision.id, (this.decided.get(decision.id) ?? 0) + 1)
    else this.refused.push(decision.id)
    this.change(by, (work) => answered(work, decision, isDone ? 'done' : { sentence: 'No' }))
  }
}

const who = fc.integer({ min: 0, max: 1 })
const act = fc.oneof(
  fc.constant((house: House) => house.ask()),
  who.map((by) => (house: House) => house.refresh(by)),
  who.map((by) => (house: House) => house.decide(by)),
  who.map((by) => (house: House) => house.wait(by)),
  who.map((by) => (house: House) => house.change(by, takeBack)),
  who.map((by) => (house: House) => house.send(by, release)),
  fc.tuple(who, fc.constantFrom(1 as const, -1 as const)).map(
    ([by, to]) =>
      (house: House) =>
        house.change(by, (work) => step(work, to)),
  ),
  who.map((by) => (house: House) => {
    const { open } = house.works[1 - by]!
    if (open !== null && house.works[by]!.open === open)
      house.change(by, (work) => giveWay(work, open, ['the other']))
  }),
  fc.tuple(fc.nat(5), fc.integer({ min: 0, max: 9 })).map(
    ([which, luck]) =>
      (house: House) =>
        house.answer(which, luck === 0),
  ),
)

test('whatever happens in whatever order, all are decided, each once, and what failed was named', () => {
  const worked: State[] = []
  let refused = 0
  fc.assert(
    fc.property(fc.array(act, { maxLength: 120, size: 'max' }), (acts) => {
      const house = new House()
      for (const each of acts) each(house)
      // Then both work on until nothing waits: each looks again, decides what is open, and goes on where it is not theirs.
      for (let round = 0; round < 400 && house.pending.size + house.sent.length > 0; round++) {
        const by = round % 2
        house.refresh(by)
        house.change(by, (work) => (itemOf(work, work.open)?.state === 'waiting' ? work : step(work, 1)))
        house.decide(by)
        house.send(by, release)
        house.answer(0, false)
      }
      expect([...house.pending], 'skipped').toEqual([])
      expect([...house.decided.values()].every((times) => times === 1)).toBe(true)
      expect(house.decided.size).toBe(house.ids)
      refused += house.refused.length
      worked.push(...house.works.flatMap(({ items }) => items.map(({ state }) => state)))
    }),
    { numRuns: 500 },
  )
  // The histories were no empty ones: of each kind of end there were many.
  for (const state of ['approved', 'gone'] as const) {
    expect(worked.filter((each) => each === state).length, state).toBeGreaterThan(50)
  }
  expect(refused, 'decided by both').toBeGreaterThan(50)
})
