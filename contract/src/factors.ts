/** Second factors of administrators: an authenticator app and recovery codes beside the password (decision 36). */
import { z } from 'zod'
import { endpoint, nothing } from './endpoint.ts'
import * as field from './schema.ts'

const own = { access: 'admin', right: 'own', effect: 'write' } as const

export const FACTOR_NAME_MAX = 40
const name = field.name(FACTOR_NAME_MAX)
const code = field.required(40, 'Code is required')

const factor = field.named('Factor', "An administrator's second factor", {
  id: z.int(),
  kind: z.enum(['totp']).describe('totp: the codes of an authenticator app (RFC 6238)'),
  name: z.string(),
  createdAt: field.instant,
  lastUsedAt: field.instant.nullable().describe('null where it was not used since it was set up'),
})

export const list = endpoint({
  path: '/admin/factors/getAll',
  description: "Lists the administrator's own second factors, the first set up first.",
  access: 'admin',
  right: 'own',
  effect: 'read',
  body: nothing,
  answer: z.object({
    data: z.object({
      factors: z.array(factor),
      codesLeft: z.int().describe('Recovery codes that were not used'),
      isRequired: z.boolean().describe('Every administrator must have a second factor'),
    }),
  }),
  failed: 'Failed to fetch your second factors',
})

/** What a factor that was entered opens: sent as the header Factor-Proof, it is what a fresh factor is known by. */
const proof = z.string().describe('Goes along in the header Factor-Proof, for five minutes')

export const enter = endpoint({
  ...own,
  path: '/admin/factors/enter',
  description:
    'Enters a second factor: at the sign-in, and again where a call asks for a fresh one. A code counts once. ' +
    'Wrong ones are counted, and slowed (429).',
  factor: 'none',
  isSecret: true,
  body: z.object({ code: code.describe('The six digits of an authenticator app, or a recovery code') }),
  answer: z.object({ data: z.object({ proof, codesLeft: z.int() }) }),
  failed: 'Failed to check the code',
})

/** Who has no factor names the password: a stolen token sets up none. */
const password = field.text(1000).optional().describe('The current password; asked for with the first factor')

export const beginTotp = endpoint({
  ...own,
  path: '/admin/factors/beginTotp',
  description:
    'Begins setting up an authenticator app: answers its secret, which counts once it is finished.',
  factor: 'fresh',
  isSecret: true,
  body: z.object({ password }),
  answer: z.object({
    data: z.object({
      secret: z.string().describe('In base32, to be typed'),
      address: z.string().describe('otpauth://, to be scanned'),
    }),
  }),
  failed: 'Failed to begin',
})

export const finishTotp = endpoint({
  ...own,
  path: '/admin/factors/finishTotp',
  description:
    'Finishes setting up an authenticator app with a code that it shows, within fifteen minutes. The first ' +
    'factor comes with ten recovery codes, which are answered this once.',
  factor: 'entered',
  isSecret: true,
  body: z.object({ name, code }),
  answer: z.object({ data: z.object({ proof, recoveryCodes: z.array(z.string()) }) }),
  failed: 'Failed to set up the second factor',
  refusals: [409],
})

const factorId = field.id('Number is missing')

export const rename = endpoint({
  ...own,
  path: '/admin/factors/rename',
  description: 'Gives one of the own second factors another name.',
  factor: 'entered',
  body: z.object({ id: factorId, name }),
  answer: nothing,
  failed: 'Failed to rename the second factor',
  refusals: [404],
})

export const remove = endpoint({
  ...own,
  path: '/admin/factors/remove',
  description:
    'Removes one of the own second factors, and with the last one the recovery codes. The last one stays where ' +
    'one is required.',
  factor: 'fresh',
  body: z.object({ id: factorId }),
  answer: nothing,
  failed: 'Failed to remove the second factor',
  refusals: [404, 409],
})

export const renewCodes = endpoint({
  ...own,
  path: '/admin/factors/renewCodes',
  description: 'Makes ten new recovery codes, which are answered this once; those before are worth nothing.',
  factor: 'fresh',
  isSecret: true,
  body: nothing,
  answer: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
  failed: 'Failed to make recovery codes',
  refusals: [409],
})
