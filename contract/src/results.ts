/** Results: declaring a draw, taking it back, voiding it, and what was declared before (specification 2 §2, §4, §7). */
import { z } from 'zod'
import { csvOf, dataOf, endpoint, listOf, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

/** A result may be declared for today and this many days before (specification 2 §5). */
export const DAYS_BACK = 7

/** A result as it is typed: '' and '-' are empty. Checked as a whole in core (`readResult`). */
const typed = z.string().max(10).optional()
const onDay = {
  marketId: field.marketId,
  date: z.string({ error: 'Date is required' }).min(1, 'Date is required').pipe(field.day),
}
const manualResult = field.named('ResultBody', "A draw's result as it is typed", {
  ...onDay,
  manualOpenDigit: typed,
  manualOpenPanna: typed,
  manualCloseDigit: typed,
  manualClosePanna: typed,
})

const effect = field.named('Settlement', 'What declaring or reverting did to the players, in rupees', {
  date: field.day,
  winningBids: z.int(),
  players: z.int(),
  paid: field.rupees,
  belowZero: z.int(),
  withdrawalsCancelled: z.int(),
})
const done = field.named('SettlementAnswer', 'Warnings are sentences', {
  data: effect,
  warnings: z.array(z.string()),
})

const declared = manualResult
  .extend({
    confirmEarly: z
      .boolean()
      .optional()
      .describe(
        'It is known that the betting still goes on. Asked for where there are several administrators',
      ),
    basedOn: z
      .array(field.session)
      .optional()
      .describe(
        'The halves that it was to declare when it was decided on: refused (409) where others are new now',
      ),
  })
  .meta({ id: 'DeclareBody', description: "A draw's result as it is typed, to declare it" })

export const declare = endpoint({
  ...writes('declare', 'fresh', ['losses']),
  path: '/admin/result/declare',
  description:
    'Declares the open, or the open and the close, of one draw and pays the winners, all or nothing. The ' +
    'same open given again with the close completes the half result; a different one is refused (409).',
  body: declared,
  answer: done,
  failed: 'Failed to declare result',
  refusals: [404, 409],
})

const reverted = field.named('RevertBody', 'The draw, and what of it to take back', {
  ...field.ofDraw,
  session: field.filter(z.literal('close')),
})

export const revert = endpoint({
  ...writes('revert', 'fresh', ['reverts']),
  path: '/admin/result/revert',
  description:
    'Withdraws what is declared and takes the winnings back. Without `date` the current draw; ' +
    '`session` close: the close alone. With `basedOn`, the `declarations` that previewRevert answered, it is ' +
    'refused (409) where others are declared now, and with its `toldToBank` where more withdrawals may be paid by now.',
  body: reverted.extend({ basedOn: z.array(z.int()).optional(), toldToBank: z.int().min(0).optional() }),
  answer: done,
  failed: 'Failed to revert result',
  refusals: [404, 409],
})

export const previewRevert = endpoint({
  ...reads('act'),
  path: '/admin/result/previewRevert',
  description: 'Tells what reverting would do now. It changes nothing.',
  body: reverted,
  answer: done.extend({
    data: effect.extend({
      toldToBank: z
        .int()
        .describe(
          'Of the withdrawals that would be cancelled: in an open batch, or with an approval that waits for a second person',
        ),
      ofDeleted: field.rupees.describe('Of deleted players, in `paid`: the house writes it off'),
      result: z.object(field.fourMarks).describe('What is declared of the draw'),
      declarations: z.array(z.int()).describe('What of it would be withdrawn, by number'),
    }),
  }),
  failed: 'Failed to revert result',
  refusals: [404, 409],
})

const refund = field.named(
  'VoidRefund',
  'What voiding did or would do: the halves that were undeclared, and the bids, players and rupees refunded',
  {
    date: field.day,
    halves: z.array(field.session),
    refunded: z.int(),
    players: z.int(),
    amount: field.rupees,
  },
)

export const voidDraw = endpoint({
  ...writes('revert', 'fresh', ['reverts']),
  path: '/admin/result/voidDraw',
  description:
    'Voids what is not declared of a draw whose result never comes, at any age. Every bid of it that ' +
    'still runs is cancelled at once, and its stake refunded; the answer comes when all are. Asked again ' +
    'before, it waits too and answers the same. Final: it is neither reverted nor declared afterwards. With ' +
    '`basedOn`, the `halves` that previewVoid answered, it is refused (409) where others are undeclared now.',
  body: z.object({
    ...onDay,
    reason: field.line(field.required(200, 'Reason is required')),
    basedOn: z.array(field.session).optional(),
  }),
  answer: z.object({ data: refund }),
  failed: 'Failed to void the draw',
  refusals: [404, 409],
})

export const previewVoid = endpoint({
  ...reads('act'),
  path: '/admin/result/previewVoid',
  description: 'Tells what voiding would do now. It changes nothing.',
  body: z.object(onDay),
  answer: z.object({
    data: refund.extend({
      ofDeleted: field.rupees.describe('Of deleted players, in `amount`: it goes to the house'),
    }),
  }),
  failed: 'Failed to void the draw',
  refusals: [404, 409],
})

export const toRecover = endpoint({
  ...reads('list'),
  path: '/admin/result/toRecover',
  description:
    'Lists the players whose winnings of this draw were taken back and who are below zero: what is still ' +
    'to be recovered. The deepest first; `owed` is what they owe together.',
  body: field.page.extend(field.ofDraw),
  answer: listOf(z.object({ ...field.playerName, wallet: field.rupees })).extend({ owed: field.rupees }),
  failed: 'Failed to fetch what is to be recovered',
  refusals: [404],
})

export const previous = endpoint({
  ...reads('list'),
  path: '/admin/result/previous',
  description: 'Lists the declared and voided draws of a market, the latest first.',
  body: field.page.extend({ marketId: field.marketId }),
  answer: listOf(z.object({ id: z.int(), date: field.day, ...field.fourMarks, voided: field.voided })),
  failed: 'Failed to fetch previous results',
  refusals: [404],
})

const predictedBid = field.named('PredictedBid', 'A bid that a declaration would decide', {
  id: z.int(),
  userId: z.int(),
  userName: z.string(),
  mobile: z.string(),
  gameMode: field.gameMode,
  session: field.session,
  betNumbers: z.array(z.string()),
  points: field.rupees,
})

export const predict = endpoint({
  ...reads('list'),
  path: '/admin/result/predict',
  description:
    'Tells what declaring this would do, without doing it: the same rule over the same bids. A declared ' +
    'open given again is not counted again. Winners by what they win, losers the newest first, each ' +
    'paged by the server.',
  effect: 'audited-read',
  body: manualResult.extend({
    winnersPage: z.int().min(1).max(1_000_000).default(1),
    losersPage: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(10),
  }),
  answer: z.object({
    data: z.object({
      statistics: z.object({
        total_bets: z.int(),
        winning_bets: z.int(),
        losing_bets: z.int(),
        total_winning_amount: field.rupees,
        total_bet_amount: field.rupees,
        net_house_profit: field.rupees,
      }),
      result_prediction: z.object({ ...field.fourMarks, is_half_result: z.boolean() }),
      /** `potentialBalance` is the wallet with all the player's wins of this prediction. */
      winning_users: z.array(
        predictedBid.extend({ winningAmount: field.rupees, potentialBalance: field.rupees }),
      ),
      losing_users: z.array(predictedBid.extend({ currentWallet: field.rupees })),
      winners_total: z.int(),
      losers_total: z.int(),
      at: field.instant,
    }),
    message: z.string(),
    warnings: z.array(z.string()),
  }),
  failed: 'Failed to predict result',
  refusals: [404, 409],
})

/** Every bid that this would decide, winners and losers, the newest first. */
export const predictCsv = csvOf(predict)

const stake = field.named('Stake', 'What is staked, and on how many bids', {
  points: field.rupees,
  bids: z.int(),
})

export const exposure = endpoint({
  ...reads('act'),
  path: '/admin/result/exposure',
  description:
    'Tells what the house keeps or loses by every outcome still possible. Without `date` the current draw.',
  body: z.object(field.ofDraw),
  answer: dataOf({
    date: field.day,
    at: field.instant,
    halves: z.array(
      z.object({
        half: field.session,
        stake,
        columns: z
          .array(stake.extend({ digit: z.string() }))
          .describe('The ten digits: what is staked on bids that can win only by this digit'),
        /** The 220 pannas in chart order; `result` below zero is a loss for the house. */
        cells: z.array(
          z.object({
            panna: z.string(),
            digit: z.string(),
            points: field.rupees,
            bids: z.int(),
            pays: field.rupees,
            result: field.rupees,
          }),
        ),
      }),
    ),
    carried: stake.nullable(),
    losing: z.object({ outcomes: z.int(), of: z.int() }),
    worst: z.array(
      z.object({
        open: z.string(),
        open_digit: z.string().optional().describe('As it is declared; missing while it is to come'),
        close: z.string().describe('`-` where the close is voided'),
        pays: field.rupees,
        result: field.rupees,
      }),
    ),
  }),
  failed: 'Failed to fetch the exposure',
  refusals: [404, 409],
})

export const exposureCsv = csvOf(exposure)

export const exposureCell = endpoint({
  ...reads('act'),
  path: '/admin/result/exposureCell',
  description:
    'Takes one cell of the exposure apart: the picks that would win if this panna came, what pays most first.',
  body: z.object({ ...field.ofDraw, half: field.session, panna: field.text(3, 'Panna is required') }),
  answer: dataOf({
    date: field.day,
    half: field.session,
    panna: z.string(),
    digit: z.string(),
    stake,
    parts: z.array(
      z.object({
        gameMode: field.gameMode,
        betNumbers: z.array(z.string()),
        multiplier: z.number(),
        points: field.rupees,
        bids: z.int(),
        pays: field.rupees,
      }),
    ),
    result: field.rupees,
  }),
  failed: 'Failed to fetch the exposure',
  refusals: [404, 409],
})

export const fetch = endpoint({
  ...reads('act'),
  path: '/admin/result/fetch',
  description:
    "Asks the source for a draw's result, for review before it is declared. '-' where it is not drawn yet.",
  body: z.object(field.ofDraw),
  answer: z.object({
    data: z.object({
      result: z.object({ ...field.fourMarks }),
      date: field.day,
      source: z.string(),
      fetchedAt: field.instant,
    }),
    warnings: z.array(z.string()),
  }),
  failed: 'Failed to fetch current result for prediction',
  refusals: [404, 409, 502],
})

export const dueHalf = field.named(
  'DueHalf',
  'A half that nobody declared; `since` is the end of its betting, `note` what auto declare found doubtful',
  {
    marketId: z.int(),
    name: z.string(),
    date: field.day,
    half: field.session,
    since: field.instant,
    isEarly: z.boolean().describe('The betting on it still goes on'),
    open_digit: field.mark.describe(
      "The declared open of its draw, which a close is declared with; '-' without one",
    ),
    open_panna: field.mark,
    isCurrent: z.boolean(),
    isStopped: z.boolean(),
    revertedAt: field.instant.nullable().describe('When it was last reverted; null where it never was'),
    note: z.string(),
  },
)

export const due = endpoint({
  ...reads('act'),
  path: '/admin/result/due',
  description:
    'Lists the halves whose moment has passed and that nobody declared, the longest due first. Forgotten ' +
    'draws of past days are among them; with `early` those of the current draws that are still bet on, too.',
  body: z.object({ early: z.boolean().default(false) }),
  answer: z.object({ data: z.array(dueHalf) }),
  failed: 'Failed to fetch markets',
})

export const waiting = endpoint({
  ...reads('act'),
  path: '/admin/result/waiting',
  description:
    "Tells what is staked on the halves of each market's current draw that nothing decided yet. A market " +
    'without such stakes is left out.',
  answer: z.object({ data: z.array(stake.extend({ marketId: z.int(), date: field.day })) }),
  failed: 'Failed to fetch markets',
})
