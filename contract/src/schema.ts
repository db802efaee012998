/** The words that bodies and answers are made of. Strict: nothing is coerced, for coercion changes money. */
import {
  GAME_MODES,
  inPlainSigns,
  inRupees,
  MOST_RUPEES,
  POSTING_KINDS,
  paise,
  readDay,
  readRupees,
  readTime,
  WEEKDAYS,
} from '@munim/core'
import { z } from 'zod'
import { t } from './catalogue.ts'

/** An object that is a schema of its own in the API document. */
export const named = <S extends z.ZodRawShape>(id: string, description: string, shape: S) =>
  z.object(shape).meta({ id, description })

/** PostgreSQL's text holds no NUL and no half of a surrogate pair. */
const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
type Wrong = (issue: { path?: PropertyKey[] | undefined }) => string
const fieldIn = ({ path }: Parameters<Wrong>[0]) => path?.join('.') || t('Text')
const unstorable: Wrong = (issue) =>
  t('{field} holds a character that cannot be stored', { field: fieldIn(issue) })

/** Text up to `max` characters, as it was typed, such as a password; `missing` is the sentence where it is no text at all. */
export const typed = (max: number, missing?: string) =>
  z
    .string({ error: (issue) => (issue.code === 'invalid_type' ? missing : undefined) })
    .max(max)
    .refine(storable, { error: unstorable })

/** Control characters but tabs and the ends of lines: unseen where they are typed, and a terminal or a file obeys them. */
const CONTROL = /[^\P{Cc}\0\t\n\r]/gu

/** The same to be read, without control characters. */
export const text = (max: number, missing?: string) =>
  typed(max, missing).overwrite((sent) => sent.replace(CONTROL, ''))

/** Text that must say something once its blanks are cut off. */
export const required = (max: number, missing: string) => text(max, missing).trim().min(1, missing)

/** The same in one line: a title, a reason. */
export const line = (lines: z.ZodString) =>
  lines.overwrite((sent) => sent.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' '))

/** Invisible signs that reverse the order of the text after them: an amount beside such a name reads as another amount. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** So many characters a reference has as it is sent, and in plain signs, which may be more. */
export const REFERENCE_MAX = 60

/** A payment's reference, brought to plain signs: two that look alike are the same, or one payment is credited twice. */
export const reference = (sent: z.ZodType<string>) =>
  sent
    .transform(inPlainSigns)
    .pipe(text(REFERENCE_MAX))
    .refine((plain) => /^[ -~]*$/.test(plain), 'Reference must be of plain letters, digits and signs')

/** A name: one line, shown beside other words. */
export const name = (max: number) =>
  typed(max, 'Name is required')
    .trim()
    .min(1, 'Name is required')
    .refine((sent) => !UNSEEN.test(sent), 'Name holds a character that cannot be seen')

/** A positive whole number, also accepted as its digits in text; `missing` is the sentence where there is none. */
export const id = (missing: string) =>
  z
    .union([z.int(missing).positive(missing), z.string().regex(/^[1-9][0-9]{0,14}$/, missing)], {
      error: missing,
    })
    .transform(Number)

export const userId = id('User ID is missing')
/** Whether the `id` of this body is a player's. */
export const isOfPlayer = (body: z.ZodType) => body instanceof z.ZodObject && body.shape.id === userId

const NO_MARKET_ID = 'Market ID is missing'

export const marketId = z
  .union(
    [
      z.int(NO_MARKET_ID).positive(NO_MARKET_ID).max(2_147_483_647, NO_MARKET_ID),
      z.string().regex(/^[1-9][0-9]{0,8}$/, NO_MARKET_ID),
      z.uuid(),
    ],
    { error: NO_MARKET_ID },
  )
  .transform(String)
  .meta({ id: 'MarketId', description: 'A market by its number or by its UUID (`_id`)' })

export const flag = z.boolean()

/** A filter that is off when it is missing, empty or null; `wrong` is the sentence where what is sent fits nothing. */
export const filter = <S extends z.ZodType>(schema: S, wrong?: Wrong) =>
  z
    .union([z.literal('').transform(() => undefined), z.null().transform(() => undefined), schema], {
      error: wrong,
    })
    .optional()

/** An ID as a filter: left away it is not missing. */
export const idFilter = <S extends z.ZodType>(schema: S) =>
  filter(schema, (issue) => t('{field} must be an ID', { field: fieldIn(issue) }))

export const search = filter(z.string().trim().max(100).refine(storable, { error: unstorable }))

export const order = filter(z.enum(['newest', 'oldest'])).describe(
  'Which rows come first; without it those that are usual for the list. A file has the usual order',
)

export const page = named('Page', 'Page and size of a list; a page past the end is empty, with true totals', {
  page: z.int().min(1).max(1_000_000_000).default(1),
  limit: z.int().min(1).max(100).default(10),
})

/** A number with at most two decimals; `unfit` is the sentence where it has more. */
export const decimal = (min: number, max: number, unfit: string) =>
  z
    .number()
    .min(min)
    .max(max)
    .refine((value) => readRupees(value) !== null, unfit)

/** Rupees on the way in. Paise are whole from here on (`readRupees`). */
export const amount = (invalid: string) =>
  z
    .number({ error: invalid })
    .refine((rupees) => (readRupees(rupees) ?? 0) > 0, invalid)
    .refine((rupees) => rupees <= MOST_RUPEES, {
      error: () => t('Amount must be at most {most}', { most: inRupees(paise(MOST_RUPEES * 100)) }),
    })
    .meta({ description: `Rupees, more than 0 and at most ${MOST_RUPEES}, with at most two decimals` })

/** What is sent in answers; a `meta` with an id names a schema in the API document. */
export const rupees = z
  .number()
  .meta({ id: 'Rupees', description: 'Rupees, with at most two decimals; below zero is owed or lost' })

export const instant = z.iso.datetime().meta({ id: 'Instant', description: 'An instant, ISO 8601 in UTC' })

export const day = z
  .string()
  .refine((text) => readDay(text) !== null, 'Date must be a day of the calendar, as YYYY-MM-DD')
  .meta({ id: 'Day', description: 'A day in India, YYYY-MM-DD', format: 'date' })

export const month = z
  .string()
  .refine(
    (text) => /^[0-9]{4}-[0-9]{2}$/.test(text) && readDay(`${text}-01`) !== null,
    'Month must be one of the calendar, as YYYY-MM',
  )
  .meta({ id: 'Month', description: 'A month in India, YYYY-MM' })

/** A time of day in India, HH:mm. */
export const time = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .refine((text) => readTime(text) !== null, 'Time must be HH:mm')

/** A time of day in an answer. */
const shownTime = z.string().meta({ id: 'Time', description: 'A time of day in India, HH:mm' })

export const shownTimes = { open_time: shownTime, close_time: shownTime }

export const days = { from: filter(day), to: filter(day) }

/** A draw of a market; without its day the current one. */
export const ofDraw = { marketId, date: filter(day) }

export const playerName = { id: z.int(), user_name: z.string(), mobile: z.string() }

export const gameMode = z.enum(GAME_MODES).meta({ id: 'GameMode', description: 'One of the games' })
export const session = z.enum(['open', 'close']).meta({
  id: 'Session',
  description: 'A half of a draw; a jodi and a sangam are of both and count as close',
})

export const eachWeekday = <S extends z.ZodType>(schema: S) =>
  z.object(Object.fromEntries(WEEKDAYS.map((name) => [name, schema])) as Record<(typeof WEEKDAYS)[number], S>)

export const mark = z
  .string()
  .meta({ id: 'Mark', description: "A digit or a panna; '-' where nothing is declared or picked" })

/** A result, or what a bid is on of one. */
export const fourMarks = { open_digit: mark, open_panna: mark, close_digit: mark, close_panna: mark }

/** What a bid is on. */
export const pick = { session, game_mode: gameMode, ...fourMarks }

export const bet = {
  market_name: z.string(),
  market_date: day,
  ...pick,
  points: rupees,
  multiplier: z.number(),
}

/** null where nothing was voided. */
export const voided = z
  .object({
    halves: z.array(session),
    reason: z.string(),
    refunds: z
      .object({ paid: z.int(), of: z.int() })
      .optional()
      .describe('Bids whose refunds are paid; only as long as not all are'),
  })
  .meta({ id: 'Voided', description: "What was voided of a draw, whose digits are then '-', and why" })
  .nullable()

export const SIDES = ['credit', 'debit'] as const
export const REQUEST_KINDS = ['deposit', 'withdraw'] as const
export const requestKind = z.enum(REQUEST_KINDS)
export const requestStatus = z.enum(['pending', 'completed', 'rejected'])

export const BID_STATUSES = ['running', 'win', 'loss', 'cancelled'] as const
export const bidStatus = z
  .enum(BID_STATUSES)
  .meta({ id: 'BidStatus', description: 'Derived from the declarations, never stored' })

/** How many bids a list has of each status, whichever of them is asked for. */
export const bidCounts = named('BidCounts', 'How many there are of each status, over the other filters', {
  running: z.int(),
  win: z.int(),
  loss: z.int(),
  cancelled: z.int(),
})

/** The postings that a bid or a request led to, in the order of the ledger. */
export const postingLine = named(
  'PostingLine',
  'Money that moved for it. `actorName` is who or what moved it',
  { id: z.int(), kind: z.enum(POSTING_KINDS), amount: rupees, at: instant, actorName: z.string() },
)
