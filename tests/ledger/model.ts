/** The books in a few plain lists: what the database must come to after any history. Amounts in rupees. */
import { decidedBy, type Pick, type Result, type Session } from '@munim/core'
import { outcomeOf } from '../support/outcome.ts'

export interface Person {
  wallet: number
  isClosed: boolean
}
export interface Staked {
  readonly person: number
  readonly draw: number
  readonly pick: Pick
  readonly points: number
  readonly multiplier: number
  /** One by one or by a void. */
  isCancelled: boolean
  /** What was paid for it and not taken back. */
  won: number
}
export interface Asked {
  readonly person: number
  readonly kind: 'deposit' | 'withdraw'
  readonly amount: number
  status: 'pending' | 'completed' | 'rejected'
}
const HALVES = ['open', 'close'] as const
const NOTHING: Result = { open_digit: '-', open_panna: '-', close_digit: '-', close_panna: '-' }

export class Model {
  readonly people: Person[]
  readonly draws: Result[]
  /** The halves of each draw that are voided. */
  readonly voids: Session[][]
  readonly bids: Staked[] = []
  readonly requests: Asked[] = []

  constructor(people: number, rupees: number, draws: number) {
    this.people = Array.from({ length: people }, () => ({ wallet: rupees, isClosed: false }))
    this.draws = Array.from({ length: draws }, () => NOTHING)
    this.voids = Array.from({ length: draws }, () => [])
  }

  /** Each step says whether it is done; a step that is refused changes nothing. */
  fund(person: number, rupees: number): boolean {
    const { wallet, isClosed } = this.people[person]!
    if (isClosed || (rupees < 0 && wallet + rupees < 0)) return false
    this.give(person, rupees)
    return true
  }

  bet(bid: Omit<Staked, 'isCancelled' | 'won'>): boolean {
    const { wallet, isClosed } = this.people[bid.person]!
    const isCombined = bid.pick.open_digit + bid.pick.open_panna !== '--' && decidedBy(bid.pick) === 'close'
    const ended = isCombined ? ['open', 'close'] : [decidedBy(bid.pick)]
    if (isClosed || wallet < bid.points || ended.some((half) => this.isDecided(bid.draw, half as Session)))
      return false
    this.bids.push({ ...bid, isCancelled: false, won: 0 })
    this.give(bid.person, -bid.points)
    return true
  }

  declare(draw: number, result: Result): boolean {
    const decided = this.decidedWith(draw, result)
    if (!decided) return false
    this.draws[draw] = result
    for (const bid of decided) {
      if (outcomeOf(bid.pick, result) !== 'win') continue
      bid.won = bid.points * bid.multiplier
      this.give(bid.person, bid.won)
    }
    return true
  }

  /** How many bids this would decide, and what it would pay; null where it would be refused. */
  predict(draw: number, result: Result): { bids: number; points: number; paid: number } | null {
    const decided = this.decidedWith(draw, result)
    if (!decided) return null
    const sum = (of: (bid: Staked) => number) => decided.reduce((total, bid) => total + of(bid), 0)
    const paid = sum((bid) => (outcomeOf(bid.pick, result) === 'win' ? bid.points * bid.multiplier : 0))
    return { bids: decided.length, points: sum(({ points }) => points), paid }
  }

  /** The bids that this result would decide now; null where it can't be declared. */
  private decidedWith(draw: number, result: Result): Staked[] | null {
    const declared = this.draws[draw]!
    const halves = HALVES.filter((half) => result[`${half}_digit`] !== '-')
    const isSame = (half: Session) =>
      declared[`${half}_digit`] === result[`${half}_digit`] &&
      declared[`${half}_panna`] === result[`${half}_panna`]
    if (halves.some((half) => this.isDecided(draw, half) && !isSame(half))) return null
    const fresh = halves.filter((half) => !this.isDecided(draw, half))
    if (fresh.length === 0) return null
    return this.bids.filter(
      (bid) => bid.draw === draw && !bid.isCancelled && fresh.includes(decidedBy(bid.pick)),
    )
  }

  void(draw: number): boolean {
    const halves = HALVES.filter((half) => !this.isDecided(draw, half))
    if (halves.length === 0) return false
    this.voids[draw]!.push(...halves)
    for (const bid of this.bids)
      if (bid.draw === draw && halves.includes(decidedBy(bid.pick))) this.cancel(bid)
    return true
  }

  revert(draw: number, session?: 'close'): boolean {
    const halves = HALVES.filter((half) => (!session || half === session) && this.isDeclared(draw, half))
    if (halves.length === 0) return false
    const won = this.bids.filter(
      (bid) => bid.draw === draw && bid.won > 0 && halves.includes(decidedBy(bid.pick)),
    )
    for (const asked of this.requests) {
      const isWinners = won.some(({ person }) => person === asked.person)
      if (isWinners && asked.kind === 'withdraw' && asked.status === 'pending') this.settle(asked, 'rejected')
    }
    for (const bid of won) {
      this.give(bid.person, -bid.won)
      bid.won = 0
    }
    this.draws[draw] = session ? { ...this.draws[draw]!, close_digit: '-', close_panna: '-' } : NOTHING
    return true
  }

  cancel(bid: Staked | undefined): boolean {
    if (!bid || bid.isCancelled) return false
    bid.isCancelled = true
    this.give(bid.person, bid.points - bid.won)
    bid.won = 0
    return true
  }

  ask(asked: Omit<Asked, 'status'>): boolean {
    const { wallet, isClosed } = this.people[asked.person]!
    if (isClosed || (asked.kind === 'withdraw' && wallet < asked.amount)) return false
    this.requests.push({ ...asked, status: 'pending' })
    if (asked.kind === 'withdraw') this.give(asked.person, -asked.amount)
    return true
  }

  decide(asked: Asked | undefined, status: 'completed' | 'rejected'): boolean {
    if (asked?.status !== 'pending') return false
    this.settle(asked, status)
    return true
  }

  remove(person: number): boolean {
    if (this.people[person]!.isClosed) return false
    for (const bid of this.bids) {
      if (bid.person === person && !bid.isCancelled && !this.isDecided(bid.draw, decidedBy(bid.pick)))
        this.cancel(bid)
    }
    for (const asked of this.requests) {
      if (asked.person === person && asked.status === 'pending') this.settle(asked, 'rejected')
    }
    this.people[person] = { wallet: 0, isClosed: true }
    return true
  }

  statusOf(bid: Staked): 'cancelled' | 'running' | 'win' | 'loss' {
    return bid.isCancelled ? 'cancelled' : outcomeOf(bid.pick, this.draws[bid.draw]!)
  }

  private isDeclared(draw: number, half: Session): boolean {
    return this.draws[draw]![`${half}_digit`] !== '-'
  }

  /** Declared or voided. */
  private isDecided(draw: number, half: Session): boolean {
    return this.isDeclared(draw, half) || this.voids[draw]!.includes(half)
  }

  /** What a closed person gets or owes is the house's at once. */
  private give(person: number, rupees: number): void {
    const { isClosed } = this.people[person]!
    if (!isClosed) this.people[person]!.wallet += rupees
  }

  private settle(asked: Asked, status: 'completed' | 'rejected'): void {
    asked.status = status
    const credits = (asked.kind === 'deposit') === (status === 'completed')
    if (credits) this.give(asked.person, asked.amount)
  }
}
