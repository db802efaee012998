/** Documents as PDF files, made whole before they are sent. Their pages are the area's own (paper/paper.ts). */
import type { Endpoint, Input } from '@munim/contract'
import type { Db } from '../database/db.ts'
import type { Paper } from '../paper/paper.ts'
import { checkBody } from './body.ts'
import { readCaller } from './caller.ts'
import { nameOf, traceOfExport } from './saved.ts'
import { type App, readJson } from './serve.ts'
import { writeTrail } from './trail.ts'

export interface PdfFile<E extends Endpoint> {
  /** The words of the file's name. */
  readonly name: (db: Db, input: Input<E>) => Promise<readonly string[]>
  readonly draw: (db: Db, input: Input<E>) => Promise<Paper>
}

export function servePdf<E extends Endpoint>(app: App, endpoint: E, file: PdfFile<E>): void {
  app.served.push(endpoint)
  app.http.route({
    method: 'POST',
    url: endpoint.path,
    config: { failed: endpoint.failed, isRead: true },
    onRequest: async (request) => {
      request.caller = await readCaller(app.database, request, endpoint)
    },
    handler: async (request, reply) => {
      const input = checkBody(endpoint.body, readJson(request)) as Input<E>
      const paper = await file.draw(app.database.patient, input)
      const name = nameOf(await file.name(app.database, input), input, 'pdf')
      const { bytes, rows } = await paper.end()
      const { subject, id, after } = traceOfExport(input)
      await app.database.transaction((db) =>
        writeTrail(db, endpoint.path, {
          ...request.caller,
          trail: [{ subject, id, after: { ...after, rows } }],
        }),
      )
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/pdf')
        .send(bytes)
    },
  })
}
