/** What a second person should look at: what insiders did, and what only an insider could know. Beside the specification. */
import { z } from 'zod'
import { endpoint, listOf, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

const SUSPICIONS = [
  'early_result',
  'other_result',
  'reverted_bid',
  'moved_times',
  'large_win',
  'unplayed_payout',
  'own_device',
  'own_address',
] as const
/** What 0.2.0 does not know: there, and in `kind`, it is the kind that is nearest to it. */
const NEWER_SUSPICIONS = ['voided_draw', 'lowered_guard', 'sent_on'] as const
export const SUSPICION_KINDS = [...SUSPICIONS, ...NEWER_SUSPICIONS] as const

const player = z.object({ id: z.int(), user_name: z.string() })
const told = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(field.instant)])
const facts = z
  .object({
    newerKind: z.enum(NEWER_SUSPICIONS).describe('What it is, where releases before know no kind of it'),
    winners: z.int().describe('Players who won by the declaration'),
    minutes: z.int().describe('From then to the end of the betting; below zero: after it'),
    isDeclared: z.boolean().describe('A result of the half was, or had been, declared'),
    guard: z.string().describe('The setting, or the game of a limit on numbers, that guards less'),
    before: told.describe('The former result, the moments of open and close, or what the guard was'),
    now: told,
    bids: z.int().describe('That ran when the times were moved, or were refunded by a void'),
    added: field.rupees.describe(
      'Since the last payout, by hand: added, or a deposit that no provider confirmed; also to who sent it on unplayed',
    ),
    staked: field.rupees,
    players: z.int().describe('Who signed in from the address within thirty days'),
  })
  .partial()

const suspicion = field.named('Suspicion', 'Something to look at, and who has', {
  id: z.int(),
  kind: z.enum(SUSPICIONS),
  at: field.instant,
  actorName: z.string(),
  market: z.object({ id: z.int(), name: z.string() }).nullable(),
  market_date: field.day.nullable(),
  half: field.session.nullable(),
  User: player.nullable().describe('Whom it is about; null where it is about a draw'),
  winners: z
    .array(player.extend({ amount: field.rupees }))
    .describe('Of an early or another result: at most five, the largest wins first'),
  bidId: z.int().nullable(),
  requestId: z.int().nullable(),
  amount: field.rupees.nullable(),
  facts,
  lookedAt: field.instant.nullable(),
  lookedBy: z.string(),
  note: z.string(),
})

export const suspicions = endpoint({
  ...reads('list'),
  path: '/admin/reports/suspicions',
  description:
    'Lists what a second person should look at, the newest first; of what nobody looked at the oldest.',
  body: field.page.extend({
    kind: field.filter(z.enum(SUSPICION_KINDS)),
    looked: field.filter(field.flag),
    id: field.idFilter(field.id('Number is missing')),
  }),
  answer: listOf(suspicion),
  failed: 'Failed to fetch what is to be looked at',
})

export const SUSPICION_NOTE_MAX = 500

export const lookAt = endpoint({
  ...writes('see', 'entered'),
  path: '/admin/reports/lookAt',
  description:
    'Keeps that the administrator looked at this, with a note. Who did it, or may be the same person by ' +
    'the device or by passwords that were given, does not look at it while there is another administrator.',
  body: z.object({
    id: field.id('Number is missing'),
    note: field.required(SUSPICION_NOTE_MAX, 'Note is required'),
  }),
  answer: z.object({ data: suspicion }),
  failed: 'Failed to keep the note',
  refusals: [404, 409],
})
