/** How far today has come for each market, and where that lies on the line of the day. Pure; `now` is given. */
import { msg, t } from '@munim/contract'
import {
  type Day,
  type DrawMoments,
  dayOf,
  drawOn,
  EMPTY,
  type Half,
  momentOf,
  type Result,
  type Time,
} from '@munim/core'
import { scheduleOf } from '../../game/schedule.ts'
import type { Market } from './overview.ts'

export interface Run {
  readonly id: number
  readonly name: string
  readonly openEndsAt: Date
  readonly closeEndsAt: Date
  readonly result: Result
  /** declared: both halves. voided: what was not declared never will be. late: a half is due. running: betting on the close goes on. ahead: nothing has come yet. */
  readonly state: 'declared' | 'voided' | 'late' | 'running' | 'ahead'
  /** The half that is due. */
  readonly due: Half | null
}

const NOTHING = { open_digit: EMPTY, open_panna: EMPTY, close_digit: EMPTY, close_panna: EMPTY, voided: null }
const DAY_BEGINS = '00:00' as Time
const HOUR_MS = 3_600_000
const LONG_MS = 16 * HOUR_MS

/** Today's draw of each active market, the earliest first; of yesterday, what ended after midnight and is still due. */
export function runsOf(markets: readonly Market[], now: Date): Run[] {
  const today = dayOf(now)
  return markets
    .filter(({ is_active }) => is_active)
    .flatMap((market) => runOf(market, today, now) ?? [])
    .sort(
      (a, b) =>
        a.openEndsAt.getTime() - b.openEndsAt.getTime() || a.closeEndsAt.getTime() - b.closeEndsAt.getTime(),
    )
}

function runOf(market: Market, today: Day, now: Date): Run | null {
  const { market_date, open_ends_at, close_ends_at } = market
  const current = open_ends_at &&
    close_ends_at && { openEndsAt: new Date(open_ends_at), closeEndsAt: new Date(close_ends_at) }
  if (current && market_date === today) return told(market, current, now, market)
  const isOfLastNight = current && current.closeEndsAt > momentOf(today, DAY_BEGINS)
  if (isOfLastNight && market.close_digit === EMPTY && !market.voided)
    return told(market, current, now, market)
  const scheduled = drawOn(scheduleOf(market), today)
  return scheduled && told(market, scheduled, now, NOTHING)
}

function told(
  { id, name }: Market,
  { openEndsAt, closeEndsAt }: DrawMoments,
  now: Date,
  drawn: Result & Pick<Market, 'voided'>,
): Run {
  const { open_digit, open_panna, close_digit, close_panna, voided } = drawn
  const isOpen = (half: Half) => drawn[`${half}_digit`] === EMPTY && !voided?.halves.includes(half)
  const due =
    isOpen('open') && openEndsAt <= now ? 'open' : isOpen('close') && closeEndsAt <= now ? 'close' : null
  const result = { open_digit, open_panna, close_digit, close_panna }
  return { id, name, openEndsAt, closeEndsAt, result, state: stateOf(drawn, due), due }
}

function stateOf(
  { open_digit, close_digit, voided }: Result & Pick<Market, 'voided'>,
  due: Half | null,
): Run['state'] {
  if (due !== null) return 'late'
  if (voided?.halves.includes('close')) return 'voided'
  if (close_digit !== EMPTY) return 'declared'
  return open_digit === EMPTY ? 'ahead' : 'running'
}

export interface Line {
  readonly from: Date
  readonly to: Date
  /** Every second full hour in India; of a line so long that they would touch, every fourth. */
  readonly hours: readonly Date[]
}

/** The line that today's draws lie on, with half an hour to spare at both ends. */
export function lineOf(runs: readonly Run[], now: Date): Line {
  const begin = momentOf(dayOf(now), DAY_BEGINS)
  const todays = runs.filter(({ openEndsAt }) => openEndsAt >= begin)
  const shown = todays.length > 0 ? todays : runs
  const from = Math.min(...shown.map(({ openEndsAt }) => openEndsAt.getTime())) - HOUR_MS / 2
  const to = Math.max(...shown.map(({ closeEndsAt }) => closeEndsAt.getTime())) + HOUR_MS / 2
  const step = (to - from > LONG_MS ? 4 : 2) * HOUR_MS
  const hours = Array.from({ length: 25 }, (_, index) => new Date(begin.getTime() + index * step))
  return {
    from: new Date(from),
    to: new Date(to),
    hours: hours.filter((hour) => hour.getTime() >= from && hour.getTime() <= to),
  }
}

/** Where on the line a moment lies, in percent; what lies beyond an end is at that end. */
export function placeOn({ from, to }: Line, at: Date): number {
  const share = (at.getTime() - from.getTime()) / (to.getTime() - from.getTime())
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100
}

const WORDS = {
  declared: msg('{many} declared'),
  voided: msg('{many} voided'),
  late: msg('{many} late'),
  running: msg('{many} running'),
  ahead: msg('{many} to come'),
} as const

/** How many are at what: [state, "6 declared"], in the order of the day; what none is at is left out. */
export function courseOf(runs: readonly Run[]): [Run['state'], string][] {
  const states = Object.keys(WORDS) as Run['state'][]
  return states
    .map((state) => [state, runs.filter((run) => run.state === state).length] as const)
    .filter(([, many]) => many > 0)
    .map(([state, many]) => [state, t(WORDS[state], { many })])
}
