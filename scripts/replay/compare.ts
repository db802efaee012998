/** What each bid should have come to, beside what the ledger paid for it; and the sums of each draw. */
import {
  canBePlaced,
  type Declared,
  type Draw,
  digitOfPanna,
  isPanna,
  outcomeOf,
  textOf,
  winnersOf,
  winOf,
} from './game.ts'
import { Rates } from './rates.ts'
import type { BidRow, Books, Days, DrawRow, Entry, Pair } from './read.ts'
import { rupees, times } from './words.ts'

const NAMED_AT_MOST = 20
const HALVES = ['open', 'close'] as const

/** A draw and what its bids came to, in paise. */
export interface Account {
  readonly row: DrawRow
  readonly draw: Draw
  bids: number
  stake: bigint
  /** By the replay. */
  won: bigint
  refund: bigint
  /** By the ledger: wins that are not taken back, and refunds. */
  paid: bigint
  /** Refunds of a void under way that the ledger has listed. */
  owed: bigint
}

/** In paise: what a bid has in the ledger, or should have. */
interface Sums {
  readonly stake: bigint
  readonly win: bigint
  readonly refund: bigint
}

export async function replayDays(books: Books, days: Days): Promise<Replay> {
  const draws = await books.draws(days)
  const replay = new Replay(draws, new Rates(...(await books.rates())))
  const ids = draws.map(({ id }) => id)
  for await (const pairs of books.bids(days, ids)) for (const pair of pairs) replay.take(pair)
  replay.finish()
  return replay
}

export class Replay {
  readonly accounts: ReadonlyMap<number, Account>
  readonly notes: string[] = []
  /** The first of the differences, in words, and how many there are. */
  readonly named: string[] = []
  differences = 0
  bids = 0
  readonly #rates: Rates

  constructor(rows: readonly DrawRow[], rates: Rates) {
    this.accounts = new Map(rows.map((row) => [row.id, accountOf(row)]))
    this.#rates = rates
    for (const [name, gap] of rates.broken)
      this.#differ(`the rate ${name}: expected its history whole; found ${gap}`)
    for (const account of this.accounts.values()) this.#lookAtResult(account)
  }

  take({ bid, entry }: Pair): void {
    if (bid) this.#compare(bid, entry)
    else
      this.#differ(`${placed(entry!.bidId)}: expected a bid of these days; found only ${said(sumsOf(entry))}`)
  }

  /** Once all bids are taken: what draw_postings keeps of each draw. */
  finish(): void {
    for (const { row, won, refund, owed } of this.accounts.values()) {
      const kept = (kind: string) => BigInt(row.kept[kind] ?? 0)
      const expected = inWords(won, refund - owed)
      const found = inWords(kept('win') - kept('win_reversed'), kept('refund'))
      if (expected !== found) this.#differ(`the sums of ${nameOf(row)}: expected ${expected}; found ${found}`)
    }
  }

  #differ(words: string): void {
    this.differences++
    if (this.named.length < NAMED_AT_MOST) this.named.push(words)
  }

  #lookAtResult({ row, draw }: Account): void {
    for (const { id, half, digit, panna, isVoid, picks } of row.declared) {
      const what = `declaration ${id}, the ${half} of ${nameOf(row)}`
      const [expected, found] = [winnersOf(draw, half), picks].map((list) => list.toSorted().join(' '))
      if (expected !== found)
        this.#differ(`${what}: expected the picks ${expected || 'none'}; found ${found || 'none'}`)
      if (isVoid) continue
      if (typeof draw.open !== 'object') this.#differ(`${what}: expected a declared open; found none`)
      const own = digitOfPanna(panna)
      if (!isPanna(panna)) this.notes.push(`${nameOf(row)}: ${panna}, its ${half}, is no panna`)
      if (own !== digit)
        this.notes.push(`${nameOf(row)}: ${panna} belongs to ${own}; its ${half} was declared as ${digit}`)
    }
    const jodi = HALVES.map((half) => valuesOf(draw[half]))
    if (jodi.every((values) => values !== undefined)) {
      const declared = jodi.map(({ digit }) => digit).join('')
      const own = jodi.map(({ panna }) => digitOfPanna(panna)).join('')
      if (declared !== own)
        this.notes.push(`${nameOf(row)}: by its pannas the jodi is ${own}; it was declared as ${declared}`)
    }
  }

  #compare(bid: BidRow, entry: Entry | undefined): void {
    this.bids++
    const account = this.accounts.get(bid.drawId)
    if (!account) {
      this.#differ(`${wordsOf(bid)}: expected a draw of its day; found draw ${bid.drawId}`)
      return
    }
    const outcome = outcomeOf(bid, account.draw)
    const due = {
      stake: bid.points,
      win: outcome === 'won' ? winOf(bid) : 0n,
      refund: outcome === 'cancelled' ? bid.points : 0n,
    }
    const paid = sumsOf(entry)
    count(account, due, paid, entry?.owed ?? 0n)
    for (const [expected, found] of this.#faultsOf(bid, due, paid, entry))
      this.#differ(`${wordsOf(bid)} in ${nameOf(account.row)}: expected ${expected}; found ${found}`)
  }

  /** What is expected of a bid beside what is found. */
  #faultsOf(bid: BidRow, due: Sums, paid: Sums, entry: Entry | undefined): (readonly [string, string])[] {
    const faults: (readonly [string, string])[] = []
    if (due.stake !== paid.stake || due.win !== paid.win || due.refund !== paid.refund)
      faults.push([said(due), said(paid)])
    if (entry && !entry.users.every((id) => id === bid.userId))
      faults.push([`all of it with player ${bid.userId}`, `player ${eachOf(entry.users)}`])
    if (entry && !entry.draws.every((id) => id === bid.drawId))
      faults.push([`all of it in draw ${bid.drawId}`, `draw ${eachOf(entry.draws)}`])
    if (!canBePlaced(bid))
      faults.push([`a pick of ${bid.game} in its session`, `one in the ${bid.session} that is none`])
    const rates = this.#rates.at(bid.game, bid.placedAt)
    if (rates && !rates.includes(bid.multiplier)) {
      const moment = new Date(bid.placedAt).toISOString()
      faults.push([`the rate of ${moment}, × ${rates.map(times).join(' or ')}`, `× ${times(bid.multiplier)}`])
    }
    return faults
  }
}

function accountOf(row: DrawRow): Account {
  const of = (half: 'open' | 'close'): Declared => {
    const declared = row.declared.find((each) => each.half === half)
    return declared && (declared.isVoid ? 'void' : { digit: declared.digit, panna: declared.panna })
  }
  const nothing = { stake: 0n, won: 0n, refund: 0n, paid: 0n, owed: 0n }
  return { row, draw: { open: of('open'), close: of('close') }, bids: 0, ...nothing }
}

const valuesOf = (declared: Declared) => (typeof declared === 'object' ? declared : undefined)

/** What is owed by a void under way counts as paid: were it paid as well, it would be twice. */
function sumsOf(entry: Entry | undefined): Sums {
  if (!entry) return { stake: 0n, win: 0n, refund: 0n }
  const { stake, won, takenBack, refund, owed } = entry
  return { stake, win: won - takenBack, refund: refund + owed }
}

function count(account: Account, due: Sums, paid: Sums, owed: bigint): void {
  account.bids++
  account.stake += due.stake
  account.won += due.win
  account.refund += due.refund
  account.paid += paid.win + paid.refund - owed
  account.owed += owed
}

const wordsOf = (bid: BidRow) =>
  `${placed(bid.id)}, ${textOf(bid.game, bid)} of ${rupees(bid.points)} at × ${times(bid.multiplier)}`
const eachOf = (ids: readonly unknown[]) => [...new Set(ids)].map((id) => id ?? 'none').join(' and ')
const nameOf = ({ market, day }: DrawRow) => `${market} on ${day}`
const placed = (id: string | null) => (id === null ? 'no bid' : `bid ${id}`)
const inWords = (win: bigint, refund: bigint) => `win ${rupees(win)}, refund ${rupees(refund)}`
const said = ({ stake, win, refund }: Sums) => `stake ${rupees(stake)}, ${inWords(win, refund)}`
