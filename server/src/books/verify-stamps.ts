/** Requests, confirmations and players' payees against the stamps that the server gave them as it wrote them. */
import { api } from '@munim/contract'
import { judgeStamp, STAMPED, type Stamped, type StampVerdict, stampKeyOf } from '../anchors/stamp.ts'
import { type Db, sql } from '../database/db.ts'
import { type SignedLines, sinceBegun } from './verify-anchors.ts'
import { type Difference, type Law, lawWith } from './verify-law.ts'

const STAMPS = 'requests, confirmations and payees are as the server wrote them'

/** So many rows are read at once. */
const AT_ONCE = 20_000

interface Row {
  readonly id: number
  readonly stamp: Buffer | null
  /** Null of a player who has nothing to stamp. */
  readonly fact: Buffer | null
  readonly payee: string | null
  /** Whose payee the request has; otherwise ''. */
  readonly player: string
}

interface Checks {
  checked: number
  strangers: number
  readonly wrong: Difference[]
}

const FOUND: Readonly<Record<StampVerdict, string>> = {
  right: '',
  none: 'none',
  wrong: 'that of another row, or the row was changed',
  'of another payee': 'that of another payee',
  'of another key': 'that of another key',
}

/** Undefined `signed`: the key is not here. */
export async function checkStamps(db: Db, signed: SignedLines | undefined): Promise<Law> {
  const checks: Checks = { checked: 0, strangers: 0, wrong: [] }
  const notes: string[] = []
  if (signed) {
    const erased = await readErased(db)
    await checkAll(db, 'requests', { signed, erased, checks })
    await checkAll(db, 'confirmations', { signed, erased, checks })
    await checkAll(db, 'payees', { signed, erased, checks })
    if (checks.strangers > 0)
      notes.push(
        `${checks.strangers} stamps of another key: servers that share a database need one SIGNING_KEY`,
      )
  } else notes.push('the key that stamps are made with is not here')
  return { ...lawWith(STAMPS, checks.checked, 'stamps', checks.wrong), notes }
}

interface Checking {
  readonly signed: SignedLines
  readonly erased: ReadonlySet<string>
  readonly checks: Checks
}

const NAMES: Readonly<Record<Stamped, string>> = {
  requests: 'request',
  confirmations: 'confirmation',
  payees: 'payee of player',
}

/** Rows before the first number from which all are stamped may have none; payees before a line that says they are. */
async function checkAll(db: Db, table: Stamped, { signed, erased, checks }: Checking): Promise<void> {
  const key = stampKeyOf(signed.key)
  const begun = sinceBegun(signed.lines ?? []).findLast(({ anchor }) => anchor.stamped)
  const stamped = begun?.anchor.stamped
  const from = table === 'payees' ? stamped?.payees && 0 : stamped?.[table]
  const first = from ?? Number.POSITIVE_INFINITY
  for (let rows = await readRows(db, table, 0); rows.length > 0; ) {
    for (const { fact, ...row } of rows) {
      if (fact === null && row.stamp === null) continue
      const verdict = fact === null ? 'wrong' : judgeStamp(key, table, { ...row, fact })
      const isForgiven =
        verdict === 'of another payee'
          ? erased.has(row.player)
          : row.id < first && (verdict === 'none' || verdict === 'of another key')
      if (!isForgiven) checks.checked++
      if (isForgiven || verdict === 'right') continue
      if (verdict === 'of another key' && signed.hasOtherKeys) checks.strangers++
      else {
        const what = `${NAMES[table]} ${row.id}`
        const expected = 'the stamp that the server wrote it with'
        checks.wrong.push({ what, expected, found: FOUND[verdict] })
      }
    }
    rows = await readRows(db, table, rows.at(-1)!.id)
  }
}

function readRows(db: Db, table: Stamped, after: number): Promise<Row[]> {
  if (table === 'requests') {
    return db.many<Row>(sql`
      select id, stamp, ${STAMPED.requests} as fact, payee::text as payee, user_id::text as player
      from requests where id > ${after} order by id limit ${AT_ONCE}`)
  }
  if (table === 'payees') {
    return db.many<Row>(sql`
      select u.id, u.payee_stamp as stamp, ${STAMPED.payees} as fact, null as payee, '' as player
      from users u where u.id > ${after} order by u.id limit ${AT_ONCE}`)
  }
  return db.many<Row>(sql`
    select id, stamp, ${STAMPED.confirmations} as fact, null as payee, '' as player
    from confirmations where id > ${after} order by id limit ${AT_ONCE}`)
}

/** The players who were deleted, whose payees are shortened, by an act of the audit. */
async function readErased(db: Db): Promise<ReadonlySet<string>> {
  const acts = await db.many<{ id: string }>(sql`
    select distinct thing_id as id from audit where thing = 'user' and act = ${api.users.remove.path}`)
  return new Set(acts.map(({ id }) => id))
}
