/** What the house made of some bids: what was staked, where it went, and how much of it is kept. */
import { type Paise, paise } from '../money.ts'

/** In paise. `stake` is all that was placed; `refunded`, `paid` and `running` are parts of where it went or may go. */
export interface HouseSums extends Readonly<Record<'stake' | 'refunded' | 'paid' | 'running', Paise>> {
  readonly bids: number
}

const NOTHING: HouseSums = { bids: 0, stake: paise(0), refunded: paise(0), paid: paise(0), running: paise(0) }

export function addSums(all: readonly HouseSums[]): HouseSums {
  return all.reduce(
    (sum, each) => ({
      bids: sum.bids + each.bids,
      stake: paise(sum.stake + each.stake),
      refunded: paise(sum.refunded + each.refunded),
      paid: paise(sum.paid + each.paid),
      running: paise(sum.running + each.running),
    }),
    NOTHING,
  )
}

/** What is decided and stays with the house; below zero it lost. What still runs is not its own yet. */
export function keptOf({ stake, refunded, paid, running }: HouseSums): Paise {
  return paise(stake - refunded - paid - running)
}

/** What is kept of each hundred rupees that were decided, to two places; null where nothing was. */
export function holdOf(sums: HouseSums): number | null {
  const decided = sums.stake - sums.refunded - sums.running
  return decided === 0 ? null : Math.round((keptOf(sums) / decided) * 10_000) / 100
}

const percent = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** "42.5 %", on screens and on paper, with one place always; a dash where nothing is decided. */
export const percentInWords = (of: number | null): string =>
  of === null ? '–' : `${percent.format(of).replace('-', '−')} %`
