/** The month as a PDF, opened and read by another program: each figure is that of the call, and each name is drawn and read as it is. */
import { api } from '@munim/contract'
import { BY_POSTING, groupsInWords, kindOfPosting } from '@munim/contract/book-words'
import { dayOf, labelOf, percentInWords } from '@munim/core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { goOn } from '../../server/src/daybook/month-run.ts'
import { demonstrationDatabase } from '../support/database.ts'
import { backOffice } from '../support/office.ts'
import { readPdf } from '../support/pdf.ts'
import { verifyBooks } from '../support/verify-books.ts'

const office = await backOffice({}, verifyBooks, await demonstrationDatabase())
const { database, owner } = office
const month = dayOf(await database.now()).slice(0, 7)
/** The first is a market of the demonstration. */
const NAMES = { KALYAN: 'कल्याण', 'SHREE MILAN': 'श्री मिलन रात्रि', 'MUMBAI MORNING': 'मुंबई मॉर्निंग' }

async function fetched(body: object) {
  const response = await fetch(`${office.host}${api.daybook.monthPdf.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: office.admin.token },
    body: JSON.stringify(body),
  })
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const bookOf = async () => (await office.call(api.daybook.month, { month })).data
const grouped = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })
/** 1,23,456.00, with a true minus. */
const inText = (rupees: number) => grouped.format(rupees).replace('-', '−')
const count = new Intl.NumberFormat('en-IN')

interface Figures {
  readonly bids: number
  readonly stake: number
  readonly refunded: number
  readonly paid: number
  readonly running: number
  readonly kept: number
  readonly hold: number | null
}
const figures = ({ bids, stake, refunded, paid, running, kept, hold }: Figures) => [
  count.format(bids),
  ...[stake, refunded, paid, running, kept].map(inText),
  percentInWords(hold),
]

test('the PDF opens in another program, and each of its figures is that of the call', async () => {
  const asha = await office.user('Asha', 1_234_567.5)
  for (const name of ['SHREE MILAN', 'MUMBAI MORNING'] as const) {
    const market = await office.market(name, { name_hindi: NAMES[name] })
    await office.place(asha, market, 'single_digit:1:-:-:-', 100)
  }
  const book = await bookOf()
  const { bytes, headers } = await fetched({ month })
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="month-book_${month}_ist.pdf"`)
  const { pages, info } = await readPdf(bytes)
  const lines = pages.flatMap((page) => page.lines)
  const line = (name: string, after: string) =>
    lines.slice(lines.findIndex(([first]) => first === after)).find(([first]) => first === name)!

  expect(info.Title).toBe(`Munim: ${lines[0]![0]}`)
  const total = figures(book.result)
  expect(line('Bids', 'What the house made')).toEqual([
    'Bids',
    'Stake',
    'Refunded',
    'Paid',
    'Running',
    'Kept',
    'Hold',
  ])
  for (const part of ['By day', 'By market', 'By game'])
    expect(line('In all', part)).toEqual(['In all', ...total])
  for (const day of book.days) {
    const written = new Date(day.day).toLocaleDateString('en-IN', {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    })
    expect(line(written, 'By day').slice(1)).toEqual(figures(day))
  }
  for (const game of book.games)
    expect(line(labelOf(game.game_mode), 'By game').slice(1)).toEqual(figures(game))
  for (const market of book.markets)
    expect(line(market.market_name, 'By market').slice(-7)).toEqual(figures(market))
  const { opening, closing, movements } = book.accounts[0]!
  expect(line('Opening', 'All wallets')).toEqual(['Opening', inText(opening)])
  expect(line('Closing', 'All wallets')).toEqual(['Closing', inText(closing)])
  for (const { kind, postings, amount } of movements.filter((each) => each.postings > 0))
    expect(line(kindOfPosting(kind), 'All wallets').slice(1)).toEqual([
      count.format(postings),
      inText(amount),
    ])
  expect(lines.flat()).toContain("The players' sums of this month are not made.")
  for (const [nth, page] of pages.entries()) {
    expect([page.width, page.height].map(Math.round)).toEqual([595, 842])
    expect(page.lines.at(-1)!.at(-1)).toBe(`Page ${nth + 1} of ${pages.length}`)
  }
})

test('a Hindi name is drawn in its own letters beside the English one, and is read as it was written', async () => {
  const { pages, letters, told } = await readPdf((await fetched({ month })).bytes)
  for (const name of Object.values(NAMES)) expect(told).toContain(name)
  // What is written in the order in which it is drawn comes back letter by letter.
  const kalyan = pages.flatMap(({ lines }) => lines).find((line) => line.includes(NAMES.KALYAN))!
  expect(kalyan[0]).toBe('KALYAN')
  const hindi = letters.filter(({ text }) => /[\u0900-\u097f]/.test(text))
  expect(hindi.length).toBeGreaterThan(20)
  for (const letter of hindi) expect(letter.font).toContain('NotoSansDevanagari')
  expect(letters.filter(({ number }) => number === 0)).toEqual([])
  // The half ल् and य are one conjunct: not four letters and a virama.
  const virama = hindi.filter(({ text }) => text === '\u094d')
  expect(virama).toEqual([])
})

test('the players are on pages that lie across, once their sums are made, with heads on each page and the total', async () => {
  const id = 123_456_789
  await owner.run(sql`select setval(pg_get_serial_sequence('users', 'id'), ${id}, false)`)
  await office.user('राज Raj 😀', 50)
  await office.call(api.daybook.makeMonthPlayers, { month })
  while (await goOn(database));
  const { made, total } = await office.call(api.daybook.monthPlayers, { month })
  await office.user('Since', 10)
  const { pages } = await readPdf((await fetched({ month })).bytes)
  const across = pages.filter(({ width, height }) => width > height)
  expect(across.length).toBeGreaterThan(2)
  for (const { lines } of across)
    expect(lines.some((line) => line.includes('Deposits') && line.at(-1) === 'House result')).toBe(true)
  const lines = across.flatMap((page) => page.lines)
  expect(lines.filter(([first]) => /^#\d+$/.test(first!))).toHaveLength(total)
  const sum = lines.find(([first]) => first === 'In all')!
  const { bids, opening, closing, kept } = made!.total
  expect(sum.slice(1, 3)).toEqual([count.format(bids), inText(opening)])
  expect(sum.slice(-2)).toEqual([inText(closing), inText(kept)])
  const said = lines.flat().join(' ')
  for (const words of ['1 posting of the month since is not in it.', BY_POSTING, groupsInWords()])
    expect(said).toContain(words)
  expect(lines.find((line) => line.includes('राज'))!.join('|')).toContain(`#${id}|राज|Raj ?`)
})

test('of more players than a document holds it names the file', async () => {
  await owner.run(sql`update month_runs set players = 123456`)
  const { pages } = await readPdf((await fetched({ month })).bytes)
  expect(pages.flatMap(({ lines }) => lines.flat()).join(' ')).toContain(
    '1,23,456 players are too many for a document: they are in the CSV file',
  )
})

test('it leaves a row in the audit, and a month without draws is a document that says so', async () => {
  const { bytes } = await fetched({ month: '2001-01' })
  const { pages } = await readPdf(bytes)
  expect(pages.flatMap(({ lines }) => lines.flat())).toContain('No draws in this month')
  const [act] = (await office.call(api.reports.audit, { limit: 1 })).data
  expect(act).toMatchObject({
    act: api.daybook.monthPdf.path,
    thing: 'export',
    after: { month: '2001-01', rows: expect.any(Number) },
  })
  expect(await office.call(api.daybook.monthPdf, { month: '2001' })).toMatchObject({ code: 400 })
})
