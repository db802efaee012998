/** The administrator's sign-in over HTTP. */
import { api } from '@munim/contract'
import { openSession } from '../http/caller.ts'
import { type App, serve } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { changePassword, checkOwnPassword, endSession, readAdmin, recogniseAdmin } from './admin.ts'
import { type Recognised, rememberDevice } from './devices.ts'
import { hashPassword } from './password.ts'

const SESSION_DAYS = 7

export function authRoutes(app: App): void {
  serve(
    app,
    api.auth.login,
    async (db, _input, { onCommit }, known: Recognised) => {
      const owner = { adminId: known.id }
      const device = await rememberDevice(db, known, owner, { guard: app.guard, onCommit })
      return { token: await openSession(db, { ...owner, device }, SESSION_DAYS), device }
    },
    (_database, input, caller) => recogniseAdmin(app, input, caller),
  )

  serve(app, api.auth.logout, async (db, _input, { id, tokenHash, trail }) => {
    trail.push({ subject: 'admin', id, after: { session: 'ended' } })
    await endSession(db, tokenHash)
    return {}
  })

  serve(
    app,
    api.auth.resetPassword,
    async (db, _input, { id, tokenHash, trail }, hash: string) => {
      trail.push({ subject: 'admin', id, after: { password: 'changed' } })
      await changePassword(db, { id, hash, tokenHash })
      return {}
    },
    async (_database, { password, newPassword }, caller) => {
      if (password === newPassword) {
        throw new Refusal(400, 'New password must be different from current password')
      }
      await checkOwnPassword(app, password, caller)
      return hashPassword(newPassword)
    },
  )

  serve(app, api.auth.whoAmI, async (db, _input, caller) => ({ data: await readAdmin(db, caller) }))
}
