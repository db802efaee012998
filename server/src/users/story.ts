/**
 * A player's story, the latest first, a page of lines at a time, each day with its account. The order is the ledger's
 * (decision 21): a posting counts on the earliest day of all that were posted from it on, so that each day begins with
 * what the one before it left.
 */
import type { Answer, api, Input } from '@munim/contract'
import {
  beginOf,
  type Day,
  dayOf,
  kindsThat,
  type Paise,
  POSTING_KINDS,
  type PostingKind,
  paise,
  rupeesOf,
} from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { OF_REQUEST } from '../ledger/kinds.ts'
import { runningBids } from './remove.ts'
import { type Event, instantOf, readEvents, type StoryKind } from './story-events.ts'
import {
  type Account,
  ALL,
  type Bid,
  endOf,
  lastBefore,
  type Row,
  readAccounts,
  readBids,
  readNow,
  readPostings,
  type Stretch,
} from './story-postings.ts'

export type Story = Answer<typeof api.users.story>['data']
type Asked = Omit<Input<typeof api.users.story>, 'kinds'> & { readonly kinds: readonly StoryKind[] }
type Line = Story['days'][number]['lines'][number]

/** So many lines are a page, or so many postings where those come first; a slip is never cut. */
const LINES = 100
const POSTINGS = 500

const OF_BIDS = kindsThat(({ ofBid }) => ofBid === true)
const STAKES = kindsThat(({ bets }) => bets === 1)

/** Which postings lines of this kind are. */
const POSTINGS_OF: Readonly<Record<StoryKind, readonly PostingKind[]>> = {
  money: POSTING_KINDS.filter((kind) => !OF_BIDS.includes(kind)),
  bids: STAKES,
  results: OF_BIDS.filter((kind) => !STAKES.includes(kind)),
  requests: OF_REQUEST,
  sign_ins: [],
  changes: [],
  notes: [],
}

export async function readStory(db: Db, asked: Asked): Promise<Story> {
  const { id: userId, from, to, before } = asked
  const kinds = new Set(asked.kinds)
  const now = await readNow(db, userId)
  const end = to === undefined ? now : await lastBefore(db, userId, endOf(to), now.id + 1)
  const stretch: Stretch = {
    userId,
    after: from === undefined ? 0 : (await lastBefore(db, userId, beginOf(from as Day), end.id + 1)).id,
    until: Math.min(before?.posting ?? ALL, end.id + 1),
    day: before?.day ?? null,
  }
  const groups = await readGroups(db, stretch, kinds)
  const events = await readEvents(db, { userId, kinds, from, to, before, limit: LINES + 1 })
  const { taken, next } = takeLines(groups, events, before)
  const days = [...new Set(taken.map(({ day }) => day))]
  const accounts = await readAccounts(db, { userId, days, until: end.id + 1 })
  const postings = taken.flatMap((each) => ('rows' in each ? each.rows : []))
  const bids = await readBids(db, postings)
  return {
    wallet: rupeesOf(now.wallet),
    running: before === undefined ? await readRunning(db, userId) : null,
    days: days.map((day) => ({
      day,
      ...inRupees(accounts.get(day)!),
      lines: taken
        .filter((each) => each.day === day)
        .map((each) => ('rows' in each ? lineOf(each.rows, bids) : each.event.line)),
    })),
    next,
  }
}

/** In rupees. */
async function readRunning(db: Db, userId: number): Promise<number> {
  const { points } = await db.only<{ points: Paise }>(sql`
    select coalesce(sum(b.points), 0)::bigint as points ${runningBids(userId)}`)
  return rupeesOf(points)
}

/** What moved at once, the latest posting first. */
type Group = readonly [Row, ...Row[]]

interface Groups {
  readonly list: readonly Group[]
  /** After the last posting that is left unread; 0: none is. */
  readonly rest: number
}

async function readGroups(db: Db, stretch: Stretch, kinds: ReadonlySet<StoryKind>): Promise<Groups> {
  const wanted = [...new Set([...kinds].flatMap((kind) => POSTINGS_OF[kind]))]
  if (wanted.length === 0) return { list: [], rest: 0 }
  for (let limit = POSTINGS; ; limit *= 4) {
    const rows = await readPostings(db, stretch, { kinds: wanted, limit })
    const list = groupsOf(rows)
    if (rows.length < limit) return { list, rest: 0 }
    // More of the last one may be behind it.
    if (list.length > 1) return { list: list.slice(0, -1), rest: list.at(-1)![0].id + 1 }
  }
}

/** A slip, and what one declaration, revert or void moved, is one line; every other posting is one of its own. */
function groupsOf(rows: readonly Row[]): Group[] {
  const groups: [Row, ...Row[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && belong(last[0], row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

const belong = (one: Row, other: Row): boolean =>
  one.bidId !== null &&
  one.kind === other.kind &&
  one.moment === other.moment &&
  one.day === other.day &&
  (STAKES.includes(one.kind) || one.drawId === other.drawId)

type Taken = { readonly day: string } & ({ readonly rows: Group } | { readonly event: Event })

/** Both lists as one, as far as a page goes; an event is after all that moved before it. */
function takeLines(
  { list, rest }: Groups,
  events: readonly Event[],
  before: Asked['before'],
): { readonly taken: readonly Taken[]; readonly next: Story['next'] } {
  const taken: Taken[] = []
  let [group, event] = [0, 0]
  while (taken.length < LINES) {
    const [rows, beside] = [list[group], events[event]]
    // What is unread may be later than the event.
    if (rows === undefined && (rest > 0 || beside === undefined)) break
    if (beside && (rows === undefined || beside.moment > rows[0].moment)) {
      taken.push({ day: dayOf(new Date(beside.moment)), event: beside })
      event++
    } else {
      taken.push({ day: rows![0].day, rows: rows! })
      group++
    }
  }
  const left = list[group]
  if (left === undefined && rest === 0 && event === events.length) return { taken, next: null }
  const { moment, tie } = events[event - 1] ?? before ?? { moment: list[0]![0].moment, tie: LAST }
  const posting = left === undefined ? rest : left[0].id + 1
  return { taken, next: { day: taken.at(-1)!.day, posting, moment, tie } }
}

/** After the ties of all events: with the moment of the first posting it leaves out what happens after this page. */
const LAST = '~'

function lineOf(rows: Group, bids: ReadonlyMap<number, Bid>): Line {
  const { id, day, moment, amount, balance, drawId, bidId, marketDate, ...said } = rows[0]
  return {
    is: 'moved',
    at: instantOf(moment),
    ...said,
    amount: rupeesOf(paise(rows.reduce((sum, row) => sum + row.amount, 0))),
    balance: rupeesOf(balance),
    postings: rows.map((row) => ({
      id: row.id,
      amount: rupeesOf(row.amount),
      balance: rupeesOf(row.balance),
      bid: row.bidId === null ? null : (bids.get(row.bidId) ?? null),
    })),
  }
}

/** How many bids are told before their result. */
export const runningIn = ({ days }: Story): number =>
  days
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (line.is === 'moved' ? line.postings : []))
    .filter(({ bid }) => bid?.status === 'running').length

const inRupees = ({ opening, came, went, closing }: Account) => ({
  opening: rupeesOf(opening),
  came: rupeesOf(came),
  went: rupeesOf(went),
  closing: rupeesOf(closing),
})
