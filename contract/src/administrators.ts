/** Administrators as people, and the roles that say what each may do. */
import { MOST_RUPEES } from '@munim/core'
import { z } from 'zod'
import { newPassword } from './auth.ts'
import { endpoint, reads, writes } from './endpoint.ts'
import { RIGHT_NAMES } from './rights.ts'
import * as field from './schema.ts'

const right = z.enum(RIGHT_NAMES)

export const role = field.named('Role', 'A named set of rights; the Owner has every one', {
  id: z.int(),
  name: z.string(),
  rights: z.array(right),
  isBuiltIn: z.boolean(),
  isOwner: z.boolean(),
})

const administrator = field.named('Administrator', 'Who may sign in to the panel', {
  id: z.int(),
  userName: z.string(),
  roleId: z.int(),
  isActive: z.boolean().describe('Whether they may sign in; a blocked one has no session'),
  mustChangePassword: z.boolean().describe('Their password was given to them, and is to be changed first'),
  hasFactor: z.boolean().describe('Whether a second factor is set up'),
  factorIds: z.array(z.int()).describe('Of their second factors, for removeFactors'),
  sessions: z.int(),
  lastSeenAt: field.instant.nullable().describe('To the minute; null where no session is left'),
  createdAt: field.instant,
})

const factorFields = {
  factorRequired: z.boolean(),
  factorLimit: field.decimal(0, MOST_RUPEES, 'Amount must have at most two decimals'),
}

const factorSettings = field.named('FactorSettings', 'What second factor all administrators are asked for', {
  factorRequired: factorFields.factorRequired.describe('Every administrator must have a second factor'),
  factorLimit: field.rupees.describe(
    'So much may be added, deducted, credited and paid out, in all, before a fresh second factor is asked for; 0: nothing',
  ),
})

const administratorId = field.id('Administrator ID is missing')
const roleId = field.id('Role is required')
const userName = field.name(100)
const changed = writes('administrators', 'fresh')
/** Who could otherwise make a second person of their own. */
const guarded = writes('administrators', 'fresh', ['guards'])

export const list = endpoint({
  ...reads('list', 'administrators'),
  path: '/admin/administrators/getAll',
  description: 'Lists the administrators, the first made first, and the roles that they can have.',
  answer: z.object({
    data: z.object({ administrators: z.array(administrator), roles: z.array(role), factors: factorSettings }),
  }),
  failed: 'Failed to fetch administrators',
})

export const create = endpoint({
  ...guarded,
  path: '/admin/administrators/createAdministrator',
  description:
    'Adds an administrator with a first password, which they change when they sign in. Nobody gives a role ' +
    'with a right that they have not.',
  body: z.object({ userName, password: newPassword, roleId }),
  failed: 'Failed to create the administrator',
  refusals: [404, 409],
})

export const update = endpoint({
  ...guarded,
  path: '/admin/administrators/updateAdministrator',
  description:
    'Changes an administrator: the name, the role, whether they are blocked. Nobody does the last two to ' +
    'themselves, and nobody changes who has a right that they have not. One active Owner always remains.',
  body: z
    .object({ id: administratorId, userName, roleId, isActive: z.boolean() })
    .partial({ userName: true, roleId: true, isActive: true })
    .refine((body) => Object.keys(body).length > 1, 'There is nothing to change'),
  failed: 'Failed to update the administrator',
  refusals: [404, 409],
})

export const setPassword = endpoint({
  ...guarded,
  path: '/admin/administrators/setFirstPassword',
  description:
    'Gives another administrator a first password again, which they change when they sign in, and ends their sessions.',
  body: z.object({ id: administratorId, password: newPassword }),
  failed: 'Failed to set the password',
  refusals: [404, 409],
})

export const endSessions = endpoint({
  ...changed,
  path: '/admin/administrators/endSessions',
  description: 'Signs another administrator out everywhere.',
  body: z.object({ id: administratorId }),
  failed: 'Failed to end the sessions',
  refusals: [404, 409],
})

const ofRole = { name: field.name(40), rights: z.array(right).min(1, 'A role needs a right at least') }

export const createRole = endpoint({
  ...changed,
  path: '/admin/administrators/createRole',
  description: 'Adds a role. Nobody makes one with a right that they have not.',
  body: z.object(ofRole),
  failed: 'Failed to create the role',
  refusals: [409],
})

export const updateRole = endpoint({
  ...guarded,
  path: '/admin/administrators/updateRole',
  description:
    'Changes a role that is not built in, of all who have it, from their next call on. With `basedOn`, the role that it was ' +
    'made from, it is refused where another administrator changed that meanwhile.',
  body: z.object({
    id: roleId,
    ...ofRole,
    basedOn: z.object({ name: z.string(), rights: z.array(right) }).optional(),
  }),
  failed: 'Failed to update the role',
  refusals: [404, 409],
})

export const removeRole = endpoint({
  ...changed,
  path: '/admin/administrators/deleteRole',
  description: 'Deletes a role that nobody has and that is not built in.',
  body: z.object({ id: roleId }),
  failed: 'Failed to delete the role',
  refusals: [404, 409],
})

export const removeFactors = endpoint({
  ...guarded,
  path: '/admin/administrators/removeFactors',
  description:
    "Removes another administrator's second factors, who lost them, with their recovery codes, and ends their sessions. " +
    'With `basedOn`, the `factorIds` that the list answered, it is refused (409) where they are others by now.',
  body: z.object({ id: administratorId, basedOn: z.array(z.int()).optional() }),
  failed: 'Failed to remove the second factors',
  refusals: [404, 409],
})

export const requireFactors = endpoint({
  ...guarded,
  path: '/admin/administrators/requireFactors',
  description:
    'Changes what second factor all administrators are asked for. Only who has a second factor does it, so that a stolen ' +
    'token lowers nothing and locks nobody out.',
  body: z
    .object(factorFields)
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'There is nothing to change'),
  failed: 'Failed to update what is asked for',
  refusals: [409],
})
