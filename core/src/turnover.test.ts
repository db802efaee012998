import { expect, test } from 'vitest'
import { paise } from './money.ts'
import { isBonusUnplayed, isUnplayed, leftToStake } from './turnover.ts'

const turnover = (credited: number, bonus: number, staked: number) => ({
  credited: paise(credited),
  bonus: paise(bonus),
  staked: paise(staked),
})

test.each([
  // credited, bonus, staked   unplayed   bonus unplayed
  [0, 0, 0, false, false], // money that was won before
  [1000, 0, 0, true, false],
  [1000, 0, 499, true, false],
  [1000, 0, 500, false, false],
  [1000, 200, 599, true, false],
  [1000, 200, 600, false, false],
  [0, 100, 99, false, true],
  [0, 100, 0, true, true],
  [0, 100, 100, false, false],
])(
  '%i credited, a bonus of %i, %i staked: unplayed %s, its bonus %s',
  (credited, bonus, staked, money, gift) => {
    expect(isUnplayed(turnover(credited, bonus, staked))).toBe(money)
    expect(isBonusUnplayed(turnover(credited, bonus, staked))).toBe(gift)
  },
)

test.each([
  // credited, bonus, staked   times of deposits, of bonuses   left
  [1000, 100, 0, 0, 0, 0],
  [1000, 100, 0, 100, 0, 1000],
  [1000, 100, 400, 100, 0, 600],
  [1000, 100, 400, 100, 300, 900],
  [1000, 100, 1300, 100, 300, 0],
  [1000, 100, 9999, 100, 300, 0],
  [333, 0, 0, 150, 0, 500], // half a paisa more is a paisa
])(
  '%i credited, %i bonus, %i staked, %i and %i hundredths times: %i left',
  (credited, bonus, staked, d, b, left) => {
    expect(leftToStake(turnover(credited, bonus, staked), { deposits: d, bonus: b })).toBe(left)
  },
)
