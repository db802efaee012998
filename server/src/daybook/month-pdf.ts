/** The month as a document: its result, its accounts, its days, markets and games, and its players where their sums are made. */
import { type api, t, writtenBy } from '@munim/contract'
import {
  ACCOUNT_NAMES,
  BY_POSTING,
  groupsInWords,
  kindOfPosting,
  methodInWords,
  WALLET_GROUPS,
} from '@munim/contract/book-words'
import { labelOf, type PostingKind, percentInWords, sumOfRupees } from '@munim/core'
import type { Db } from '../database/db.ts'
import type { PdfFile } from '../http/pdf.ts'
import { momentInWords } from '../moment-words.ts'
import { type Cell, type Column, openPaper, type Paper } from '../paper/paper.ts'
import { type MonthBook, monthAsked, readMonth } from './month.ts'
import { eachPlayer, type Made, type MonthSums, type PlayerOfMonth, readMade } from './month-players.ts'

/** Of more the document says how many they are, and that the file holds them: some 120 pages. */
const MOST_PLAYERS = 5_000

const monthInWords = writtenBy({ timeZone: 'UTC', month: 'long', year: 'numeric' })
const dayInWords = writtenBy({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

export const monthDocument: PdfFile<typeof api.daybook.monthPdf> = {
  name: async (db, asked) => ['month-book', await monthAsked(db, asked)],
  async draw(db, asked) {
    const month = await monthAsked(db, asked)
    const book = await readMonth(db, month)
    const paper = openPaper({
      title: monthInWords(new Date(`${month}-01`)),
      subtitle: t('Month book. Amounts in rupees; below zero it was lost or taken.'),
      house: 'Munim',
      made: t('Made {at} IST', { at: momentInWords(await db.now()) }),
      pageOf: (page, pages) => t('Page {page} of {pages}', { page: String(page), pages: String(pages) }),
    })
    await drawMade(paper, book)
    await drawAccounts(paper, book)
    await drawPlayers(paper, db, await readMade(db, month))
    return paper
  },
}

type Figures = Omit<MonthBook['result'], 'month'>

const rupees = (amount: number): Cell => ({ rupees: amount })

function amount<Row>(title: string, of: (row: Row) => number, width = 11): Column<Row> {
  return { title, width, cell: (row) => rupees(of(row)), isFigure: true }
}

/** What the house made, with what it is of in front, and the sum of all at the foot. */
const figures = <Row extends Figures>(): readonly Column<Row>[] => [
  { title: t('Bids'), width: 7, cell: ({ bids }) => bids, isFigure: true },
  amount(t('Stake'), ({ stake }) => stake),
  amount(t('Refunded'), ({ refunded }) => refunded),
  amount(t('Paid'), ({ paid }) => paid),
  amount(t('Running'), ({ running }) => running),
  amount(t('Kept'), ({ kept }) => kept),
  { title: t('Hold'), width: 8, cell: ({ hold }) => percentInWords(hold), isFigure: true },
]

interface Part<Row extends Figures> {
  readonly title: string
  readonly note?: string
  readonly head: string
  readonly rows: readonly Row[]
  readonly name: (row: Row) => Cell
}

async function drawMade(paper: Paper, { result, days, markets, games, corrected }: MonthBook): Promise<void> {
  const part = <Row extends Figures>({ head, rows, name, ...titles }: Part<Row>) => {
    const isTotal = (row: Row | Figures): row is Figures => row === result
    return paper.table<Row | Figures>({
      ...titles,
      columns: [
        { title: head, width: 22, cell: (row) => (isTotal(row) ? t('In all') : name(row)) },
        ...figures<Figures>(),
      ],
      rows: [rows.length === 0 ? [] : [...rows, result]],
      isBold: isTotal,
      none: t('No draws in this month'),
    })
  }
  await paper.table<Figures>({
    title: t('What the house made'),
    note: t('Of the draws of the month as they are now, corrections included.'),
    columns: figures(),
    rows: [[result]],
    isBold: () => true,
    none: '',
  })
  await part({ title: t('By day'), head: t('Day'), rows: days, name: ({ day }) => dayInWords(new Date(day)) })
  await part({
    title: t('By market'),
    head: t('Market'),
    rows: markets,
    name: ({ market_name: text, name_hindi: beside }) => ({ text, beside }),
  })
  await part({
    title: t('By game'),
    head: t('Game'),
    rows: games,
    name: ({ game_mode: game }) => t(labelOf(game)),
  })
  if (corrected.length > 0) await drawCorrected(paper, corrected)
}

function drawCorrected(paper: Paper, corrected: MonthBook['corrected']): Promise<void> {
  type Row = MonthBook['corrected'][number]
  return paper.table<Row>({
    title: t('Corrected since'),
    note: t('By so much the days here differ from their sheets.'),
    columns: [
      { title: t('Market'), width: 18, cell: ({ market_name: name }) => name },
      { title: t('Of the day'), width: 14, cell: ({ day }) => dayInWords(new Date(day)) },
      {
        title: t('Told by'),
        width: 12,
        cell: ({ sheet }) =>
          sheet === null ? t('the next sheet') : t('sheet {number}', { number: String(sheet) }),
      },
      amount(t('Stake'), ({ stake }) => stake),
      amount(t('Refunded'), ({ refunded }) => refunded),
      amount(t('Paid'), ({ paid }) => paid),
      amount(t('Running'), ({ running }) => running),
      amount(t('Kept'), ({ kept }) => kept),
    ],
    rows: [corrected],
    none: '',
  })
}

async function drawAccounts(paper: Paper, { accounts, cash }: MonthBook): Promise<void> {
  for (const { account, opening, movements, closing } of accounts) {
    const lines = [
      { name: t('Opening'), amount: opening },
      ...movements
        .filter(({ postings }) => postings > 0)
        .map((each) => ({ ...each, name: kindOfPosting(each.kind) })),
      { name: t('Closing'), amount: closing },
    ]
    await paper.table<(typeof lines)[number] & { postings?: number }>({
      title: t(ACCOUNT_NAMES[account]),
      note: t('What was posted in this month.'),
      columns: [
        { title: t('Posting'), width: 30, cell: ({ name }) => name },
        { title: t('Postings'), width: 15, cell: ({ postings }) => postings ?? null, isFigure: true },
        amount(t('Amount'), (line) => line.amount, 25),
      ],
      rows: [lines],
      isBold: (line) => line === lines[0] || line === lines.at(-1),
      none: '',
    })
  }
  const sum = (side: 'in' | 'out') => ({
    amount: sumOfRupees(cash.map((way) => way[side].amount)),
    postings: cash.reduce((all, way) => all + way[side].postings, 0),
  })
  const total = { way: t('In all'), in: sum('in'), out: sum('out') }
  await paper.table<MonthBook['cash'][number]>({
    title: t('Cash by way'),
    columns: [
      {
        title: t('Way'),
        width: 30,
        cell: ({ way }) => (way === null ? t('By hand, in Manage Funds') : methodInWords(way)),
      },
      { title: t('Postings'), width: 12, cell: (way) => way.in.postings, isFigure: true },
      amount(t('Came in'), (way) => way.in.amount, 18),
      { title: t('Postings'), width: 12, cell: (way) => way.out.postings, isFigure: true },
      amount(t('Went out'), (way) => way.out.amount, 18),
    ],
    rows: [[...cash, total]],
    isBold: (way) => way === total,
    none: '',
  })
}

async function drawPlayers(paper: Paper, db: Db, made: Made | null): Promise<void> {
  const title = t('Players')
  if (made === null) return paper.say(title, t("The players' sums of this month are not made."))
  const at = momentInWords(new Date(made.at))
  if (made.players > MOST_PLAYERS)
    return paper.say(
      title,
      t('{count, number} players are too many for a document: they are in the CSV file, as of {at} IST.', {
        count: made.players,
        at,
      }),
    )
  await paper.table<MonthSums & Partial<PlayerOfMonth>>(
    {
      title,
      note: [
        t('As of {at} IST.', { at }),
        made.later > 0 &&
          t(
            '{count, plural, one {# posting of the month since is not in it.} other {# postings of the month since are not in it.}}',
            { count: made.later },
          ),
        t(BY_POSTING),
      ]
        .filter(Boolean)
        .join(' ')
        .concat('\n', groupsInWords()),
      columns: [
        {
          title: t('ID'),
          width: 8,
          cell: ({ userId }) => (userId === undefined ? null : `#${userId}`),
          isFigure: true, // A number that is cut off is another player's.
        },
        { title: t('Name'), width: 19, cell: ({ user_name: name }) => name ?? t('In all') },
        { title: t('Bids placed'), width: 7, cell: ({ bids }) => bids, isFigure: true },
        amount(t('Opening'), ({ opening }) => opening, 10),
        ...WALLET_GROUPS.map(([title, kinds]) => moved(t(title), kinds)),
        amount(t('Closing'), ({ closing }) => closing, 10),
        amount(t('House result'), ({ kept }) => kept, 10),
      ],
      rows: withTotal(eachPlayer(db, made), made.total),
      isBold: (row) => row === made.total,
      none: t('Nobody held or moved anything in this month.'),
    },
    'landscape',
  )
}

const moved = (title: string, kinds: readonly PostingKind[]): Column<MonthSums> => ({
  title,
  width: 10,
  cell: ({ movements }) => {
    const ofThese = movements.filter(({ kind }) => kinds.includes(kind))
    return ofThese.length === 0 ? '–' : rupees(sumOfRupees(ofThese.map((each) => each.amount)))
  },
  isFigure: true,
})

async function* withTotal(players: AsyncIterable<readonly PlayerOfMonth[]>, total: MonthSums) {
  let isEmpty = true
  for await (const batch of players) {
    isEmpty = false
    yield batch
  }
  if (!isEmpty) yield [total]
}
