/** Acts that wait for a second person: what one administrator asked for, and another confirms or declines. */
import { z } from 'zod'
import { msg } from './catalogue.ts'
import { endpoint, listOf, reads, writes } from './endpoint.ts'
import { AMOUNT_NAMES, type Amount, LIMIT_NAMES } from './limits.ts'
import { SECOND_RIGHTS } from './rights.ts'
import * as field from './schema.ts'

/** How the audit names the asking, which is part of the call that waits. */
export const ASKING = '/admin/acts/askSecondPerson'

const ACT_OUTCOMES = ['waiting', 'confirmed', 'declined', 'withdrawn', 'expired'] as const
export const ACT_NOTE_MAX = 500

const values = z.record(z.string(), z.unknown())
const effect = z.object({ before: values, after: values }).nullable()
const act = field.named('WaitingAct', 'An act that waits for a second person, or did', {
  id: z.int(),
  call: z.string().describe('The path of the call'),
  limits: z.array(z.enum(LIMIT_NAMES)).describe('By which it waits'),
  amount: field.rupees.nullable().describe('What counts against the limit, as it was when it was asked for'),
  thing: z.string(),
  thing_id: z.string(),
  subject: z.string().describe("What it is about, in words: a player's name, a market's"),
  asker: z.object({ id: z.int(), userName: z.string() }),
  at: field.instant,
  expiresAt: field.instant,
  outcome: z.enum(ACT_OUTCOMES),
  decidedBy: z.string(),
  decidedAt: field.instant.nullable(),
  note: z.string(),
  effect: effect.describe('What confirming would do now; null where it is decided, or can not be done'),
  picture: z
    .string()
    .optional()
    .describe('The QR code that waits, as a data: address: it is served nowhere else'),
  refusal: z.string().nullable().describe('Why it can not be done as things are now'),
  isOwn: z.boolean(),
  mayDecide: z.boolean().describe('Whether the caller may confirm or decline it'),
  whyOnlyDecline: z
    .string()
    .optional()
    .describe('Why the caller may decline it and not confirm it; missing where that is not so'),
  confirmers: z.array(z.string()).describe('The active administrators who may'),
})

const id = field.id('Act ID is missing')
const decided = z.object({ data: act })

export const list = endpoint({
  ...reads('act', SECOND_RIGHTS),
  path: '/admin/acts/getAll',
  description:
    'Lists the acts that wait for a second person and that the caller may confirm or has asked for, with ' +
    'what each would do now; the oldest first. Of decided ones the latest first.',
  body: field.page.extend({ waits: z.boolean().default(true) }),
  answer: listOf(act).extend({
    isOn: z.boolean().describe('Whether a limit is set, and there are several administrators'),
  }),
  failed: 'Failed to fetch what waits',
})

/** So many are told at once; the rest still waits in the list. */
export const WAITING_AT_MOST = 500

export const waiting = endpoint({
  ...reads('act', ['see', ...SECOND_RIGHTS]),
  path: '/admin/acts/getWaiting',
  description:
    'Shows which acts wait for a second person, the latest first: who asked for which call on what, without what ' +
    `it would do. At most ${WAITING_AT_MOST}.`,
  answer: z.object({
    data: z.array(act.pick({ id: true, call: true, thing: true, thing_id: true, asker: true, at: true })),
    toDecide: z.int().describe('How many wait for the caller'),
  }),
  failed: 'Failed to fetch what waits',
})

export const alone = endpoint({
  ...reads('list', ['see', ...SECOND_RIGHTS]),
  path: '/admin/acts/getAlone',
  description:
    'Shows what the caller may still do today without a second person, in rupees of each limit of an amount: ' +
    'what is above it waits. null where nothing waits by it.',
  answer: z.object({
    data: z.object(
      Object.fromEntries(AMOUNT_NAMES.map((name) => [name, field.rupees.nullable()])) as Record<
        Amount,
        z.ZodNullable<typeof field.rupees>
      >,
    ),
  }),
  failed: 'Failed to fetch what waits',
})

export const confirm = endpoint({
  ...writes(SECOND_RIGHTS, 'fresh'),
  path: '/admin/acts/confirm',
  description:
    'Confirms an act that another administrator asked for: it is done now, as that administrator, and the ' +
    'audit keeps both. Both must have its right. It is refused on a device on which who asked signs in, where passwords that were ' +
    'given tie both and neither is an Owner, and waits on, where it can not be done now. With ' +
    '`basedOn`, the `effect` that getAll answered, it is refused (409) where it would do another thing by now.',
  body: z.object({ id, note: field.text(ACT_NOTE_MAX).trim().optional(), basedOn: effect.optional() }),
  answer: decided,
  failed: 'Failed to confirm',
  refusals: [404, 409],
})

export const decline = endpoint({
  ...writes(SECOND_RIGHTS, 'entered'),
  path: '/admin/acts/decline',
  description:
    'Declines an act that another administrator asked for, with a note. It is not done, so whom passwords that were given ' +
    'tie to who asked may decline it, too.',
  body: z.object({ id, note: field.required(ACT_NOTE_MAX, 'Note is required') }),
  answer: decided,
  failed: 'Failed to decline',
  refusals: [404, 409],
})

export const withdraw = endpoint({
  ...writes(SECOND_RIGHTS, 'entered'),
  path: '/admin/acts/withdraw',
  description: 'Withdraws an act that the caller asked for and that still waits. It is not done.',
  body: z.object({ id }),
  answer: decided,
  failed: 'Failed to withdraw',
  refusals: [404, 409],
})

/** What is answered, with status 202, in place of a call's answer where it waits for a second person. */
export const waits = field.named('Waits', 'Nothing is done yet: another administrator has to confirm it', {
  status: z.literal('waiting'),
  message: z.string(),
  act: z.object({ id: z.int(), expiresAt: field.instant }),
})
export const WAITS = msg('Waits for a second person')
