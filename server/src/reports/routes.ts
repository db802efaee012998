/** Reports over HTTP: both histories, as pages and as files, the audit, and what is to be looked at. */
import { api } from '@munim/contract'
import { runningAmong, runningOf } from '../bids/list.ts'
import { serveCsv } from '../http/csv.ts'
import { serveLook } from '../http/looks.ts'
import { type App, serve } from '../http/serve.ts'
import { findPosting } from '../ledger/find-posting.ts'
import { found } from '../refusal.ts'
import { auditFile, listAudit } from './audit.ts'
import { listBidHistory } from './bids.ts'
import { bidHistoryFile, transactionsFile } from './csv.ts'
import { listSuspicions, lookAt } from './suspicions.ts'
import { listTransactions } from './transactions.ts'

export function reportRoutes(app: App): void {
  serveLook(app, api.reports.transactions, async (db, filter) => {
    const page = await listTransactions(db, filter)
    const rows = await runningAmong(db, page.data)
    return [page, { at: `bids of ${filter.market ?? 'all markets'}`, rows, asked: filter }]
  })
  serveLook(app, api.reports.bids, async (db, filter) => {
    const page = await listBidHistory(db, filter)
    const rows = runningOf(page.data)
    return [page, { at: `bids of ${filter.market ?? 'all markets'}`, rows, asked: filter }]
  })
  serve(app, api.reports.posting, async (db, { id }) => ({
    data: found(await findPosting(db, id), 'Posting not found'),
  }))
  serve(app, api.reports.audit, listAudit)
  serve(app, api.reports.suspicions, listSuspicions)
  serve(app, api.reports.lookAt, async (db, { id, note }, caller) => {
    const data = await lookAt(db, { id, note, by: caller })
    caller.trail.push({ subject: 'suspicion', id, after: { note: data.note } })
    return { data }
  })
  serveCsv(app, api.reports.transactionsCsv, transactionsFile)
  serveCsv(app, api.reports.bidsCsv, bidHistoryFile)
  serveCsv(app, api.reports.auditCsv, auditFile)
}
