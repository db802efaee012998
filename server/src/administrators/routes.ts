/** Administrators and roles over HTTP. */
import { api, type Endpoint, type Input } from '@munim/contract'
import { isCommonPassword } from '../auth/common-passwords.ts'
import { hashPassword } from '../auth/password.ts'
import type { Db } from '../database/db.ts'
import { listFactors } from '../factors/queries.ts'
import { type Foresee, foresee, lockAdministrators, withdrawActsOf } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { Refusal } from '../refusal.ts'
import {
  changeAdministrator,
  changeRole,
  createAdministrator,
  createRole,
  findOther,
  foreseeChange,
  foreseeCreating,
  foreseeRole,
  removeRole,
} from './change.ts'
import {
  endSessionsOf,
  listAdministrators,
  readFactorSettings,
  writeFactorSettings,
  writeFirstPassword,
} from './queries.ts'
import { checkFactors, removeFactors } from './remove-factors.ts'

export function administratorRoutes(app: App): void {
  serve(app, api.administrators.list, async (db) => ({ data: await listAdministrators(db) }))

  serve(
    app,
    api.administrators.create,
    async (db, { userName, roleId }, caller, hash: string) => {
      await createAdministrator(db, { userName, roleId, hash }, caller)
    },
    (_database, { password }) => hashFirst(password),
  )

  serve(app, api.administrators.update, changeAdministrator)

  serve(
    app,
    api.administrators.setPassword,
    async (db, { id }, caller, hash: string) => {
      await lockAdministrators(db)
      const { userName } = await findOther(db, id, caller)
      await writeFirstPassword(db, id, hash)
      const ended = await endSessionsOf(db, id)
      const after = { userName, password: 'given', sessionsEnded: ended }
      caller.trail.push({ subject: 'admin', id, after })
      await withdrawActsOf(db, id, caller)
    },
    (_database, { password }) => hashFirst(password),
  )

  serve(app, api.administrators.endSessions, async (db, { id }, caller) => {
    await lockAdministrators(db)
    const { userName } = await findOther(db, id, caller)
    const after = { userName, sessionsEnded: await endSessionsOf(db, id) }
    caller.trail.push({ subject: 'admin', id, after })
    await withdrawActsOf(db, id, caller)
  })

  serve(app, api.administrators.removeFactors, async (db, { id, basedOn }, caller) => {
    await lockAdministrators(db)
    const { userName } = await findOther(db, id, caller)
    const removed = await removeFactors(db, { id, userName }, basedOn)
    caller.trail.push({ subject: 'admin', id, after: { userName, ...removed } })
    await withdrawActsOf(db, id, caller)
  })

  serve(app, api.administrators.requireFactors, async (db, sent, caller) => {
    await checkOwnFactor(db, caller.id)
    const before = await readFactorSettings(db, 'lock')
    const { factorRequired = before.factorRequired, factorLimit = before.factorLimit } = sent
    await writeFactorSettings(db, { factorRequired, factorLimit })
    caller.trail.push({ subject: 'security', id: 'factors', ...changeOf(before, sent) })
  })

  administratorsForeseen(app)

  serve(app, api.administrators.createRole, createRole)

  serve(app, api.administrators.updateRole, changeRole)

  serve(app, api.administrators.removeRole, async (db, { id }, caller) => {
    await removeRole(db, id, caller)
  })
}

function administratorsForeseen(app: App): void {
  const tells = <E extends Endpoint>(endpoint: E, told: Foresee<Input<E>>) =>
    foresee(app, endpoint, async (db, asked) => {
      // No role nor its rights change between this and what is done.
      if (asked.isAsked) await lockAdministrators(db)
      return told(db, asked)
    })
  tells(api.administrators.create, (db, { input, by }) => foreseeCreating(db, input, by))
  tells(api.administrators.update, (db, { input, by }) => foreseeChange(db, input, by))
  tells(api.administrators.setPassword, async (db, { input: { id }, by }) => {
    const { userName } = await findOther(db, id, by)
    const after = { userName, password: 'given' }
    return { subject: 'admin', id, before: {}, after, name: userName, limits: ['guards'] }
  })
  tells(api.administrators.removeFactors, async (db, { input: { id, basedOn }, by }) => {
    const { userName } = await findOther(db, id, by)
    const settled = { basedOn: await checkFactors(db, { id, userName }, basedOn) }
    const after = { userName, factors: 'removed' }
    return { subject: 'admin', id, before: {}, after, name: userName, limits: ['guards'], settled }
  })
  tells(api.administrators.requireFactors, async (db, { input, by, isAsked }) => {
    await checkOwnFactor(db, by.id)
    const change = changeOf(await readFactorSettings(db, isAsked ? 'lock' : 'read'), input)
    if (Object.keys(change.after).length === 0) return null
    return { subject: 'security', id: 'factors', name: '', limits: ['guards'], ...change }
  })
  tells(api.administrators.updateRole, (db, { input, by }) => foreseeRole(db, input, by))
}

/** Of who asks for it, also where another administrator confirms it. */
async function checkOwnFactor(db: Db, id: number): Promise<void> {
  if ((await listFactors(db, id)).factors.length > 0) return
  throw new Refusal(409, 'Set up a second factor of your own first')
}

/** The hash of a password that is given to another administrator; one that is guessed first is refused. */
async function hashFirst(password: string): Promise<string> {
  if (await isCommonPassword(password))
    throw new Refusal(400, 'This password is one of those that are guessed first: choose another')
  return hashPassword(password)
}
