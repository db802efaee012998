/** What needs a person, whatever screen is open: books that differ, auto declare that stopped, push refused, an old backup … */
import { z } from 'zod'
import { endpoint, reads, writes } from './endpoint.ts'
import { SECOND_RIGHTS } from './rights.ts'
import * as field from './schema.ts'

const ALERTS_AT_MOST = 200
const id = field.text(100)

const alert = field.named('Alert', 'Something that needs a person, for as long as it does', {
  id: id.describe('Another one where the same comes again after it was mended'),
  kind: z.enum([
    'books',
    'declare',
    'push',
    'backup',
    'confirm',
    'look',
    'day',
    'limits',
    'disk',
    'anchors',
    'device',
  ]),
  sentence: z.string(),
  since: field.instant,
  address: z
    .string()
    .nullable()
    .describe('Where in the panel it is mended; null where that is done on the server'),
  isSeen: z.boolean().describe('By the caller'),
})

/** A kind is told to who has the right to mend it; differing books to who may see. */
const RIGHTS_TOLD = ['see', 'messages', ...SECOND_RIGHTS] as const

export const list = endpoint({
  ...reads('act', RIGHTS_TOLD),
  path: '/admin/alerts/getAll',
  description:
    'Lists what needs a person now and falls to the caller, the gravest first: the books differ or are not checked, auto ' +
    'declare stopped, refunds of a void are not paid, numbers are beyond their limits, acts wait to be confirmed, something is to be looked at, push is refused, the last backup is old, the disk is nearly full, the books can not be signed, an administrator has a new device, a day waits to be closed. ' +
    'What is mended is not listed any more.',
  answer: z.object({ data: z.array(alert) }),
  failed: 'Failed to fetch what needs you',
})

export const see = endpoint({
  ...writes(RIGHTS_TOLD, 'entered'),
  path: '/admin/alerts/see',
  description:
    'Keeps that the caller has seen these alerts, for 31 days; other administrators have not. Of what is not listed nothing is kept.',
  isUnaudited: true,
  body: z.object({ ids: z.array(id).min(1).max(ALERTS_AT_MOST) }),
  failed: 'Failed to keep what you have seen',
})
