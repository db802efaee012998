/** The book of the day: what the house made of a day's draws, and what moved on its accounts. Amounts in rupees. */
import { POSTING_KINDS } from '@munim/core'
import { z } from 'zod'
import { csvOf, endpoint } from './endpoint.ts'
import * as field from './schema.ts'

const result = {
  bids: z.int().describe('All that were placed, those cancelled since included'),
  stake: field.rupees.describe('What those bids staked'),
  refunded: field.rupees.describe('The stake of bids that were cancelled, one by one or by a void'),
  paid: field.rupees.describe('Wins, less those taken back'),
  running: field.rupees.describe('Stake whose half is neither declared nor voided'),
  kept: field.rupees.describe('Stake less what was refunded, paid and still runs; below zero it was lost'),
  hold: z
    .number()
    .nullable()
    .describe('What was kept in per cent of the stake decided; null where there is none'),
}

const dayResult = field.named('DayResult', 'What the house made of the draws of a business day', {
  day: field.day,
  ...result,
})

/** A day beside the day before and the same weekday of the week before. */
export const dayResults = {
  result: dayResult,
  before: z.object({ dayBefore: dayResult, weekBefore: dayResult }),
}

const movement = field.named(
  'AccountMovement',
  'What the postings of one kind did to an account on a day, or in a month',
  {
    kind: z.enum(POSTING_KINDS),
    postings: z.int(),
    amount: field.rupees.describe(
      'Below zero it was taken from the account; 0 of a transfer between players',
    ),
  },
)

const account = field.named('AccountOfDay', 'Opening and all movements are the closing, to the paisa', {
  account: z
    .enum(['player', 'held', 'game', 'bonus', 'closed', 'cash'])
    .describe('`player`: all wallets together. `cash`: what was brought in less what was paid out'),
  opening: field.rupees,
  movements: z.array(movement),
  closing: field.rupees,
})

const cash = field.named('CashMoved', 'Rupees, and by how many postings', {
  amount: field.rupees,
  postings: z.int(),
})

const onDay = z.object({ day: field.filter(field.day) })

const games = z.array(
  field.named('GameOfDay', 'The bids on one game', { game_mode: field.gameMode, ...result }),
)

const ways = z.array(
  field.named('CashOfDay', 'Money that came in and went out by one way', {
    way: z
      .string()
      .nullable()
      .describe('As the request says (upi, bank …); null: added or deducted by an administrator'),
    in: cash,
    out: cash,
  }),
)

const ofMarket = { marketId: z.int(), market_name: z.string(), ...result }

/** What is kept of a day when it is closed. */
export const daySheet = field.named(
  'DaySheet',
  'What the house made on a business day, and where the money is',
  {
    ...dayResults,
    markets: z.array(field.named('MarketOfDay', "A market's draw of the day", ofMarket)),
    games,
    accounts: z.array(account),
    cash: ways,
  },
)

const { hold: _, ...changed } = result
export const correction = field.named(
  'Correction',
  "By how much a draw's figures became others after its day was closed",
  {
    day: field.day.describe('The closed day that the draw belongs to'),
    marketId: z.int(),
    market_name: z.string(),
    ...changed,
  },
)

export const waitingRequest = field.named(
  'WaitingRequest',
  'A request that was not decided when its day was closed',
  {
    id: z.int(),
    kind: z.enum(['deposit', 'withdraw']),
    amount: field.rupees,
    createdAt: field.instant,
  },
)

const corrected = z.array(
  correction.extend({ sheet: z.int().nullable().describe('null: the next sheet will tell it') }),
)

const closing = field.named(
  'ClosingOfDay',
  'Whether the sheet of a day is kept as it was, and what was corrected since',
  {
    sheet: z
      .object({
        number: z.int().describe('1, 2, 3 …: days are closed one after the other'),
        at: field.instant,
        actorName: z.string().describe('The administrator; `auto`: by itself'),
        corrections: z
          .array(correction)
          .describe('Of draws of days closed before, since the sheet before this one'),
        waiting: z.array(waitingRequest),
      })
      .nullable()
      .describe('null: the day is open, and its figures are those of now'),
    obstacle: z
      .string()
      .nullable()
      .describe('Why an open day can not be closed now, as a sentence; null: it can, or is closed'),
    first: field.day.nullable().describe('The open day that is closed next; null before the first draw'),
    undecided: z
      .array(z.object({ marketId: z.int(), market_name: z.string() }))
      .describe('Of an open day: the markets whose bids wait for a result'),
    corrected: corrected.describe(
      'What became of the draws of a closed day since, and the sheet that tells it',
    ),
  },
)

export const get = endpoint({
  path: '/admin/daybook/get',
  description:
    'Tells what the house made on a business day, by market and by game, and how its accounts moved. Without `day` ' +
    'today. A draw counts wholly with its own day, also past midnight; accounts and cash go by the Indian day of the ' +
    'posting. `before` are the day before and the same weekday of the week before, as whole days. Of a closed day the ' +
    'figures are those it was closed with.',
  access: 'admin',
  right: 'see',
  effect: 'read',
  body: onDay,
  answer: z.object({ data: daySheet.extend({ closing }) }),
  failed: 'Failed to fetch the day book',
})

export const close = endpoint({
  path: '/admin/daybook/close',
  description:
    'Closes the business day that is to be closed next: its sheet is kept as it is now, numbered, and never changed. ' +
    'Refused (409) while the day goes on, a bid of it waits for its result, or an earlier day is open.',
  access: 'admin',
  right: 'declare',
  factor: 'entered',
  effect: 'write',
  body: z.object({ day: field.day }),
  answer: z.object({ data: z.object({ number: z.int().describe('Of the sheet') }) }),
  failed: 'Failed to close the day',
})

export const hours = endpoint({
  path: '/admin/daybook/getHours',
  description:
    "Tells in which hours a business day's bids were placed, the earliest first. An hour without bids is left out; " +
    'draws past midnight have hours of the next day.',
  access: 'admin',
  right: 'see',
  effect: 'read',
  body: onDay,
  answer: z.object({
    data: z.array(
      field.named('HourOfBids', 'An hour of India from its beginning, and the bids placed in it', {
        at: field.instant,
        bids: z.int(),
        stake: field.rupees,
      }),
    ),
  }),
  failed: 'Failed to fetch the day book',
})

export const getCsv = csvOf(get)

const monthResult = field.named('MonthResult', 'What the house made of the draws of a month', {
  month: field.month,
  ...result,
})

export const month = endpoint({
  path: '/admin/daybook/month',
  description:
    'Tells what the house made in a month, by day, by market and by game, and how its accounts moved. Without `month` ' +
    'this one. Draws are told as they are now; `corrected` is by how much those of closed days differ from the sheets ' +
    'of their days, so that both add up to the same.',
  access: 'admin',
  right: 'see',
  effect: 'read',
  body: z.object({ month: field.filter(field.month) }),
  answer: z.object({
    data: z.object({
      result: monthResult,
      days: z.array(dayResult).describe('Those with draws, the earliest first'),
      markets: z.array(field.named('MarketOfMonth', "A market's draws of the month", ofMarket)),
      games,
      accounts: z.array(account),
      cash: ways,
      corrected,
    }),
  }),
  failed: 'Failed to fetch the month book',
})

export const monthCsv = csvOf(month)
