/** Markets: their names, times, weekdays and games, and the digits of their current draw (specification 1 §2, §3). */
import { GAME_MODES } from '@munim/core'
import { z } from 'zod'
import { csvOf, endpoint, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

const weekdayOut = field.named('Weekday', 'Whether the market is open on it, and its times then', {
  state: z.boolean(),
  ...field.shownTimes,
})

const market = field.named(
  'Market',
  "`_id` is its UUID. Digits are those of the current draw, '-' where not declared or voided; " +
    'market_date is its day.',
  {
    id: z.int(),
    _id: z.uuid(),
    name: z.string(),
    name_hindi: z.string(),
    ...field.shownTimes,
    status: z.boolean(),
    market_status: z.boolean(),
    is_active: z.boolean(),
    tag: z.string(),
    games: z.array(field.gameMode),
    market_off_day: field.eachWeekday(weekdayOut),
    ...field.fourMarks,
    voided: field.voided,
    market_date: field.day.nullable(),
    open_ends_at: field.instant.nullable(),
    close_ends_at: field.instant.nullable(),
    has_draw: z.boolean().describe('The draw of market_date was begun, by a bid or a result'),
    owes_result: z
      .boolean()
      .describe(
        'The draw of market_date is due once its betting has ended: it was begun; or the market runs on that day, ' +
          'is on, was so as its betting ended, and was made by then',
      ),
    createdAt: field.instant,
    updatedAt: field.instant,
  },
)

const optionalTime = z.union([z.literal(''), field.time('Time must be HH:mm')])
const weekdayIn = z.strictObject({
  state: z.boolean(),
  open_time: optionalTime.optional(),
  close_time: optionalTime.optional(),
})
const weekdaysIn = field.eachWeekday(weekdayIn.optional()).strict()
const games = z
  .array(field.gameMode)
  .max(GAME_MODES.length)
  .refine((list) => new Set(list).size === list.length, 'Each game can be listed once')

const digit = z
  .string()
  .regex(/^([0-9]|-)?$/, 'Digit must be one figure, 0 to 9')
  .optional()
const panna = z
  .string()
  .regex(/^([0-9]{3}|-)?$/, 'Panna must be three figures, 000 to 999')
  .optional()

const basics = {
  name: field.name(60),
  name_hindi: field.text(60).trim().optional(),
  open_time: field.time('Open time is required'),
  close_time: field.time('Close time is required'),
}

export const list = endpoint({
  ...reads('list'),
  path: '/admin/market/getAll',
  description: 'Lists all markets with their times and the digits of their current draw.',
  answer: z.object({ data: z.array(market) }),
  failed: 'Failed to fetch markets',
})

export const listCsv = csvOf(list)

export const get = endpoint({
  ...reads('act'),
  path: '/admin/market/getById',
  description:
    "Shows one market. With `date` the digits are those of that day's draw instead of the current one's.",
  body: z.object({ id: field.marketId, date: field.filter(field.day) }),
  answer: z.object({ data: market }),
  failed: 'Failed to fetch market details',
  refusals: [404],
})

/** Digits that a new market is declared with. */
const DIGITS = ['open_digit', 'open_panna', 'close_digit', 'close_panna']

export const create = endpoint({
  ...writes('settings', 'fields'),
  path: '/admin/market/create',
  description:
    "Creates a market. Flags default to true, `tag` to 'global', weekdays to on with the market's own " +
    'times. Digits that are sent are declared at once; `warnings` says what should be looked at twice in them.',
  fieldRights: Object.fromEntries(DIGITS.map((digit) => [digit, 'declare' as const])),
  freshFields: DIGITS,
  body: z.object({
    ...basics,
    status: z.boolean().default(true),
    market_status: z.boolean().default(true),
    is_active: z.boolean().default(true),
    tag: field.text(40).trim().default('global'),
    games: games.default([]),
    market_off_day: weekdaysIn.default({}),
    open_digit: digit,
    open_panna: panna,
    close_digit: digit,
    close_panna: panna,
  }),
  answer: z.object({ data: market, warnings: z.array(z.string()) }),
  failed: 'Failed to create market',
  refusals: [409],
})

export const update = endpoint({
  ...writes('settings', 'fields'),
  path: '/admin/market/update',
  description:
    'Changes a market, by `id` or `_id`. It never writes a digit: results are declared and reverted, not ' +
    'edited. What is not sent stays. With `basedOn`, the `updatedAt` of what it was made from, it is refused ' +
    'where another administrator saved since.',
  freshFields: ['open_time', 'close_time', 'market_off_day'],
  body: z
    .object({
      id: field.marketId.optional(),
      _id: field.marketId.optional(),
      ...basics,
      status: z.boolean().optional(),
      market_status: z.boolean().optional(),
      is_active: z.boolean().optional(),
      tag: field.text(40).trim().optional(),
      games: games.optional(),
      market_off_day: weekdaysIn.optional(),
      basedOn: field.instant.optional(),
    })
    .refine((body) => body.id !== undefined || body._id !== undefined, {
      error: 'Market ID is missing',
      path: ['id'],
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    }),
  answer: z.object({ data: market }),
  failed: 'Failed to update market',
  refusals: [404, 409],
})

export const remove = endpoint({
  ...writes('settings', 'entered'),
  path: '/admin/market/delete',
  description:
    'Deletes a market. It is refused while the market has running bids; otherwise the market leaves ' +
    'every list and its history stays.',
  body: z.object({ id: field.marketId }),
  failed: 'Failed to delete market',
  refusals: [404, 409],
})
