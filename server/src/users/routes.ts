/** Users over HTTP: one line a call, or a few where there is a rule to keep. */
import { api, MPIN_MASK, missingFor, msg, NOTE_RIGHTS, STORY_KINDS } from '@munim/contract'
import { readRupees, rupeesOf } from '@munim/core'
import { hashPassword } from '../auth/password.ts'
import { runningAmong, runningOf } from '../bids/list.ts'
import { bidsOf } from '../bids/queries.ts'
import { readPage } from '../database/list.ts'
import { serveCsv } from '../http/csv.ts'
import { checkAmount, checkFreshFields } from '../http/fresh.ts'
import { serveLook } from '../http/looks.ts'
import { foresee } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { isUnchanged, writeTrail } from '../http/trail.ts'
import { lockWallets } from '../ledger/post.ts'
import { found } from '../refusal.ts'
import { inRupees, NO_BONUSES, readKnownOfPayouts } from '../wallet/bonus.ts'
import { changeUser, checkBase, type Hashes, lockUser } from './change.ts'
import { bidsOfUserFile, transactionsFile, usersFile } from './csv.ts'
import { moveFunds } from './funds.ts'
import { listUsers } from './list.ts'
import { addNote } from './notes.ts'
import { checkUser, findUser, transactionsOf } from './queries.ts'
import { previewRemoval, removeUser } from './remove.ts'
import { readStory, runningIn } from './story.ts'
import { storyFile } from './story-csv.ts'
import { fieldsChanged, foreseeFunds, traceOf, traceOfFunds, traceOfRemoval, withVerified } from './trace.ts'

const NOT_FOUND = msg('User not found')

export function userRoutes(app: App): void {
  serve(app, api.users.list, (db, filter) => listUsers(db, filter))

  serveCsv(app, api.users.listCsv, usersFile)
  serveCsv(app, api.users.transactionsCsv, transactionsFile)
  serveCsv(app, api.users.bidsCsv, bidsOfUserFile)

  serveLook(app, api.users.get, async (db, { id }) => {
    const data = found(await findUser(db, id), NOT_FOUND)
    return [{ data }, { at: `user ${id}`, rows: 1 }]
  })

  serve(
    app,
    api.users.update,
    async (db, { id, basedOn, ...sent }, caller, hashes: Hashes) => {
      const { actor, trail } = caller
      await lockUser(db, id)
      const before = found(await findUser(db, id), NOT_FOUND)
      checkBase(before, basedOn)
      const changes = withVerified(before, sent)
      checkFreshFields(api.users.update, fieldsChanged(before, changes), caller)
      const paid = await changeUser(db, { id, changes, hashes, actor })
      const trace = await traceOf(db, before, changes)
      const withheld = paid === null ? { joining_bonus: 'withheld' } : {}
      const change = { subject: 'user', id, ...trace, after: { ...trace.after, ...withheld } } as const
      trail.push(change)
      // What is answered was looked at, whatever was saved.
      const look = { subject: 'look', id: `user ${id}`, after: { rows: 1 } } as const
      if (isUnchanged(change)) await writeTrail(db, api.users.get.path, { ...caller, trail: [look] })
      return { data: found(await findUser(db, id), NOT_FOUND), bonuses: inRupees(paid ?? NO_BONUSES) }
    },
    async (_database, { password, mpin }) => ({
      password: password === undefined ? undefined : await hashPassword(password),
      mpin: !mpin || mpin === MPIN_MASK ? undefined : await hashPassword(mpin),
    }),
  )

  serveFunds(app, api.users.addFunds, 'fund_add')
  serveFunds(app, api.users.deductFunds, 'fund_deduct')
  storyRoutes(app)

  serve(app, api.users.payouts, async (db, { id }) => {
    await checkUser(db, id)
    return { data: await readKnownOfPayouts(db, id) }
  })

  serve(app, api.users.remove, async (db, body, { actor, trail }) => {
    trail.push(traceOfRemoval(body.id))
    await removeUser(db, { ...body, actor })
  })

  serve(app, api.users.previewRemove, async (db, { id }) => ({ data: await previewRemoval(db, id) }))

  historyRoutes(app)
}

/** Both histories of a player: a bid before its result leaves a look. */
function historyRoutes(app: App): void {
  serveLook(app, api.users.transactions, async (db, { userId, ...asked }) => {
    await checkUser(db, userId)
    const page = await readPage(db, transactionsOf(userId), asked)
    return [page, { at: `user ${userId}`, rows: await runningAmong(db, page.data), asked }]
  })

  serveLook(app, api.users.bids, async (db, { userId, ...asked }) => {
    await checkUser(db, userId)
    const page = await readPage(db, bidsOf(userId), asked)
    return [page, { at: `user ${userId}`, rows: runningOf(page.data), asked }]
  })
}

function storyRoutes(app: App): void {
  serveLook(app, api.users.story, async (db, { kinds = STORY_KINDS, ...asked }, caller) => {
    await checkUser(db, asked.id)
    const isTold = missingFor({ right: NOTE_RIGHTS }, caller.rights) === null
    const data = await readStory(db, { ...asked, kinds: kinds.filter((kind) => kind !== 'notes' || isTold) })
    return [{ data }, { at: `user ${asked.id}`, rows: runningIn(data), asked: { kinds, ...asked } }]
  })

  serveCsv(app, api.users.storyCsv, storyFile)

  serve(app, api.users.addNote, async (db, { id, text }, { id: adminId, trail }) => {
    const note = found(await addNote(db, { userId: id, adminId, text }), NOT_FOUND)
    trail.push({ subject: 'user', id, after: { note } })
  })
}

function serveFunds(app: App, endpoint: typeof api.users.addFunds, kind: 'fund_add' | 'fund_deduct'): void {
  const sign = kind === 'fund_add' ? 1 : -1
  serve(app, endpoint, async (db, { id, amount, note }, caller) => {
    const { actor, trail } = caller
    await checkAmount(db, readRupees(amount)!, caller)
    const left = await moveFunds(db, kind, { userId: id, amount, note, actor })
    trail.push(traceOfFunds(id, sign * amount, left))
    return { data: { id, wallet: rupeesOf(left) } }
  })
  foresee(app, endpoint, async (db, { input: { id, amount, note }, isAsked }) => {
    if (isAsked) await lockWallets(db, [id]) // It stays as it is told.
    return foreseeFunds(found(await findUser(db, id), NOT_FOUND), sign * amount, note)
  })
}
