/** Documents as PDF files, made whole before they are sent. Their pages are the area's own (paper/paper.ts). */
import type { Endpoint, Input } from '@munim/contract'
import type { Db } from '../database/db.ts'
import type { Paper } from '../paper/paper.ts'
import { serveSaved } from './saved.ts'
import type { App } from './serve.ts'

export interface PdfFile<E extends Endpoint> {
  /** The words of the file's name. */
  readonly name: (db: Db, input: Input<E>) => Promise<readonly string[]>
  readonly draw: (db: Db, input: Input<E>) => Promise<Paper>
}

export function servePdf<E extends Endpoint>(app: App, endpoint: E, file: PdfFile<E>): void {
  serveSaved(app, endpoint, {
    type: 'pdf',
    async make({ input, db, leave }) {
      const paper = await file.draw(db, input)
      const { bytes, rows } = await paper.end()
      const words = await file.name(db, input)
      await leave(rows)
      return { words, content: bytes }
    },
  })
}
