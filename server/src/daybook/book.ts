/** The book of a day: of a closed one as its sheet has it, of an open one as it is now. */
import type { Answer, api } from '@munim/contract'
import type { Day } from '@munim/core'
import type { Db } from '../database/db.ts'
import { readAccounts } from './accounts.ts'
import { readDraws } from './draws.ts'
import { findObstacle } from './obstacle.ts'
import { type Book, listCorrections, readSheet } from './sheets.ts'

/** The figures of now. */
export async function readBook(db: Db, day: Day): Promise<Book> {
  return { ...(await readDraws(db, day)), ...(await readAccounts(db, { first: day, last: day })) }
}

export async function tellBook(db: Db, day: Day): Promise<Answer<typeof api.daybook.get>['data']> {
  const closed = await readSheet(db, day)
  if (closed) {
    const { book, sheet } = closed
    const corrected = await listCorrections(db, [day])
    return { ...book, closing: { sheet, obstacle: null, first: null, undecided: [], corrected } }
  }
  const book = await readBook(db, day)
  return { ...book, closing: { sheet: null, ...(await findObstacle(db, day, book)), corrected: [] } }
}
