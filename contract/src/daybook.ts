/** The book of the day: what the house made of a day's draws, and what moved on its accounts. Amounts in rupees. */
import { POSTING_KINDS } from '@munim/core'
import { z } from 'zod'
import { csvOf, dataOf, endpoint, listOf, reads, writes } from './endpoint.ts'
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
const daySheet = field.named('DaySheet', 'What the house made on a business day, and where the money is', {
  ...dayResults,
  markets: z.array(field.named('MarketOfDay', "A market's draw of the day", ofMarket)),
  games,
  accounts: z.array(account),
  cash: ways,
})

const { hold: _, ...changed } = result
const correction = field.named(
  'Correction',
  "By how much a draw's figures became others after its day was closed",
  {
    day: field.day.describe('The closed day that the draw belongs to'),
    marketId: z.int(),
    market_name: z.string(),
    ...changed,
  },
)

const waitingRequest = field.named(
  'WaitingRequest',
  'A request that was not decided when its day was closed',
  { id: z.int(), kind: field.requestKind, amount: field.rupees, createdAt: field.instant },
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
  ...reads('report'),
  path: '/admin/daybook/get',
  description:
    'Tells what the house made on a business day, by market and by game, and how its accounts moved. Without `day` ' +
    'today. A draw counts wholly with its own day, also past midnight; accounts and cash go by the Indian day of the ' +
    'posting. `before` are the day before and the same weekday of the week before, as whole days. Of a closed day the ' +
    'figures are those it was closed with.',
  body: onDay,
  answer: z.object({ data: daySheet.extend({ closing }) }),
  failed: 'Failed to fetch the day book',
})

export const close = endpoint({
  ...writes('declare', 'entered'),
  path: '/admin/daybook/close',
  description:
    'Closes the business day that is to be closed next: its sheet is kept as it is now, numbered, and never changed. ' +
    'Refused (409) while the day goes on, a bid of it waits for its result, or an earlier day is open.',
  body: z.object({ day: field.day }),
  answer: dataOf({ number: z.int().describe('Of the sheet') }),
  failed: 'Failed to close the day',
})

export const hours = endpoint({
  ...reads('report'),
  path: '/admin/daybook/getHours',
  description:
    "Tells in which hours a business day's bids were placed, the earliest first. An hour without bids is left out; " +
    'draws past midnight have hours of the next day.',
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

export const market = endpoint({
  ...reads('report'),
  path: '/admin/daybook/market',
  description:
    "Tells what a market's last draws were declared as and what the house made of each, the latest first, and of all of " +
    'them together. With `session` of the bids that are on this half alone.',
  body: z.object({
    marketId: field.marketId,
    session: field.filter(field.session),
    draws: z.int().min(1).max(366).default(30).describe('How many draws, at most'),
  }),
  answer: dataOf({
    result: field.named('DrawsResult', 'What the house made of some draws together', result),
    draws: z.array(
      field.named('DrawResult', 'What a draw was declared as, and what the house made of it', {
        day: field.day,
        ...field.fourMarks,
        voided: field.voided,
        ...result,
      }),
    ),
  }),
  failed: 'Failed to fetch the draws',
  refusals: [404],
})

export const marketCsv = csvOf(market)

const onMonth = z.object({ month: field.filter(field.month) })

const monthResult = field.named('MonthResult', 'What the house made of the draws of a month', {
  month: field.month,
  ...result,
})

export const month = endpoint({
  ...reads('report'),
  path: '/admin/daybook/month',
  description:
    'Tells what the house made in a month, by day, by market and by game, and how its accounts moved. Without `month` ' +
    'this one. Draws are told as they are now; `corrected` is by how much those of closed days differ from the sheets ' +
    'of their days, so that both add up to the same.',
  body: onMonth,
  answer: dataOf({
    result: monthResult,
    days: z.array(dayResult).describe('Those with draws, the earliest first'),
    markets: z.array(
      field.named('MarketOfMonth', "A market's draws of the month", {
        ...ofMarket,
        name_hindi: z.string(),
      }),
    ),
    games,
    accounts: z.array(account),
    cash: ways,
    corrected,
  }),
  failed: 'Failed to fetch the month book',
})

export const monthCsv = csvOf(month)

export const monthPdf = endpoint({
  ...reads('report', 'export'),
  path: '/admin/daybook/monthPdf',
  description:
    'Tells the same month as a PDF file of A4 pages, to print and to send, with its players where their sums are made ' +
    'and they are not too many for a document.',
  factor: 'entered',
  body: onMonth,
  refusals: [409],
  failed: 'Failed to export',
  file: 'application/pdf',
})

const sums = {
  bids: z.int().describe('Placed in the month, those cancelled since included'),
  opening: field.rupees.describe('What the wallet held at the beginning of the month'),
  movements: z
    .array(
      field.named('WalletMovement', 'What the postings of one kind did to a wallet in a month', {
        kind: z.enum(POSTING_KINDS),
        amount: field.rupees.describe('Below zero it was taken from the wallet; of transfers both ways'),
      }),
    )
    .describe('In the order of the account; a kind that moved nothing is left out'),
  kept: field.rupees.describe(
    'Stakes less refunds and wins, by the moment of posting: stakes that still run are in it; below zero the player won more',
  ),
  closing: field.rupees.describe('Opening and all movements'),
}

export const monthPlayers = endpoint({
  ...reads('report'),
  path: '/admin/daybook/monthPlayers',
  description:
    'Lists what each player held, moved, staked and won in a month, by the moment of the posting, and says how far the ' +
    'making of these sums is. They are made when `makeMonthPlayers` asks for it, and are as of then. Without `month` ' +
    'this one. Who neither held nor moved anything is left out; deleted players are in it.',
  body: onMonth.extend({
    sort: field
      .filter(z.enum(['kept', 'lost']))
      .describe(
        'By what the house kept of a player, the most first, or what it lost to them; without it `kept`',
      ),
    ...field.page.shape,
  }),
  answer: z.object({
    making: z
      .object({
        state: z.enum(['running', 'stopped', 'failed']),
        read: z.int().describe('Days that are read'),
        days: z.int().describe('Days that are to be read'),
        at: field.instant.describe('When it was asked for or, if it does not run, when it ended'),
        actorName: z.string().describe('Who asked for it'),
      })
      .nullable()
      .describe('What was asked for last; null where nothing was, or it is what is shown'),
    made: z
      .object({
        at: field.instant.describe('The moment that the sums are of'),
        last: z.int().describe('The last posting of the ledger at that moment'),
        later: z.int().describe('Postings of the month since: they are not in the sums'),
        isOver: z.boolean().describe('The month was over: the sums stay as they are'),
        total: field.named(
          'MonthSums',
          'All players together: the account of the wallets, to the paisa',
          sums,
        ),
      })
      .nullable()
      .describe('null: the sums of this month are not made'),
    ...listOf(
      field.named('PlayerOfMonth', "A player's wallet in a month", {
        userId: z.int(),
        user_name: z.string(),
        mobile: z.string(),
        isDeleted: z.boolean(),
        ...sums,
      }),
    ).shape,
  }),
  failed: "Failed to fetch the players' sums",
})

export const monthPlayersCsv = { ...csvOf(monthPlayers), refusals: [404, 409] as const }

export const makeMonthPlayers = endpoint({
  ...writes('export', 'entered'),
  path: '/admin/daybook/makeMonthPlayers',
  description:
    "Begins to make the players' sums of a month, beside everything else, in place of those made before. Refused (409) " +
    'while they are being made, and before the month begins.',
  body: z.object({ month: field.month }),
  refusals: [409],
  failed: "Failed to make the players' sums",
})

export const stopMonthPlayers = endpoint({
  ...writes('export', 'entered'),
  path: '/admin/daybook/stopMonthPlayers',
  description:
    "Stops the making of a month's players' sums; those made before stay. Refused (409) where it has ended.",
  body: z.object({ month: field.month }),
  refusals: [409],
  failed: "Failed to stop making the players' sums",
})
