/** The work queue over HTTP. Decisions have no call here: they go through those of wallet, users and feedbacks. */
import { api } from '@munim/contract'
import { serveLook } from '../http/looks.ts'
import { type App, serve } from '../http/serve.ts'
import {
  closeBatch,
  findBatch,
  listBatches,
  makeBatch,
  readBatch,
  readPayables,
  remakeFile,
} from './batches.ts'
import { readCase, readPaidAs } from './case.ts'
import { keepOpen } from './open-cases.ts'
import { readConfirmed, readQueue } from './queue.ts'
import { readReasons, writeReasons } from './reasons.ts'

export function deskRoutes(app: App): void {
  batchRoutes(app)
  serve(app, api.desk.queue, (db, asked, { id: adminId }) => readQueue(db, { ...asked, adminId }))

  serveLook(app, api.desk.getCase, async (db, asked, caller) => {
    const data = await readCase(db, { ...asked, adminId: caller.id })
    // A request has the payee's bank details.
    return [{ data }, { at: `request ${asked.id}`, rows: data.request ? 1 : 0 }]
  })

  serve(app, api.desk.confirmed, (db) => readConfirmed(db))

  serve(app, api.desk.paidAs, async (db, { utrs }) => ({ data: await readPaidAs(db, utrs) }))

  serve(app, api.desk.open, (db, asked, { id: adminId }) => keepOpen(db, asked, adminId))

  serve(app, api.desk.reasons, async (db) => ({ data: await readReasons(db) }))

  serve(app, api.desk.saveReasons, async (db, asked, { trail }) => {
    const before = await writeReasons(db, asked)
    trail.push({
      subject: 'settings',
      id: `reasons of ${asked.kind}`,
      ...(JSON.stringify(before) === JSON.stringify(asked.reasons)
        ? { before: {}, after: {} }
        : { before: { reasons: before }, after: { reasons: asked.reasons } }),
    })
    return { data: await readReasons(db) }
  })
}

/** Files for banks. Making one tells whom to pay: it leaves a row in the audit as every export does, and decides nothing. */
function batchRoutes(app: App): void {
  serve(app, api.desk.payables, async (db) => ({ data: await readPayables(db) }))
  serve(app, api.desk.batches, async (db) => ({ data: await listBatches(db) }))
  serve(app, api.desk.getBatch, async (db, { id }) => ({ data: await readBatch(db, id) }))

  serve(app, api.desk.makeBatch, async (db, asked, { id: adminId, trail }) => {
    const { id, file } = await makeBatch(db, asked, adminId)
    const data = await findBatch(db, id)
    trail.push({
      subject: 'export',
      id: `batch ${id}`,
      after: { bank: data.bank, rows: data.requests, amount: data.amount },
    })
    return { data, file }
  })

  serve(app, api.desk.batchFileAgain, async (db, { id }, { trail }) => {
    const { rows, file } = await remakeFile(db, id)
    trail.push({ subject: 'export', id: `batch ${id}`, after: { rows } })
    return { file }
  })

  serve(app, api.desk.closeBatch, async (db, { id }, { trail }) => {
    await findBatch(db, id)
    await closeBatch(db, id)
    const data = await findBatch(db, id)
    trail.push({ subject: 'export', id: `batch ${id}`, after: { closed: true, pending: data.pending } })
    return { data }
  })
}
