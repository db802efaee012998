/** Find anything: one text, held against all that has a name or a number. */
import { fieldsFor } from '@munim/core'
import { z } from 'zod'
import { bidRow } from './bids.ts'
import { dataOf, endpoint, reads } from './endpoint.ts'
import { postingShown } from './reports.ts'
import * as field from './schema.ts'
import { userName } from './users.ts'

/** Of each group so many are answered; whether there are more is said. */
export const FOUND_AT_MOST = 5

const GROUPS = ['players', 'requests', 'bids', 'postings', 'draws', 'markets'] as const

const player = userName
  .extend({
    wallet: field.rupees,
    isApproved: z.boolean(),
    isBlocked: z.boolean(),
    by: z.enum(['id', ...fieldsFor('searched')]).describe('What of the player holds the text'),
    holds: z.string().describe("What is in that field; '' of the number"),
  })
  .meta({ id: 'FoundPlayer', description: 'A player who was found, and why' })

const request = field.named('FoundRequest', 'A request that was found, and why', {
  id: z.int(),
  kind: field.requestKind,
  status: field.requestStatus,
  amount: field.rupees,
  User: userName,
  ref_id: z.string(),
  note: z.string(),
  by: z.enum(['id', 'reference', 'note']),
  createdAt: field.instant,
})

const draw = field.named('FoundDraw', "A market's draw of a day, with what is declared", {
  id: z.int(),
  marketId: z.int(),
  name: z.string(),
  date: field.day,
  ...field.fourMarks,
})

const market = field.named('FoundMarket', 'A market by either of its names', {
  id: z.int(),
  name: z.string(),
  name_hindi: z.string(),
  ...field.shownTimes,
})

export const anything = endpoint({
  ...reads('report'),
  path: '/admin/find',
  description:
    'Finds players by name in any order, number, mobile in any spelling, account or its end, UPI ID and IFSC; requests by ' +
    'number and reference, paid, pending or rejected; bids, postings and draws by number, draws by market and day, ' +
    'markets by either name. A name needs three letters.',
  body: z.object({ text: field.required(100, 'Text is missing') }),
  answer: dataOf({
    players: z.array(player),
    requests: z.array(request),
    bids: z.array(bidRow),
    postings: z.array(postingShown),
    draws: z.array(draw),
    markets: z.array(market),
    more: z.array(z.enum(GROUPS)).describe('The groups of which more was found than is answered'),
  }),
  failed: 'Failed to search',
})
