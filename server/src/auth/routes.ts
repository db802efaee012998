/** The administrator's sign-in over HTTP. */
import { api } from '@munim/contract'
import { isOn, readLimits, withdrawActsOf } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { found, Refusal } from '../refusal.ts'
import {
  changePassword,
  checkOwnPassword,
  holdAdmin,
  readAdmin,
  recogniseAdmin,
  writeLanguage,
} from './admin.ts'
import { type Recognised, rememberDevice } from './devices.ts'
import { endSession } from './own.ts'
import { hashPassword } from './password.ts'
import {
  beginSession,
  endOwnSession,
  findNewDevices,
  listSessions,
  noteRefusedSignIn,
  noteSignIn,
  refuseDevice,
} from './sessions.ts'

export function authRoutes(app: App): void {
  serve(
    app,
    api.auth.login,
    async (db, _input, caller, known: Recognised) => {
      await holdAdmin(db, known)
      const owner = { adminId: known.id }
      const device = await rememberDevice(db, known, owner, { guard: app.guard, onCommit: caller.onCommit })
      const { token, factors } = await beginSession(db, { ...owner, device })
      const isFactorDue = factors.length > 0
      const newDevice = known.device === undefined ? device : undefined
      await noteSignIn(db, api.auth.login.path, { id: known.id, token, newDevice, isFactorDue }, caller)
      return { token, device, ...(isFactorDue && { needs: 'factor' as const, factors }) }
    },
    async (database, input, caller) => {
      try {
        return await recogniseAdmin(app, input, caller)
      } catch (error) {
        // Not waited for: how long the refusal takes says nothing about the name.
        if (error instanceof Refusal && error.status === 401)
          void noteRefusedSignIn(database, api.auth.login.path, input, caller).catch((err) =>
            app.http.log.error({ err }, 'fault'),
          )
        throw error
      }
    },
  )

  serve(app, api.auth.logout, async (db, _input, { id, tokenHash, trail }) => {
    trail.push({ subject: 'admin', id, after: { session: 'ended' } })
    await endSession(db, tokenHash)
  })

  serve(
    app,
    api.auth.resetPassword,
    async (db, _input, caller, hashes: { hash: string; checked: string }) => {
      const { id, tokenHash, trail } = caller
      trail.push({ subject: 'admin', id, after: { password: 'changed' } })
      await changePassword(db, { id, ...hashes, tokenHash })
      await withdrawActsOf(db, id, caller)
    },
    async (_database, { password, newPassword }, caller) => {
      if (password === newPassword)
        throw new Refusal(400, 'New password must be different from current password')
      const checked = await checkOwnPassword(app, password, caller)
      return { hash: await hashPassword(newPassword), checked }
    },
  )

  serve(app, api.auth.whoAmI, async (db, _input, caller) => ({
    data: {
      ...(await readAdmin(db, caller)),
      confirms: isOn(await readLimits(db)),
      newDevices: await findNewDevices(db, caller),
    },
  }))

  serve(app, api.auth.setLanguage, async (db, { language }, { id }) => {
    await writeLanguage(db, id, language)
  })

  serve(app, api.auth.sessions, async (db, _input, caller) => ({ data: await listSessions(db, caller) }))

  serve(app, api.auth.endSession, async (db, { id: session }, caller) => {
    const ended = found(await endOwnSession(db, { session, by: caller }), 'This session has ended')
    caller.trail.push({ subject: 'admin', id: caller.id, before: ended, after: { session: 'ended' } })
  })

  serve(app, api.auth.refuseDevice, async (db, { id: device }, caller) => {
    if (!(await refuseDevice(db, { device, by: caller })))
      throw new Refusal(404, 'There is no such new device')
    caller.trail.push({ subject: 'admin', id: caller.id, after: { device: 'refused' } })
    await withdrawActsOf(db, caller.id, caller)
  })
}
