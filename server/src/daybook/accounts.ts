/** What moved on the accounts on a day or in a month, from the figures kept of each kind and day; and by which way cash came and went. */
import type { Answer, api } from '@munim/contract'
import {
  addDays,
  beginOf,
  type Day,
  endsOf,
  POSTING_KINDS,
  type PostingKind,
  paise,
  rupeesOf,
  signFor,
} from '@munim/core'
import { type Db, sql } from '../database/db.ts'

type Book = Answer<typeof api.daybook.get>['data']
type Account = Book['accounts'][number]

/** What the postings of one kind came to: on the days, and on all before them. In paise. */
interface Moved {
  readonly kind: PostingKind
  readonly postings: number
  readonly amount: number
  readonly before: number
}

/** Of these days and those between them. */
export interface Days {
  readonly first: Day
  readonly last: Day
}

export async function readAccounts(db: Db, { first, last }: Days): Promise<Pick<Book, 'accounts' | 'cash'>> {
  const moved = await db.many<Moved>(sql`
    select kind, coalesce(sum(postings) filter (where day >= ${first}), 0)::bigint as postings,
      coalesce(sum(amount) filter (where day >= ${first}), 0)::bigint as amount,
      coalesce(sum(amount) filter (where day < ${first}), 0)::bigint as before
    from day_totals where day <= ${last} group by kind`)
  const accounts = ACCOUNTS.map((account) => accountOf(account, moved))
  return { accounts, cash: [...(await listPaidRequests(db, { first, last })), byHand(moved)] }
}

const ACCOUNTS: readonly Account['account'][] = ['player', 'held', 'game', 'bonus', 'closed', 'cash']

/** The ledger takes cash as what lies outside: what was brought in leaves it. The book tells what is in hand. */
const signOn = (account: Account['account'], kind: PostingKind) =>
  account === 'cash' ? -signFor(account, kind) : signFor(account, kind)

const touches = (account: Account['account'], kind: PostingKind) =>
  endsOf(kind).some((ends) => ends.includes(account))

function accountOf(account: Account['account'], moved: readonly Moved[]): Account {
  const rows = POSTING_KINDS.filter((kind) => touches(account, kind)).map((kind) => {
    const { postings = 0, amount = 0, before = 0 } = moved.find((each) => each.kind === kind) ?? {}
    const sign = signOn(account, kind)
    return { kind, postings, amount: sign * amount, before: sign * before }
  })
  const opening = rows.reduce((sum, row) => sum + row.before, 0)
  const change = rows.reduce((sum, row) => sum + row.amount, 0)
  return {
    account,
    opening: rupeesOf(paise(opening)),
    movements: rows.map(({ kind, postings, amount }) => ({
      kind,
      postings,
      amount: rupeesOf(paise(amount)),
    })),
    closing: rupeesOf(paise(opening + change)),
  }
}

/** The requests approved on these days by the way that they name. */
async function listPaidRequests(db: Db, { first, last }: Days): Promise<Book['cash']> {
  const [from, until] = [first, addDays(last, 1)].map((each) => beginOf(each))
  return db.many(sql`
    select lower(transfer_type) as way, ${sumOf('deposit')} as in, ${sumOf('withdraw')} as out
    from requests where status = 'completed' and decided_at >= ${from} and decided_at < ${until}
    group by 1 order by count(*) desc, 1`)
}

const sumOf = (kind: 'deposit' | 'withdraw') => sql`json_build_object(
  'amount', coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)::bigint / 100.0::float8,
  'postings', count(*) filter (where kind = ${sql.lit(kind)}))`

function byHand(moved: readonly Moved[]): Book['cash'][number] {
  const of = (kind: PostingKind) => {
    const { postings = 0, amount = 0 } = moved.find((each) => each.kind === kind) ?? {}
    return { amount: rupeesOf(paise(amount)), postings }
  }
  return { way: null, in: of('fund_add'), out: of('fund_deduct') }
}
