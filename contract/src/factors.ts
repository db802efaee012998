/** Second factors of administrators: authenticator apps, passkeys and recovery codes beside the password (decision 36). */
import { z } from 'zod'
import { dataOf, endpoint, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'

export const FACTOR_NAME_MAX = 40
const name = field.name(FACTOR_NAME_MAX)
const code = field.required(40, 'Code is required')

const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]
export const factorKind = z
  .enum(FACTOR_KINDS)
  .describe('totp: the codes of an authenticator app (RFC 6238); passkey: a credential of WebAuthn')

const factor = field.named('Factor', "An administrator's second factor", {
  id: z.int(),
  kind: factorKind,
  name: z.string(),
  createdAt: field.instant,
  lastUsedAt: field.instant.nullable().describe('null where it was not used since it was set up'),
})

export const list = endpoint({
  ...reads('act', 'own'),
  path: '/admin/factors/getAll',
  description: "Lists the administrator's own second factors, the first set up first.",
  answer: dataOf({
    factors: z.array(factor),
    codesLeft: z.int().describe('Recovery codes that were not used'),
    isRequired: z.boolean().describe('Every administrator must have a second factor'),
  }),
  failed: 'Failed to fetch your second factors',
})

/** What a factor that was entered opens: sent as the header Factor-Proof, it is what a fresh factor is known by. */
const proof = z.string().describe('Goes along in the header Factor-Proof, for five minutes')

export const enter = endpoint({
  ...writes('own', 'none'),
  path: '/admin/factors/enter',
  description:
    'Enters a second factor: at the sign-in, and again where a call asks for a fresh one. A code counts once. ' +
    'Wrong ones are counted, and slowed (429).',
  isSecret: true,
  body: z.object({ code: code.describe('The six digits of an authenticator app, or a recovery code') }),
  answer: dataOf({ proof, codesLeft: z.int() }),
  failed: 'Failed to check the code',
})

/** Bytes as the browser writes them: base64url without padding. */
const bytes = (max: number) => field.text(max).regex(/^[A-Za-z0-9_-]+$/, 'This is no answer of a passkey')
const CREDENTIAL_ID_MAX = 1364
const MOST_BYTES = 16_000
/** What the browser answered, with these parts beside what it was asked. */
const passkey = <S extends z.ZodRawShape>(response: S) =>
  z.object({
    id: bytes(CREDENTIAL_ID_MAX),
    response: z.object({ clientDataJSON: bytes(MOST_BYTES), ...response }),
  })

const passkeyName = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})
const description = 'as navigator.credentials takes it, its bytes in base64url'

export const askPasskey = endpoint({
  ...writes('own', 'none'),
  path: '/admin/factors/askPasskey',
  description:
    "Asks for one of the own passkeys: answers a challenge, which counts once, for the panel's origin. " +
    'It comes from PANEL_ORIGIN, else from the header Origin.',
  isSecret: true,
  answer: z.object({
    data: z
      .object({
        challenge: z.string(),
        rpId: z.string(),
        allowCredentials: z.array(passkeyName),
        timeout: z.int(),
        userVerification: z.literal('required'),
      })
      .describe(`PublicKeyCredentialRequestOptionsJSON, ${description}`),
  }),
  failed: 'Failed to ask for a passkey',
  refusals: [409],
})

export const enterPasskey = endpoint({
  ...writes('own', 'none'),
  path: '/admin/factors/enterPasskey',
  description:
    'Enters a passkey as a second factor, within fifteen minutes of askPasskey. Wrong ones are counted, and slowed (429).',
  isSecret: true,
  body: z.object({
    passkey: passkey({ authenticatorData: bytes(MOST_BYTES), signature: bytes(MOST_BYTES) }).describe(
      'AuthenticationResponseJSON',
    ),
  }),
  answer: dataOf({ proof, codesLeft: z.int() }),
  failed: 'Failed to check the passkey',
})

/** Who has no factor names the password: a stolen token sets up none. */
const password = field
  .typed(1000)
  .optional()
  .describe('The current password; asked for with the first factor')

export const beginTotp = endpoint({
  ...writes('own', 'fresh'),
  path: '/admin/factors/beginTotp',
  description:
    'Begins setting up an authenticator app: answers its secret, which counts once it is finished.',
  isSecret: true,
  body: z.object({ password }),
  answer: dataOf({
    secret: z.string().describe('In base32, to be typed'),
    address: z.string().describe('otpauth://, to be scanned'),
  }),
  failed: 'Failed to begin',
})

export const finishTotp = endpoint({
  ...writes('own', 'entered'),
  path: '/admin/factors/finishTotp',
  description:
    'Finishes setting up an authenticator app with a code that it shows, within fifteen minutes. The first ' +
    'factor comes with ten recovery codes, which are answered this once.',
  isSecret: true,
  body: z.object({ name, code }),
  answer: dataOf({ proof, recoveryCodes: z.array(z.string()) }),
  failed: 'Failed to set up the second factor',
  refusals: [409],
})

export const beginPasskey = endpoint({
  ...writes('own', 'fresh'),
  path: '/admin/factors/beginPasskey',
  description: "Begins setting up a passkey: answers a challenge, which counts once, for the panel's origin.",
  isSecret: true,
  body: z.object({ password }),
  answer: z.object({
    data: z
      .object({
        challenge: z.string(),
        rp: z.object({ id: z.string(), name: z.string() }),
        user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
        pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
        excludeCredentials: z.array(passkeyName),
        authenticatorSelection: z.object({
          residentKey: z.literal('preferred'),
          userVerification: z.literal('required'),
        }),
        attestation: z.literal('none'),
        timeout: z.int(),
      })
      .describe(`PublicKeyCredentialCreationOptionsJSON, ${description}`),
  }),
  failed: 'Failed to begin',
})

export const finishPasskey = endpoint({
  ...writes('own', 'entered'),
  path: '/admin/factors/finishPasskey',
  description:
    'Finishes setting up a passkey with what the browser made of it, within fifteen minutes. The first factor ' +
    'comes with ten recovery codes, which are answered this once.',
  isSecret: true,
  body: z.object({
    name,
    passkey: passkey({
      attestationObject: bytes(MOST_BYTES),
      transports: z.array(field.text(40)).max(10).default([]),
    }).describe('RegistrationResponseJSON'),
  }),
  answer: dataOf({ proof, recoveryCodes: z.array(z.string()) }),
  failed: 'Failed to set up the second factor',
  refusals: [409],
})

const factorId = field.id('Number is missing')

export const rename = endpoint({
  ...writes('own', 'entered'),
  path: '/admin/factors/rename',
  description: 'Gives one of the own second factors another name.',
  body: z.object({ id: factorId, name }),
  failed: 'Failed to rename the second factor',
  refusals: [404],
})

export const remove = endpoint({
  ...writes('own', 'fresh'),
  path: '/admin/factors/remove',
  description:
    'Removes one of the own second factors, and with the last one the recovery codes. The last one stays where ' +
    'one is required.',
  body: z.object({ id: factorId }),
  failed: 'Failed to remove the second factor',
  refusals: [404, 409],
})

export const renewCodes = endpoint({
  ...writes('own', 'fresh'),
  path: '/admin/factors/renewCodes',
  description: 'Makes ten new recovery codes, which are answered this once; those before are worth nothing.',
  isSecret: true,
  answer: dataOf({ recoveryCodes: z.array(z.string()) }),
  failed: 'Failed to make recovery codes',
  refusals: [409],
})
