/**
 * Working through a queue, pure: what is known of each item, which one is open, which decision is held back for a moment,
 * and what is to be sent. Sending, clocks and drawing are in work-store.ts and the screen.
 */

/** An item as the server lists it. */
export interface Listed {
  readonly id: number
  readonly user_name: string
  readonly amount: number | null
  readonly waitsForSecond: boolean
  readonly openBy: readonly string[]
}

/**
 * held: decided here, and can be taken back. second: another administrator has to confirm it. gone: another one decided it.
 */
export type State = 'waiting' | 'held' | 'sending' | 'approved' | 'rejected' | 'second' | 'gone'

export interface Item<Row extends Listed = Listed> {
  readonly row: Row
  readonly state: State
  /** The server has said that it waits for a second person: when it does not any more, it was declined. */
  readonly wasSecond: boolean
  /** The server has left it out since it was decided here: listed after that, it waits again. */
  readonly hasLeft?: true
}

export interface Decision {
  readonly id: number
  readonly how: 'approved' | 'rejected'
  /** What the call of the kind takes. */
  readonly body: object
}

export interface Failure {
  readonly row: Listed
  readonly how: Decision['how']
  readonly sentence: string
}

export interface Work<Row extends Listed = Listed> {
  /** In the order in which they came, the oldest first: none moves. */
  readonly items: readonly Item<Row>[]
  readonly open: number | null
  /** Opened by the administrator's own hand: it stays open while others have it open, too. */
  readonly isChosen: boolean
  readonly held: { readonly decision: Decision; readonly until: number } | null
  readonly failures: readonly Failure[]
  /** The ids that the server listed last, up to which id it lists all, and how many wait behind it; null until it has. */
  readonly listed: {
    readonly ids: ReadonlySet<number>
    readonly reach: number
    readonly behind: number
  } | null
}

/** What there is to work on, and the decisions to send now. */
export interface Step<Row extends Listed> {
  readonly work: Work<Row>
  readonly send: readonly Decision[]
}

export const HOLD_MS = 5000

export const NOTHING: Work<never> = {
  items: [],
  open: null,
  isChosen: false,
  held: null,
  failures: [],
  listed: null,
}

export const itemOf = <Row extends Listed>({ items }: Work<Row>, id: number | null) =>
  items.find(({ row }) => row.id === id)

/** What waits of what the server lists up to its reach: those behind are counted by the server. */
export const waitingIn = <Row extends Listed>({ items, listed }: Work<Row>): readonly Item<Row>[] =>
  items.filter(({ row, state }) => state === 'waiting' && row.id <= (listed?.reach ?? row.id))

export const leftIn = (work: Work): number => waitingIn(work).length + (work.listed?.behind ?? 0)

const withState = <Row extends Listed>(work: Work<Row>, id: number, state: State): Work<Row> => ({
  ...work,
  items: work.items.map((item) => (item.row.id === id ? { ...item, state } : item)),
})

/** The same with an item that was not decided after all: it waits again, or another administrator decided it meanwhile. */
function backTo<Row extends Listed>(work: Work<Row>, id: number): Work<Row> {
  const { listed } = work
  const isListed = listed === null || id > listed.reach || listed.ids.has(id)
  return withState(work, id, isListed ? 'waiting' : 'gone')
}

/**
 * What the server lists now, the oldest first: `total` wait in all, so that those behind the last row are not known. What
 * is new comes at the end; what waited and is not listed any more was decided by another administrator.
 */
export function arrive<Row extends Listed>(
  work: Work<Row>,
  { rows, total }: { readonly rows: readonly Row[]; readonly total: number },
): Work<Row> {
  const latest = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(work.items.map(({ row }) => row.id))
  const reach = rows.length >= total ? Number.POSITIVE_INFINITY : rows.at(-1)!.id
  const items = work.items.map((item): Item<Row> => {
    const row = latest.get(item.row.id)
    if (row) return { row, ...stateOf(item, row) }
    if (item.row.id > reach) return item
    if (item.state === 'approved' || item.state === 'rejected') return { ...item, hasLeft: true }
    return item.state === 'waiting' || item.state === 'second' ? { ...item, state: 'gone' } : item
  })
  const fresh = rows
    .filter(({ id }) => !known.has(id))
    .map(
      (row): Item<Row> => ({
        row,
        state: row.waitsForSecond ? 'second' : 'waiting',
        wasSecond: row.waitsForSecond,
      }),
    )
  const listed = { ids: new Set(latest.keys()), reach, behind: Math.max(0, total - rows.length) }
  const now = { ...work, items: [...items, ...fresh], listed }
  return now.open === null ? openNext(now, null) : now
}

/** Of an item that is listed as waiting. What was decided here may be listed still, by an answer from before. */
function stateOf({ state, wasSecond, hasLeft }: Item, row: Listed): Pick<Item, 'state' | 'wasSecond'> {
  const isAgain = state === 'gone' || hasLeft === true
  if (row.waitsForSecond) return { state: state === 'waiting' || isAgain ? 'second' : state, wasSecond: true }
  const isBack = isAgain || (state === 'second' && wasSecond)
  return { state: isBack ? 'waiting' : state, wasSecond: wasSecond && !isBack }
}

export const choose = <Row extends Listed>(work: Work<Row>, id: number): Work<Row> =>
  itemOf(work, id) ? { ...work, open: id, isChosen: true } : work

/** What is typed or asked about on the open item is meant for it: it stays open as if it was chosen. */
export const keep = <Row extends Listed>(work: Work<Row>, id: number): Work<Row> =>
  work.open === id ? choose(work, id) : work

/** Opens the item before or after the open one, whatever its state; after the last the first that waits. */
export function step<Row extends Listed>(work: Work<Row>, by: 1 | -1): Work<Row> {
  const at = work.items.findIndex(({ row }) => row.id === work.open)
  const next = at === -1 ? undefined : work.items[at + by]
  if (next) return choose(work, next.row.id)
  const first = work.items.find(({ state }) => state === 'waiting')
  return by === 1 && first ? choose(work, first.row.id) : work
}

/** Opens the first that waits after this one, else before it, that no other administrator has open. */
function openNext<Row extends Listed>(work: Work<Row>, after: number | null): Work<Row> {
  const at = work.items.findIndex(({ row }) => row.id === after)
  const around = [...work.items.slice(at + 1), ...work.items.slice(0, at + 1)]
  const next = around.find(({ row, state }) => state === 'waiting' && row.openBy.length === 0)
  return { ...work, open: next?.row.id ?? null, isChosen: false }
}

/** Decides the open item: it is held, what was held before is sent, and the next opens. Nothing where it does not wait. */
export function decide<Row extends Listed>(work: Work<Row>, decision: Decision, now: number): Step<Row> {
  if (decision.id !== work.open || itemOf(work, decision.id)?.state !== 'waiting') return { work, send: [] }
  const released = release(work)
  const held = withState(released.work, decision.id, 'held')
  const failures = held.failures.filter(({ row }) => row.id !== decision.id)
  return {
    work: openNext({ ...held, failures, held: { decision, until: now + HOLD_MS } }, decision.id),
    send: released.send,
  }
}

/** Sends what is held, at once. */
export function release<Row extends Listed>(work: Work<Row>): Step<Row> {
  if (work.held === null) return { work, send: [] }
  const { decision } = work.held
  return { work: { ...withState(work, decision.id, 'sending'), held: null }, send: [decision] }
}

/** Sends what was held long enough. */
export function tick<Row extends Listed>(work: Work<Row>, now: number): Step<Row> {
  return work.held !== null && now >= work.held.until ? release(work) : { work, send: [] }
}

/** What is held was not meant: it waits again, and is open. */
export function takeBack<Row extends Listed>(work: Work<Row>): Work<Row> {
  if (work.held === null) return work
  const { id } = work.held.decision
  return { ...backTo(work, id), held: null, open: id, isChosen: true }
}

/** What became of a decision: done, to be confirmed by a second person, or why not, and then it waits again. */
export type Outcome = 'done' | 'second' | { readonly sentence: string }

export function answered<Row extends Listed>(
  work: Work<Row>,
  { id, how }: Decision,
  outcome: Outcome,
): Work<Row> {
  if (outcome === 'done') return withState(work, id, how)
  if (outcome === 'second') return withState(work, id, 'second')
  const item = itemOf(work, id)
  if (!item) return work
  const back = backTo(work, id)
  const failures = [...back.failures.filter(({ row }) => row.id !== id), { row: item.row, how, ...outcome }]
  return back.open === null ? openNext({ ...back, failures }, null) : { ...back, failures }
}

export const dismiss = <Row extends Listed>(work: Work<Row>, id: number): Work<Row> => ({
  ...work,
  failures: work.failures.filter(({ row }) => row.id !== id),
})

/** Another administrator has the open item open, and was first: one that opened by itself gives way to the next. */
export function giveWay<Row extends Listed>(
  work: Work<Row>,
  id: number,
  openBy: readonly string[],
): Work<Row> {
  const items = work.items.map((item) =>
    item.row.id === id ? { ...item, row: { ...item.row, openBy } } : item,
  )
  const now = { ...work, items }
  return work.open === id && !work.isChosen ? openNext(now, id) : now
}
