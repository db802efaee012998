/**
 * What a bank answers of a batch, as its file (CSV) or as lines that were copied, held against the batch: which withdrawal
 * was paid under which UTR. Pure; nothing is decided by it.
 */
import { paiseOf, referenceOf } from '@munim/core'
import { utrIn as utrOf } from '../../payments/utr.ts'

export interface BatchRow {
  readonly id: number
  readonly amount: number
  readonly status: 'pending' | 'completed' | 'rejected'
  /** Of one that was approved it begins with its UTR. */
  readonly note?: string
}

/**
 * matched: paid, as it was asked for. The others are not decided: the bank refused it, or does not say that it is paid,
 * its amount is another, it names no UTR, it is decided already, it is rejected or approved with another UTR although the
 * bank paid it, its UTR or itself is there twice, its UTR paid another before, or it is none of the batch.
 */
export type Verdict =
  | 'matched'
  | 'refused'
  | 'open'
  | 'amount'
  | 'no utr'
  | 'decided'
  | 'rejected'
  | 'paid twice'
  | 'twice'
  | 'used'
  | 'unknown'

export interface BankAnswer {
  /** The number of the line in what was read, from 1. */
  readonly line: number
  readonly requestId: number | null
  readonly utr: string
  /** Rupees; null where the line says none, or none that can be read. */
  readonly amount: number | null
  readonly verdict: Verdict
}

type Cells = readonly string[]

/** Cells by commas, semicolons or tabs; within quotes they are text. */
function cellsOf(line: string): Cells {
  const between = line.includes('\t') ? '\t' : line.includes(';') ? ';' : line.includes('|') ? '|' : ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const [at, sign] of [...line].entries()) {
    if (sign === '"') {
      if (isQuoted && line[at + 1] === '"') cell += '"'
      if (!(isQuoted && line[at - 1] === '"' && cell.endsWith('"'))) isQuoted = !isQuoted
    } else if (sign === between && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

const REFERENCE = /\bMUN0*([1-9]\d{0,14})\b/i
const REFUSED =
  /\b(reject\w*|fail\w*|return\w*|revers\w*|refus\w*|cancel\w*|invalid|declin\w*|unsuccess\w*|bounc\w*|not paid)\b/i
/** Neither paid nor refused, or not yet. */
const OPEN =
  /\b(unpaid|unprocess\w*|pending|process|processing|to be|hold|held|await\w*|initiat\w*|queued|not|yet)\b/i
/** What the column of the status says of what is paid. */
const PAID = /\b(success\w*|paid|processed|completed?|settled|credited|executed|liquidated|done)\b/i
const STATUS_HEAD = /status/i
/** Heads of the columns in banks' answers; between the words of some of them is an underscore. */
const UTR_HEADS = [
  /(?:^|[^a-z])utr(?![a-z])/i,
  /(?:^|[^a-z])rrn(?![a-z])/i,
  /bank.?ref/i,
  /(host|transaction|txn).?(ref|id)/i,
]
const AMOUNT_HEAD = /amount|(?:^|[^a-z])amt(?![a-z])/i
/** A UTR is a bank's code with digits, or twelve digits and more. */
const UTR = /^(?=(?:.*\d){8})[A-Z0-9]{10,22}$/i
/** The word UTR in a cell, with what it names. */
const NAMED_UTR =
  /(?:^|[^a-z])(?:utr|rrn)(?:[\s:.#=/_-]*(?:no|number)(?![a-z]))?[\s:.#=/_-]*([A-Z0-9]{10,22})(?![A-Z0-9])/i
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/i
/** Rupees with two decimals, or with their sign; in a column of amounts without either, too. */
const AMOUNT =
  /^(?=.*[₹A-Z.])(?:₹|INR|Rs\.?)?\s*((?:\d{1,3}(?:,\d{2,3})+|\d+)(?:\.\d{1,2}0*)?)\s*(?:\/-|INR|CR|DR)?$/i

interface Columns {
  readonly many: number
  readonly utr: number
  readonly amount: number | null
  /** A file may say how the payment is, and how its batch is. */
  readonly statuses: readonly number[]
}

/** The first line, where it names columns. */
function columnsIn(cells: Cells): Columns | null {
  const at = (head: RegExp) => cells.findIndex((cell) => head.test(cell))
  const utr = UTR_HEADS.map(at).find((index) => index !== -1)
  if (utr === undefined || cells.some((cell) => REFERENCE.test(cell))) return null
  const amount = at(AMOUNT_HEAD)
  const statuses = cells.flatMap((cell, index) => (STATUS_HEAD.test(cell) ? [index] : []))
  return { many: cells.length, utr, amount: amount === -1 ? null : amount, statuses }
}

/** Rupees; null where the line says none, NaN where what it says of the amount can't be read. */
function amountIn(cells: Cells, columns: Columns | null): number | null {
  if (columns?.amount != null) {
    const said = cells[columns.amount] ?? ''
    return said === '' ? null : rupeesOf(/^[\d,]+$/.test(said) ? `₹${said}` : said)
  }
  const said = [...cells, ...cells.flatMap((cell) => cell.split(' '))].find((word) => AMOUNT.test(word))
  return said === undefined ? null : rupeesOf(said)
}

const rupeesOf = (said: string): number => Number((AMOUNT.exec(said)?.[1] ?? 'none').replaceAll(',', ''))

const isUtr = (word: string): boolean => UTR.test(word) && !IFSC.test(word) && !REFERENCE.test(word)

/** '' where none is said. The payee's account, which looks like one, is never taken for it. */
function utrIn(cells: Cells, columns: Columns | null): string {
  const said = columns ? inColumn(cells, columns) : (namedIn(cells) ?? aloneIn(cells))
  return isUtr(said) ? said : ''
}

/** A line with more cells than there are columns has a comma within a cell: what is where is not known. */
const inColumn = (cells: Cells, { many, utr }: Columns): string =>
  cells.slice(many).some((cell) => cell !== '') ? '' : (cells[utr] ?? '')

const namedIn = (cells: Cells): string | undefined =>
  cells.map((cell) => NAMED_UTR.exec(cell)?.[1]).find((named) => named !== undefined)

/**
 * What nothing names is a UTR where it is the only one that can be, and no IFSC tells that the payee is in the line.
 * Digits alone may be an account: they count where only the reference is beside them.
 */
function aloneIn(cells: Cells): string {
  const words = cells.flatMap((cell) => cell.split(/[\s:]+/)).filter((word) => word !== '')
  const candidates = words.filter(isUtr)
  const [only = ''] = candidates
  const isAlone = candidates.length === 1 && !words.some((word) => IFSC.test(word))
  return isAlone && (/[A-Z]/i.test(only) || words.length === 2) ? only : ''
}

/** Where there is a status it says that it is paid, or it is not; else a line with a UTR is paid unless a word of it says otherwise. */
type Said = 'paid' | 'refused' | 'open'

function saidIn(cells: Cells, columns: Columns | null): Said {
  if (cells.some((cell) => REFUSED.test(cell))) return 'refused'
  const statuses = columns?.statuses.map((index) => cells[index] ?? '') ?? []
  if (statuses.length === 0) return cells.some((cell) => OPEN.test(cell)) ? 'open' : 'paid'
  return statuses.every((status) => PAID.test(status) && !OPEN.test(status)) ? 'paid' : 'open'
}

interface Read extends Omit<BankAnswer, 'verdict'> {
  readonly said: Said
}

export function readAnswers(text: string, batch: readonly BatchRow[]): readonly BankAnswer[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  let columns: Columns | null = null
  const read = lines.flatMap((line, index): Read[] => {
    if (line.trim() === '') return []
    const cells = cellsOf(line)
    const [, number] = REFERENCE.exec(line) ?? []
    if (number === undefined) {
      columns = columnsIn(cells) ?? columns
      return columnsIn(cells)
        ? []
        : [{ line: index + 1, requestId: null, utr: '', amount: null, said: 'open' }]
    }
    const utr = utrIn(cells, columns)
    return [
      {
        line: index + 1,
        requestId: Number(number),
        utr: utr.toUpperCase(),
        amount: amountIn(cells, columns),
        said: saidIn(
          cells.map((cell) => (cell === utr ? '' : cell)),
          columns,
        ),
      },
    ]
  })
  const times = new Map<string | number, number>()
  for (const { utr, requestId } of read)
    for (const key of [utr, requestId]) if (key) times.set(key, (times.get(key) ?? 0) + 1)
  return read.map(({ said, ...answer }) => {
    const isTwice = [answer.utr, answer.requestId].some((key) => key && times.get(key)! > 1)
    return {
      ...answer,
      amount: Number.isNaN(answer.amount) ? null : answer.amount,
      verdict: verdictOn(answer, {
        said,
        isTwice,
        asked: batch.find(({ id }) => id === answer.requestId),
      }),
    }
  })
}

interface About {
  readonly said: Said
  readonly isTwice: boolean
  readonly asked: BatchRow | undefined
}

function verdictOn({ utr, amount }: Omit<BankAnswer, 'verdict'>, { said, isTwice, asked }: About): Verdict {
  if (!asked) return 'unknown'
  if (asked.status !== 'pending') return said === 'paid' ? paidAlthough(asked, utr) : 'decided'
  if (isTwice) return 'twice'
  if (said !== 'paid') return said
  if (amount !== null && !isSame(amount, asked.amount)) return 'amount'
  return utr === '' ? 'no utr' : 'matched'
}

/** What the bank paid of a request that is decided: money that left the house, and may be the player's a second time. */
function paidAlthough({ status, note = '' }: BatchRow, utr: string): Verdict {
  if (utr === '') return 'decided'
  if (status === 'rejected') return 'rejected'
  const before = utrOf(note)
  return before === '' || referenceOf(before) === referenceOf(utr) ? 'decided' : 'paid twice'
}

/** Never of what could not be read. */
const isSame = (said: number, asked: number): boolean =>
  !Number.isNaN(said) && paiseOf(said) === paiseOf(asked)
