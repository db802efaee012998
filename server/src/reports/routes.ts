/** Reports over HTTP: both histories, as pages and as files, and the audit. */
import { api } from '@munim/contract'
import { serveCsv } from '../http/csv.ts'
import { type App, serve } from '../http/serve.ts'
import { auditFile, listAudit } from './audit.ts'
import { listBidHistory } from './bids.ts'
import { bidHistoryFile, transactionsFile } from './csv.ts'
import { listTransactions } from './transactions.ts'

export function reportRoutes(app: App): void {
  serve(app, api.reports.transactions, listTransactions)
  serve(app, api.reports.bids, listBidHistory)
  serve(app, api.reports.audit, listAudit)
  serveCsv(app, api.reports.transactionsCsv, transactionsFile)
  serveCsv(app, api.reports.bidsCsv, bidHistoryFile)
  serveCsv(app, api.reports.auditCsv, auditFile)
}
