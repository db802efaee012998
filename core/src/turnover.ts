/** What a player brought in and staked since the last payout: whether that is worth a look, or keeps money from going out. */
import { type Paise, paise } from './money.ts'

/** Since the money of the last payout left the wallet. */
export interface Turnover {
  /** Deposits, added funds and transfers from other players, less funds that were deducted. */
  readonly credited: Paise
  /** Of the credited what a person gave: funds added, and deposits that no provider confirmed; less what was deducted. */
  readonly added: Paise
  readonly bonus: Paise
  /** Less what was refunded. */
  readonly staked: Paise
}

/** Less than half of what came in and of the bonus together was staked: the money only passed through. */
export const isUnplayed = ({ credited, bonus, staked }: Omit<Turnover, 'added'>): boolean =>
  staked * 2 < credited + bonus

/** A bonus was given, and not so much as that was staked. */
export const isBonusUnplayed = ({ bonus, staked }: Pick<Turnover, 'bonus' | 'staked'>): boolean =>
  staked < bonus

/** How often deposits and bonuses have to be staked before a withdrawal, in hundredths: 100 is once, 0 never. */
interface TurnoverRule {
  readonly deposits: number
  readonly bonus: number
}

/** What is yet to be staked before a withdrawal. */
export function leftToStake({ credited, bonus, staked }: Omit<Turnover, 'added'>, rule: TurnoverRule): Paise {
  return paise(Math.max(0, Math.ceil((credited * rule.deposits + bonus * rule.bonus) / 100) - staked))
}
