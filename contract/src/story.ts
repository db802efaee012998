/** One player's story: what moved the wallet and what happened beside it, by day; and the internal notes on a player. */
import { POSTING_KINDS, TRANSFER_WORDS } from '@munim/core'
import { z } from 'zod'
import { csvOf, dataOf, endpoint, reads, writes } from './endpoint.ts'
import { playKind, playPeriod, playSide } from './protection.ts'
import type { Right } from './rights.ts'
import * as field from './schema.ts'

/** What a line of the story may be; a deposit that was credited is both money and a request. */
export const STORY_KINDS = ['money', 'bids', 'results', 'requests', 'sign_ins', 'changes', 'notes'] as const

/** Who acts on a player's account or money reads and writes the notes on them. */
export const NOTE_RIGHTS = ['people', 'funds', 'deposits', 'withdrawals'] as const satisfies readonly Right[]

export const PLAYER_NOTE_MAX = 500

const storyBid = field.named('StoryBid', "The bid that a posting belongs to. Empty fields are '-'.", {
  id: z.int(),
  ...field.bet,
  status: field.bidStatus,
})

const storyPosting = field.named('StoryPosting', 'A posting of a line; `balance` is what it left', {
  id: z.int(),
  amount: field.rupees,
  balance: field.rupees,
  bid: storyBid.nullable(),
})

const at = { at: field.instant }
const actorName = z
  .string()
  .describe("The administrator's name, else who or what acted: 'player:7', 'provider', 'auto'")

const moved = field.named(
  'StoryMoved',
  'What moved at once: a slip of bids, what one declaration paid, or a single posting. The latest posting first',
  {
    is: z.literal('moved'),
    ...at,
    kind: z.enum(POSTING_KINDS),
    transfer_type: z.enum(TRANSFER_WORDS),
    type: z.enum(field.SIDES),
    amount: field.rupees,
    balance: field.rupees.describe('What it left'),
    status: z.enum(['completed', 'pending', 'rejected']).describe('Of a withdrawal; else completed'),
    note: z.string(),
    ref_id: z.string(),
    method: z.string(),
    requestId: z.int().nullable(),
    other: z
      .object({ id: z.int(), user_name: z.string() })
      .nullable()
      .describe('The other end of a transfer'),
    actorName,
    postings: z.array(storyPosting),
  },
)

const request = field.named('StoryRequest', 'What was asked for, or decided, without a posting of its own', {
  is: z.literal('request'),
  ...at,
  id: z.int(),
  kind: field.requestKind,
  step: z.enum(['asked', 'paid', 'rejected']),
  status: field.requestStatus.describe('As of now'),
  amount: field.rupees,
  ref_id: z.string(),
  note: z.string(),
  method: z.string(),
  actorName,
})

const signedIn = field.named('StorySignIn', 'The last sign-in with one device', {
  is: z.literal('signed in'),
  ...at,
})

const changed = field.named(
  'StoryChange',
  "What changed of the account. `after` holds a flag's new value; of all else only that it changed",
  {
    is: z.literal('changed'),
    ...at,
    what: z.enum(['registered', 'payee', 'account']),
    after: z.record(z.string(), z.union([z.boolean(), z.literal('changed')])),
    actorName,
  },
)

const limited = field.named('StoryLimit', 'A play limit that was set, changed or ended', {
  is: z.literal('limited'),
  ...at,
  side: playSide,
  kind: playKind,
  period: playPeriod,
  amount: field.rupees.nullable().describe('null: no limit any more'),
  from: field.instant.nullable().describe('Since when it is so; null: at once'),
  actorName,
})

const paused = field.named('StoryPause', 'A pause of play that was begun, made longer or ended', {
  is: z.literal('paused'),
  ...at,
  side: playSide,
  until: field.instant.nullable().describe('null: for good'),
  isEnd: z.boolean().describe('It was ended then'),
  actorName,
})

const note = field.named('StoryNote', 'An internal note', {
  is: z.literal('note'),
  ...at,
  id: z.int(),
  text: z.string(),
  actorName,
})

const storyDay = field.named(
  'StoryDay',
  'An Indian day with lines, the latest first; opening + came - went = closing, whatever is asked for',
  {
    day: field.day,
    opening: field.rupees,
    came: field.rupees,
    went: field.rupees,
    closing: field.rupees,
    lines: z.array(z.discriminatedUnion('is', [moved, request, signedIn, changed, limited, paused, note])),
  },
)

const place = field.named('StoryPlace', 'Where a page of a story ended: `next` of its answer', {
  day: field.day,
  posting: z.int().min(0).describe('Of what moved all before this posting is left'),
  moment: field.instant,
  tie: field.text(100).describe('Beside the moment, which of the events at it was the last'),
})

export const story = endpoint({
  ...reads('list'),
  path: '/admin/user/getStory',
  description:
    "Tells what happened to one player's wallet and account, the latest first, in pages of some hundred lines. " +
    "A posting counts on the day of its moment, or on an earlier one where a later posting does: the ledger's " +
    'numbers tell what came first. `kinds` leaves those lines; `before` is the `next` of the page before. Notes ' +
    'are told to who may write them.',
  body: z.object({
    id: field.userId,
    kinds: field.filter(z.array(z.enum(STORY_KINDS)).max(STORY_KINDS.length)),
    ...field.days,
    before: field.filter(place),
  }),
  answer: dataOf({
    wallet: field.rupees.describe('Now'),
    running: field.rupees
      .nullable()
      .describe('Staked on bids that nothing decided yet; null on the pages after the first'),
    days: z.array(storyDay),
    next: place.nullable().describe('null where nothing is left'),
  }),
  failed: "Failed to fetch the player's story",
  refusals: [404],
})

export const addNote = endpoint({
  ...writes(NOTE_RIGHTS, 'entered'),
  path: '/admin/user/addNote',
  description:
    'Keeps an internal note on a player, which is never changed and goes when the player is deleted.',
  body: z.object({ id: field.userId, text: field.required(PLAYER_NOTE_MAX, 'Note is empty') }),
  failed: 'Failed to add the note',
  refusals: [404],
})

export const storyCsv = csvOf(story)
