/** Calls that answer a file which the browser saves: who may, its name, and what the audit says of it. */
import type { Readable } from 'node:stream'
import type { Endpoint, Input } from '@munim/contract'
import { type Db, readingFrom } from '../database/db.ts'
import { checkBody } from './body.ts'
import { askAgain, doorOf } from './door.ts'
import { answerIn } from './language.ts'
import { type App, readJson } from './serve.ts'
import { type Trace, writeTrailAlone } from './trail.ts'

interface Asked<E extends Endpoint> {
  readonly input: Input<E>
  /** What its rows are read by, patiently. */
  readonly db: Db
  /** Leaves its row in the audit: how many rows went, and by which filters unless something else is said. */
  readonly leave: (rows: number, trace?: Trace) => Promise<void>
  /** Refuses who may not have it any more: what is sent may take long. */
  readonly again: () => Promise<void>
}

interface Saved {
  /** The words of its name; the days of the filter follow: `bets_KALYAN_2026-11-13_2026-11-20_ist.csv`. */
  readonly words: readonly (string | undefined)[]
  readonly content: Readable | Buffer
}

const TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const

export function serveSaved<E extends Endpoint>(
  app: App,
  endpoint: E,
  { type, make }: { readonly type: keyof typeof TYPES; readonly make: (asked: Asked<E>) => Promise<Saved> },
): void {
  app.served.push(endpoint)
  app.http.route({
    method: 'POST',
    url: endpoint.path,
    config: { failed: endpoint.failed, isRead: true },
    onRequest: doorOf(app, endpoint),
    handler: (request, reply) =>
      answerIn(request, async () => {
        const again = () => askAgain(app, endpoint, request)
        await again()
        const input = checkBody(endpoint.body, readJson(request)) as Input<E>
        const leave = (rows: number, { subject, id, after } = traceOfExport(input)) =>
          writeTrailAlone(app.database, endpoint.path, {
            ...request.caller,
            trail: [{ subject, id, after: { ...after, rows } }],
          })
        const db = readingFrom(app.database, app.database.patient, request.caller.mark)
        const { words, content } = await make({ input, db, leave, again })
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${nameOf(words, input)}.${type}"`)
          .type(TYPES[type])
          .send(content)
      }),
  })
}

function nameOf(words: readonly (string | undefined)[], input: unknown): string {
  const { from, to } = input as { readonly from?: string; readonly to?: string }
  const days =
    from !== undefined && to !== undefined ? [from, to] : [from && `from ${from}`, to && `until ${to}`]
  const safe = [...words, ...days, 'ist'].filter((word) => word !== undefined && word !== '').map(safeWord)
  return safe.join('_')
}

/** What every file system and header takes; a name without a single such character says what it is of. */
function safeWord(word: string | undefined): string {
  return word?.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'market'
}

/** By which filters, without what was searched for: that may be a person's. Pages are none of a file. */
function traceOfExport(input: unknown): Trace {
  const { page, limit, search, ...filters } = input as Record<string, unknown>
  const after = { ...filters, ...(search !== undefined && search !== '' && { search: '…' }) }
  return { subject: 'export', id: 'file', after }
}
