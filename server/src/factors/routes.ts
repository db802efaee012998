/** An administrator's own second factors over HTTP. */
import { api, type FactorKind, msg } from '@munim/contract'
import { checkOwnPassword } from '../auth/admin.ts'
import type { Db } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { type App, serve } from '../http/serve.ts'
import { found, Refusal } from '../refusal.ts'
import { newCodes } from './codes.ts'
import { enterCode, enterPasskey, type Way } from './enter.ts'
import { askPasskey, beginPasskey, checkNewPasskey } from './passkeys.ts'
import {
  countCodes,
  deleteFactor,
  deleteFactors,
  listFactors,
  lockFactors,
  type NewPasskey,
  readCodesMark,
  renameFactor,
  writeCodes,
} from './queries.ts'
import { beginTotp, checkNewTotp, finishPasskey, finishTotp, prove } from './set-up.ts'

const NOT_FOUND = msg('There is no such second factor')

export function factorRoutes(app: App): void {
  serve(app, api.factors.list, async (db, _input, { id }) => ({ data: await listFactors(db, id) }))

  entering(app)
  settingUp(app)

  serve(app, api.factors.rename, async (db, { id, name }, caller) => {
    const before = found(await renameFactor(db, { id, adminId: caller.id, name }), NOT_FOUND)
    const named = (of: string) => ({ factor: of })
    caller.trail.push({ subject: 'admin', id: caller.id, before: named(before), after: named(name) })
  })

  serve(app, api.factors.remove, async (db, { id: factor }, { id, trail }) => {
    const isLast = (await lockFactors(db, id)) === 1
    const name = found(await deleteFactor(db, { id: factor, adminId: id }), NOT_FOUND)
    if (isLast && (await listFactors(db, id)).isRequired)
      throw new Refusal(409, 'A second factor is required: set up another one first')
    if (isLast) await deleteFactors(db, id)
    const after = {
      factor: 'removed',
      factor_id: factor,
      ...(isLast && { codes: await readCodesMark(db, id) }),
    }
    trail.push({ subject: 'admin', id, before: { factor: name }, after })
  })

  serve(app, api.factors.renewCodes, async (db, _input, { id, trail }) => {
    if ((await lockFactors(db, id)) === 0) throw new Refusal(409, 'Set up a second factor first')
    const recoveryCodes = newCodes()
    const codes = await writeCodes(db, id, recoveryCodes)
    trail.push({ subject: 'admin', id, after: { recoveryCodes: 'made', codes } })
    return { data: { recoveryCodes } }
  })
}

function entering(app: App): void {
  const entered = async (db: Db, _input: unknown, caller: Caller, way: Way) => {
    const { id, tokenHash, browser, trail } = caller
    const proof = await prove(db, tokenHash)
    trail.push({ subject: 'admin', id, after: { factor: 'entered', way, browser } })
    return { data: { proof, codesLeft: await countCodes(db, id) } }
  }
  serve(app, api.factors.enter, entered, (_database, input, caller) => enterCode(app, input, caller))

  serve(app, api.factors.askPasskey, async (db, _input, caller) => {
    // No line of the audit: who has the password alone could write it full. What is answered leaves one.
    caller.trail.push({ subject: 'admin', id: caller.id, before: {} })
    return { data: await askPasskey(app, db, caller) }
  })

  serve(app, api.factors.enterPasskey, entered, (_database, input, caller) =>
    enterPasskey(app, input, caller),
  )
}

function settingUp(app: App): void {
  const begun = ({ id, trail }: Caller, kind: FactorKind) =>
    trail.push({ subject: 'admin', id, after: { factor: 'begun', kind } })
  /** The first factor asks for the password. */
  const checkFirst = async (
    _database: unknown,
    { password }: { password?: string | undefined },
    caller: Caller,
  ) => {
    if (caller.factor !== 'none') return
    if (!password) throw new Refusal(400, 'Current password is required')
    await checkOwnPassword(app, password, caller)
  }

  serve(
    app,
    api.factors.beginTotp,
    async (db, _input, caller) => {
      begun(caller, 'totp')
      return { data: await beginTotp(db, caller, app.sealingKey) }
    },
    checkFirst,
  )

  serve(
    app,
    api.factors.finishTotp,
    async (db, { name }, caller, made: Awaited<ReturnType<typeof checkNewTotp>>) => ({
      data: await finishTotp(db, name, caller, made, app.sealingKey),
    }),
    (_database, { code }, caller) => checkNewTotp(app, code, caller),
  )

  serve(
    app,
    api.factors.beginPasskey,
    async (db, _input, caller) => {
      begun(caller, 'passkey')
      return { data: await beginPasskey(app, db, caller) }
    },
    checkFirst,
  )

  serve(
    app,
    api.factors.finishPasskey,
    async (db, { name }, caller, made: NewPasskey) => ({ data: await finishPasskey(db, name, caller, made) }),
    (_database, { passkey }, caller) => checkNewPasskey(app, passkey, caller),
  )
}
