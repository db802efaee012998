/** Limits on what a number may cost the house in a draw, how much of them is used, and what is beyond them. */
import { GAME_MODES } from '@munim/core'
import { z } from 'zod'
import { csvOf, dataOf, endpoint, listOf, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

const game = z
  .enum(GAME_MODES)
  .nullable()
  .describe('Of what each single pick of this game pays; null: of all that a half pays if a panna comes')
const refuses = z.boolean().describe('Bids that would go beyond it are refused; otherwise it only warns')

const limit = field.named('NumberLimit', 'What a number may cost the house in one draw', {
  scope: z.enum(['house', 'market', 'day']).describe('Every market, this one, or this one on this day'),
  game,
  amount: field.rupees,
  refuses,
  isCurrent: z.boolean().describe('It is the narrowest of its game for this draw'),
  setAt: field.instant,
  actorName: z.string(),
})

export const limits = endpoint({
  ...reads('list'),
  path: '/admin/risk/limits',
  description:
    'Shows the limits on numbers of a draw, without `date` the current one: those of every market, of this one and of ' +
    'this day. Of each game the narrowest holds.',
  body: z.object(field.ofDraw),
  answer: dataOf({ date: field.day, limits: z.array(limit) }),
  failed: 'Failed to fetch the limits on numbers',
  refusals: [404, 409],
})

const given = z
  .array(z.object({ game, amount: field.amount('Please enter a valid amount'), refuses }))
  .max(GAME_MODES.length + 1)
  .refine((all) => new Set(all.map((each) => each.game)).size === all.length, 'A game has one limit')

export const saveLimits = endpoint({
  ...writes('settings', 'fresh'),
  path: '/admin/risk/saveLimits',
  description:
    'Replaces the limits on numbers of every market, of one market, or of one market on one day. They hold for bids ' +
    'placed from now on; what is placed stays. With `basedOn`, the limits that there were when they were read, it is ' +
    'refused where others were set since: 409.',
  body: z
    .object({
      marketId: field.idFilter(field.marketId).describe('Left away: every market'),
      date: field.filter(field.day).describe('Left away: every day'),
      limits: given,
      basedOn: given.optional(),
    })
    .refine(({ marketId, date }) => date === undefined || marketId !== undefined, {
      error: 'A day needs its market',
      path: ['marketId'],
    }),
  answer: dataOf({ limits: z.int().describe('So many hold there now') }),
  failed: 'Failed to set the limits on numbers',
  refusals: [404, 409],
})

export const use = endpoint({
  ...reads('list'),
  path: '/admin/risk/use',
  description:
    'Lists the numbers of a draw that a limit is on and something is staked on, the most used first: what each would ' +
    'cost if it came, and what to stake elsewhere where that is beyond the limit. Without `date` the current draw.',
  body: field.page.extend({
    ...field.ofDraw,
    beyond: z.boolean().default(false).describe('Only those beyond their limit'),
  }),
  answer: listOf(
    field.named('NumberUse', 'A number with its limit, in rupees', {
      half: field.session,
      game,
      betNumbers: z.array(z.string()).describe("The pick's figures; of a limit on all games the panna"),
      bids: z.int(),
      points: field.rupees.describe('The stake that would win'),
      cost: field.rupees.describe('What would be paid'),
      limit: field.rupees,
      refuses,
      used: z.number().describe('The cost in per cent of the limit, with one decimal'),
      beyond: field.rupees.describe('0 where it is within the limit'),
      layOff: z
        .object({ gameMode: field.gameMode, multiplier: z.number(), points: field.rupees })
        .nullable()
        .describe('The stake elsewhere, at the rate of now, that pays what is beyond; null where nothing is'),
    }),
  ).extend({
    date: field.day,
    at: field.instant,
    limits: z.int().describe('So many limits hold for this draw'),
    beyond: z.int().describe('So many numbers are beyond theirs'),
  }),
  failed: 'Failed to fetch the use of the limits',
  refusals: [404, 409],
})

export const useCsv = csvOf(use)
