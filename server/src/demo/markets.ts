/** The fourteen markets of the demonstration, and their draws. Times and off days as in real life. */
import { type Day, drawOn, type Time, WEEKDAYS, type Weekday } from '@munim/core'
import { makeMarket } from './acts.ts'
import type { Draw, World } from './world.ts'

const DAILY: readonly Weekday[] = []
const NOT_ON_SUNDAYS: readonly Weekday[] = ['sunday']
const NOT_ON_WEEKENDS: readonly Weekday[] = ['saturday', 'sunday']

/** Name, its Hindi, open, close, off days, and how many bids it draws beside the others. */
const MARKETS = [
  ['SRIDEVI', 'श्रीदेवी', '11:35', '12:35', DAILY, 6],
  ['TIME BAZAR', 'टाइम बाजार', '13:00', '14:00', NOT_ON_SUNDAYS, 8],
  ['MADHUR DAY', 'मधुर डे', '13:30', '14:30', DAILY, 5],
  ['MILAN DAY', 'मिलन डे', '15:00', '17:00', NOT_ON_SUNDAYS, 8],
  ['RAJDHANI DAY', 'राजधानी डे', '15:15', '17:15', NOT_ON_SUNDAYS, 5],
  ['SUPREME DAY', 'सुप्रीम डे', '15:35', '17:35', DAILY, 4],
  ['KALYAN', 'कल्याण', '16:10', '18:10', NOT_ON_SUNDAYS, 16],
  ['SRIDEVI NIGHT', 'श्रीदेवी नाईट', '19:00', '20:00', DAILY, 5],
  ['MADHUR NIGHT', 'मधुर नाईट', '20:30', '22:30', NOT_ON_SUNDAYS, 4],
  ['SUPREME NIGHT', 'सुप्रीम नाईट', '20:45', '22:45', DAILY, 4],
  ['MILAN NIGHT', 'मिलन नाईट', '21:00', '23:00', NOT_ON_SUNDAYS, 7],
  ['KALYAN NIGHT', 'कल्याण नाईट', '21:25', '23:35', NOT_ON_WEEKENDS, 7],
  ['RAJDHANI NIGHT', 'राजधानी नाईट', '21:35', '23:45', NOT_ON_WEEKENDS, 7],
  ['MAIN BAZAR', 'मेन बाजार', '21:40', '00:05', NOT_ON_WEEKENDS, 12],
] as const

export async function makeMarkets(world: World, at: Date): Promise<void> {
  for (const [name, name_hindi, open, close, offDays, weight] of MARKETS) {
    const times = { open_time: open as Time, close_time: close as Time }
    const market = {
      ...times,
      name,
      name_hindi,
      status: true,
      market_status: true,
      is_active: true,
      tag: 'global',
      games: [],
      market_off_day: Object.fromEntries(offDays.map((weekday) => [weekday, { state: false }])),
    }
    const id = await makeMarket(world, market, at)
    const dayOf = (weekday: Weekday) => ({
      state: !offDays.includes(weekday),
      open_time: null,
      close_time: null,
    })
    const days = Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, dayOf(weekday)]))
    const schedule = { ...times, days: days as Record<Weekday, ReturnType<typeof dayOf>> }
    world.markets.push({ id: String(id), name, schedule, weight })
  }
}

export function drawsOn({ markets }: World, day: Day): Draw[] {
  return markets.flatMap((market) => {
    const moments = drawOn(market.schedule, day)
    return moments ? [{ market, day, ...moments }] : []
  })
}
