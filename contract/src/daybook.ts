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

const movement = field.named('AccountMovement', 'What the postings of one kind did to an account on a day', {
  kind: z.enum(POSTING_KINDS),
  postings: z.int(),
  amount: field.rupees.describe('Below zero it was taken from the account; 0 of a transfer between players'),
})

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

export const get = endpoint({
  path: '/admin/daybook/get',
  description:
    'Tells what the house made on a business day, by market and by game, and how its accounts moved. Without `day` ' +
    'today. A draw counts wholly with its own day, also past midnight; accounts and cash go by the Indian day of the ' +
    'posting. `before` are the day before and the same weekday of the week before, as whole days.',
  access: 'admin',
  right: 'see',
  effect: 'read',
  body: onDay,
  answer: z.object({
    data: z.object({
      ...dayResults,
      markets: z.array(
        field.named('MarketOfDay', "A market's draw of the day", {
          marketId: z.int(),
          market_name: z.string(),
          ...result,
        }),
      ),
      games: z.array(
        field.named('GameOfDay', 'The bids on one game', { game_mode: field.gameMode, ...result }),
      ),
      accounts: z.array(account),
      cash: z.array(
        field.named('CashOfDay', 'Money that came in and went out by one way', {
          way: z
            .string()
            .nullable()
            .describe('As the request says (upi, bank …); null: added or deducted by an administrator'),
          in: cash,
          out: cash,
        }),
      ),
    }),
  }),
  failed: 'Failed to fetch the day book',
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
