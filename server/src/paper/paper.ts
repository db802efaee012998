/**
 * Tables on A4 pages, as a PDF: heads repeated on each page, figures to the right under each other, sums in bold, and at
 * the foot which page of how many it is. Lengths in points, 72 to an inch.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { language } from '@munim/contract'
import PDFDocument from 'pdfkit'
import { type Faces, type Run, readFaces, runsOf, type Weight } from './fonts.ts'

/** A text, a count, rupees; null: an empty cell. `beside` follows in grey. */
export type Cell =
  | string
  | number
  | null
  | { readonly rupees: number }
  | { readonly text: string; readonly beside: string }

export interface Column<Row> {
  readonly title: string
  /** Its share of the page's width. */
  readonly width: number
  readonly cell: (row: Row) => Cell
  /** Written to the right, its last digit below the others. */
  readonly isFigure?: boolean
}

interface Table<Row> {
  readonly title: string
  /** What is said below the title, in lines. */
  readonly note?: string
  readonly columns: readonly Column<Row>[]
  /** In batches. */
  readonly rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
  readonly isBold?: (row: Row) => boolean
  /** Said where there are no rows. */
  readonly none: string
}

export interface Paper {
  /** A table below what is there; `landscape` on pages of its own that lie across. */
  table<Row>(table: Table<Row>, layout?: 'portrait' | 'landscape'): Promise<void>
  say(title: string, sentence: string): void
  /** The file, and how many rows are on it. Nothing can be drawn any more. */
  end(): Promise<{ readonly bytes: Buffer; readonly rows: number }>
}

interface Head {
  readonly title: string
  readonly subtitle: string
  /** Repeated above each page but the first. */
  readonly house: string
  /** At the foot of each page. */
  readonly made: string
  readonly pageOf: (page: number, pages: number) => string
}

const MARGIN = 40
const TOP = 58
const FOOT = 46
const SIZE = 8
const SMALLEST = 5
const ROW = 14.5
const GAP = 6
const INK = '#1a1d21'
const SOFT = '#5c6570'
const LINE = '#d5d9de'
/** A title is not left alone at the end of a page: below it there is room for so many rows. */
const TOGETHER = 4

type Document = InstanceType<typeof PDFDocument>

interface Hand {
  readonly doc: Document
  readonly faces: Faces
  /** The top of what is drawn next. */
  y: number
  rows: number
}

export function openPaper(head: Head): Paper {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language().tag,
    displayTitle: true,
    info: {
      Title: `${head.house}: ${head.title}`,
      Author: head.house,
      Creator: head.house,
      Producer: head.house,
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const faces = readFaces()
  for (const [script, weights] of Object.entries(faces))
    for (const [weight, { bytes }] of Object.entries(weights)) doc.registerFont(script + weight, bytes)
  const hand: Hand = { doc, faces, y: MARGIN, rows: 0 }
  write(hand, head.title, { x: MARGIN, y: MARGIN + 18, size: 20, weight: 700 })
  write(hand, head.subtitle, { x: MARGIN, y: MARGIN + 34, size: 9, color: SOFT })
  hand.y = MARGIN + 40
  return {
    table: (table, layout = 'portrait') => drawTable(hand, table, layout),
    say(title, sentence) {
      heading(hand, { title, note: sentence, rows: 0 })
    },
    async end() {
      drawEdges(hand, head)
      const ended = new Promise((done) => doc.once('end', done))
      doc.end()
      await ended
      return { bytes: Buffer.concat(parts), rows: hand.rows }
    },
  }
}

const widthOf = ({ doc }: Hand) => doc.page.width - 2 * MARGIN
const endOf = ({ doc }: Hand) => doc.page.height - FOOT

function newPage(hand: Hand, layout: 'portrait' | 'landscape'): void {
  hand.doc.addPage({ size: 'A4', margin: 0, layout })
  hand.y = TOP
}

const layoutOf = ({ doc }: Hand) => (doc.page.width > doc.page.height ? 'landscape' : 'portrait')

/** The title of a part, on the next page where its first rows would not be below it. */
function heading(
  hand: Hand,
  { title, note, rows }: { title: string; note?: string | undefined; rows: number },
): void {
  const lines = note?.split('\n') ?? []
  const height = 34 + 12 * lines.length
  if (hand.y + height + rows * ROW > endOf(hand)) newPage(hand, layoutOf(hand))
  hand.y += 28
  write(hand, title, { x: MARGIN, y: hand.y, size: 11, weight: 700 })
  for (const line of lines) {
    hand.y += 12
    write(hand, line, { x: MARGIN, y: hand.y, size: SIZE, color: SOFT, width: widthOf(hand) })
  }
  hand.y += 6
}

async function drawTable<Row>(hand: Hand, table: Table<Row>, layout: 'portrait' | 'landscape') {
  if (layoutOf(hand) !== layout) newPage(hand, layout)
  heading(hand, { title: table.title, note: table.note, rows: TOGETHER })
  const places = placesOf(hand, table.columns)
  drawTitles(hand, table.columns, places)
  const before = hand.rows
  for await (const batch of table.rows) {
    for (const row of batch) {
      if (hand.y + ROW > endOf(hand)) {
        await breathe() // Between pages others are served.
        newPage(hand, layout)
        drawTitles(hand, table.columns, places)
      }
      drawRow(hand, table, places, row)
    }
  }
  if (hand.rows > before) return
  hand.y += ROW
  write(hand, table.none, { x: MARGIN, y: hand.y - 4.5, size: SIZE, color: SOFT })
}

interface Place {
  readonly x: number
  readonly width: number
}

function placesOf<Row>(hand: Hand, columns: readonly Column<Row>[]): readonly Place[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0)
  const unit = (widthOf(hand) - GAP * (columns.length - 1)) / all
  let x = MARGIN
  return columns.map(({ width }) => {
    const place = { x, width: width * unit }
    x += place.width + GAP
    return place
  })
}

function drawTitles<Row>(hand: Hand, columns: readonly Column<Row>[], places: readonly Place[]): void {
  hand.y += ROW
  for (const [nth, { title, isFigure = false }] of columns.entries())
    write(hand, title, { ...places[nth]!, y: hand.y - 4.5, size: 7, color: SOFT, weight: 700, isFigure })
  rule(hand, SOFT)
}

function drawRow<Row>(hand: Hand, { columns, isBold }: Table<Row>, places: readonly Place[], row: Row): void {
  const weight = isBold?.(row) ? 700 : 400
  hand.y += ROW
  hand.rows += 1
  for (const [nth, { cell, isFigure = false }] of columns.entries()) {
    const shown = cell(row)
    const place = { ...places[nth]!, y: hand.y - 4.5, size: SIZE, weight, isFigure } as const
    const text = textOf(shown)
    const end = write(hand, text, place)
    const beside = shown !== null && typeof shown === 'object' && 'beside' in shown ? shown.beside : ''
    const left = place.x + place.width - end - 5
    if (beside !== '' && left > 12)
      write(hand, beside, { ...place, x: end + 5, width: left, color: SOFT, weight: 400 })
  }
  rule(hand, LINE)
}

function rule({ doc, y }: Hand, color: string): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke()
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const paise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** −1,23,456.00: with a true minus, and none before nothing. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return whole.format(cell)
  return 'text' in cell ? cell.text : paise.format(cell.rupees + 0).replace('-', '−')
}

interface Writing {
  readonly x: number
  /** Of the line that letters are written on. */
  readonly y: number
  readonly size: number
  readonly weight?: Weight
  readonly color?: string
  /** At most; a figure is written smaller to fit, a text is cut off. */
  readonly width?: number
  readonly isFigure?: boolean
}

/** Writes one line; where it ends. */
function write(hand: Hand, text: string, writing: Writing): number {
  const { doc, faces } = hand
  const { x, y, weight = 400, color = INK, width = Number.POSITIVE_INFINITY, isFigure = false } = writing
  let { size } = writing
  let runs = runsOf(faces, text)
  const length = () => runs.reduce((sum, run) => sum + lengthOf(doc, run, { size, weight }), 0)
  if (isFigure) while (length() > width && size > SMALLEST) size -= 0.25
  for (let kept = [...text]; length() > width && kept.length > 1; ) {
    kept = kept.slice(0, -1)
    runs = runsOf(faces, `${kept.join('').trimEnd()}…`)
  }
  let at = isFigure ? x + width - length() : x
  for (const run of runs) {
    const long = lengthOf(doc, run, { size, weight })
    // Letters of Devanagari are drawn in another order than they are written: readers are told the text itself.
    if (run.script === 'devanagari') doc.markContent('Span', { actual: run.text })
    doc.fillColor(color).text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
    if (run.script === 'devanagari') doc.endMarkedContent()
    at += long
  }
  return at
}

/** Leaves the document with the font of the run. */
function lengthOf(doc: Document, { script, text }: Run, { size, weight }: { size: number; weight: Weight }) {
  return doc
    .font(script + weight)
    .fontSize(size)
    .widthOfString(text)
}

/** What is written above and below each page, once it is known how many there are. */
function drawEdges(hand: Hand, { title, house, made, pageOf }: Head): void {
  const { doc } = hand
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const [width, y] = [widthOf(hand), doc.page.height - 26]
    if (page > 0) {
      write(hand, house, { x: MARGIN, y: 34, size: SIZE, weight: 700 })
      write(hand, title, { x: MARGIN, y: 34, width, size: SIZE, color: SOFT, isFigure: true })
      doc
        .moveTo(MARGIN, 42)
        .lineTo(MARGIN + width, 42)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke()
    }
    write(hand, made, { x: MARGIN, y, size: 7, color: SOFT })
    write(hand, pageOf(page + 1, count), { x: MARGIN, y, width, size: 7, color: SOFT, isFigure: true })
  }
}
