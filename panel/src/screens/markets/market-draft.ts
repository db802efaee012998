/** A market while it is made or edited: the fields of the form, what is wrong in them, what was changed. */

import { t } from '@munim/contract'
import { type Day, drawOn, type GameMode, WEEKDAYS } from '@munim/core'
import { gameName } from '../../game/game-name.ts'
import { scheduleOf } from '../../game/schedule.ts'
import { timeInWords, weekdayName } from '../../widgets/times.ts'
import type { Market, Weekdays } from './market.ts'

/** The part of a market that can be edited. */
export type Draft = Readonly<Pick<Market, keyof typeof NEW_MARKET>>

export type Wrong = Readonly<Record<string, string>>

/** All flags on, tag 'global', every weekday on with empty times, no games (specification 1 §4). */
export const NEW_MARKET = {
  name: '',
  name_hindi: '',
  open_time: '',
  close_time: '',
  status: true,
  market_status: true,
  is_active: true,
  tag: 'global',
  games: [] as GameMode[],
  market_off_day: Object.fromEntries(
    WEEKDAYS.map((weekday) => [weekday, { state: true, open_time: '', close_time: '' }]),
  ) as Weekdays,
}

export function draftOf(market: Market): Draft {
  const keys = Object.keys(NEW_MARKET) as (keyof Draft)[]
  return Object.fromEntries(keys.map((key) => [key, market[key]])) as unknown as Draft
}

/** What was typed, over a market that another administrator changed meanwhile: theirs is what was not touched here. */
export function typedOver(
  now: Draft,
  { before, draft }: { readonly before: Draft; readonly draft: Draft },
): Draft {
  const days = changed(before.market_off_day, draft.market_off_day)
  return {
    ...now,
    ...changed(before, draft),
    market_off_day: { ...now.market_off_day, ...days },
  }
}

function changed<T extends object>(before: T, after: T): Partial<T> {
  const fields = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T]),
  )
  return Object.fromEntries(fields) as Partial<T>
}

/** A sentence for each field that is needed and empty. */
export function missingIn({ name, open_time, close_time }: Draft): Wrong {
  return {
    ...(name.trim() === '' && { name: t('Name is required') }),
    ...(open_time === '' && { open_time: t('Open time is required') }),
    ...(close_time === '' && { close_time: t('Close time is required') }),
  }
}

/**
 * When betting on the draw that has begun still ends, though the times typed here are over: the server moves a draw to
 * what is ahead alone (moveDraws of markets/change.ts). Empty for a market, or a weekday, that takes no bids any more.
 */
export function endsKept(market: Market, draft: Draft, now: Date): Date[] {
  const { market_date, open_ends_at, close_ends_at, has_draw } = market
  const isOff = !draft.status || !draft.market_status || !draft.is_active
  if (isOff || !has_draw || market_date === null || open_ends_at === null || close_ends_at === null) return []
  if (draft.open_time === '' || draft.close_time === '') return []
  const typed = drawOn(scheduleOf(draft), market_date as Day)
  if (typed === null) return []
  const [open, close] = [new Date(open_ends_at), new Date(close_ends_at)]
  const isOpenKept = open > now && typed.openEndsAt <= now
  const opens = open > now && !isOpenKept ? typed.openEndsAt : open
  const isCloseKept = close > now && (typed.closeEndsAt <= now || typed.closeEndsAt <= opens)
  return [...(isOpenKept ? [open] : []), ...(isCloseKept ? [close] : [])]
}

const LABELS: readonly (readonly [keyof Draft, string])[] = [
  ['name', t('Name')],
  ['name_hindi', t('Hindi Name')],
  ['open_time', t('Open Time')],
  ['close_time', t('Close Time')],
  ['status', t('Running')],
  ['market_status', t('Market Status')],
  ['is_active', t('Active')],
  ['tag', t('Tag')],
]

/** What differs, as "Open Time 4:10 pm → 4:15 pm", in the form's order. */
export function changesOf(before: Draft, after: Draft): string[] {
  const fields = LABELS.filter(([key]) => before[key] !== after[key]).map(([key, label]) =>
    changeInWords(label, shown(key, before), shown(key, after)),
  )
  const days = WEEKDAYS.filter(
    (day) => JSON.stringify(before.market_off_day[day]) !== JSON.stringify(after.market_off_day[day]),
  ).map((day) => changeInWords(weekdayName(day), dayShown(before, day), dayShown(after, day)))
  const games = sameGames(before, after)
    ? []
    : [changeInWords(t('Games'), gamesShown(before), gamesShown(after))]
  return [...fields, ...days, ...games]
}

const changeInWords = (field: string, before: string, after: string): string =>
  t('{field} {before} → {after}', { field, before, after })

function shown(key: keyof Draft, draft: Draft): string {
  const value = draft[key]
  if (key === 'market_status') return value ? t('{of, select, other {Open}}', { of: 'market' }) : t('Closed')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (value === '') return '–'
  return key === 'open_time' || key === 'close_time' ? timeInWords(String(value)) : String(value)
}

function dayShown({ market_off_day }: Draft, day: keyof Weekdays): string {
  const { state, open_time, close_time } = market_off_day[day]
  if (!state) return t('closed')
  if (open_time === '' && close_time === '') return t('usual times')
  return [open_time, close_time].map((time) => (time === '' ? t('usual') : timeInWords(time))).join(' – ')
}

const sameGames = (before: Draft, after: Draft): boolean =>
  [...before.games].sort().join() === [...after.games].sort().join()

const gamesShown = ({ games }: Draft): string =>
  games.length === 0 ? t('all') : games.map(gameName).join(', ')
