/** The administrator's sign-in. Tokens are opaque, end after a time, and can be revoked. */
import { z } from 'zod'
import { msg } from './catalogue.ts'
import { anyoneWrites, dataOf, endpoint, reads, writes } from './endpoint.ts'
import { factorKind } from './factors.ts'
import { LANGUAGE_TAGS } from './languages.ts'
import { RIGHT_NAMES } from './rights.ts'
import { instant, named, text, typed } from './schema.ts'

/** How long a session lasts at most, and without use. */
export const SESSION_DAYS = 7
export const IDLE_HOURS = 12

export const PASSWORD_MIN = 6
export const SHORT_PASSWORD = msg('Password must be at least 6 characters long')
export const SHORT_NEW_PASSWORD = msg('New password must be at least 6 characters long')
const PASSWORD_MAX = 200

export const newPassword = typed(PASSWORD_MAX, 'New password is required')
  .min(1, 'New password is required')
  .min(PASSWORD_MIN, SHORT_NEW_PASSWORD)

export const login = endpoint({
  ...anyoneWrites,
  path: '/admin/auth/login',
  description:
    'Signs an administrator in and answers the token of the session. A wrong name and a wrong password ' +
    `get the same answer after the same time, and guessing is slowed (429). A token lasts ${IDLE_HOURS} hours after ` +
    `its last use and ${SESSION_DAYS} days at most. Who sends the \`device\` that an earlier sign-in answered is not kept ` +
    'waiting by guesses of strangers.',
  body: z.object({
    userName: text(100, 'User ID is required').min(1, 'User ID is required'),
    password: typed(1000, 'Password is required').min(1, 'Password is required'),
    device: text(200).optional(),
  }),
  answer: z.object({
    token: z.string(),
    device: z.string(),
    needs: z
      .literal('factor')
      .optional()
      .describe('Until the second factor is entered with this token, no other call is answered'),
    factors: z.array(factorKind).optional().describe('With `needs`: which of them can be entered, each once'),
  }),
  failed: 'Failed to sign in',
  refusals: [401],
})

export const logout = endpoint({
  ...writes('own', 'none'),
  path: '/admin/auth/logout',
  description: 'Ends this session on the server too. The token is worth nothing afterwards.',
  failed: 'Failed to sign out',
})

export const resetPassword = endpoint({
  ...writes('own', 'fresh'),
  path: '/admin/auth/resetPassword',
  description: "Changes the administrator's own password and ends all their other sessions.",
  body: z.object({
    password: typed(1000, 'Current password is required').min(1, 'Current password is required'),
    newPassword,
  }),
  failed: 'Failed to reset password',
})

export const whoAmI = endpoint({
  ...reads('act', 'own'),
  path: '/admin/auth/whoAmI',
  description:
    'Tells who is signed in and what they may do, and whether the installation holds demonstration data.',
  answer: dataOf({
    id: z.int(),
    userName: z.string(),
    role: z.string(),
    rights: z.array(z.enum(RIGHT_NAMES)),
    mustChangePassword: z
      .boolean()
      .describe('Until it is changed, no call but those of the own account is answered'),
    mustSetUpFactor: z
      .boolean()
      .describe('Every administrator must have a second factor, and this one has none: the same until then'),
    isDemonstration: z.boolean(),
    language: z
      .string()
      .nullable()
      .describe('The tag of the language that was chosen in the panel; null where none was'),
    confirms: z.boolean().describe('Acts above a limit wait for a second person'),
    newDevices: z
      .array(z.object({ id: z.string(), at: instant, address: z.string(), browser: z.string() }))
      .describe(
        "Devices that signed in to this account for the first time in the last week, after this session's",
      ),
  }),
  failed: 'Failed to fetch the session',
})

export const setLanguage = endpoint({
  ...writes('own', 'entered'),
  path: '/admin/auth/setLanguage',
  description:
    "Keeps the language of the panel for the caller, for all their browsers. Calls are answered in their request's.",
  isUnaudited: true,
  body: z.object({
    language: z.enum(LANGUAGE_TAGS, { error: 'Language is missing' }),
  }),
  failed: 'Failed to save the language',
})

/** A session or a device is named by its stored hash. */
export const hash = z.string('ID is missing').regex(/^[0-9a-f]{64}$/, 'ID is missing')

export const sessions = endpoint({
  ...reads('list', 'own'),
  path: '/admin/auth/getSessions',
  description: "Lists the administrator's own sessions, the last used first.",
  answer: z.object({
    data: z.array(
      named('AdminSession', 'Where an administrator is signed in', {
        id: z.string(),
        createdAt: instant,
        lastUsedAt: instant.describe('To the minute'),
        address: z.string().describe('From which it was begun; empty where that was before it was kept'),
        browser: z.string().describe('The User-Agent that it was begun with'),
        isThis: z.boolean(),
      }),
    ),
  }),
  failed: 'Failed to fetch your sessions',
})

export const endSession = endpoint({
  ...writes('own', 'entered'),
  path: '/admin/auth/endSession',
  description: "Ends one of the administrator's own sessions.",
  body: z.object({ id: hash }),
  failed: 'Failed to end the session',
  refusals: [404],
})

export const refuseDevice = endpoint({
  ...writes('own', 'entered'),
  path: '/admin/auth/refuseDevice',
  description:
    "Forgets a device that is new to the account and ends its sessions. It can't be the older one that is refused.",
  body: z.object({ id: hash }),
  failed: 'Failed to refuse the device',
  refusals: [404],
})
