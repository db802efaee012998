/** A check of the books where one is due, by one server of however many there are, and the row of its outcome. */
import { dayOf } from '@munim/core'
import type { Anchors } from '../anchors/folder.ts'
import { backendOf, type OnBackend } from '../database/backend.ts'
import { type Database, type Db, nowOf, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { lastAgreed } from './agreed.ts'
import { foldDays } from './compact-counters.ts'
import { type Before, type Check, dueCheck } from './due.ts'
import { noteAllRead, proveNight, readSince } from './night.ts'
import { proveAll, unproven } from './prove.ts'
import { differencesOf, readTotals } from './totals.ts'
import type { Law } from './verify.ts'

/** Of each of both kinds: of a day's some, of the nights' years. */
const KEPT = 1000
/** About a second for every law. Postings are counted by their ids, which leave gaps but never fall behind. */
const SMALL_POSTINGS = 200_000
const NAMED_AT_MOST = 30

export interface Proof {
  readonly check: Check
  readonly differences: readonly string[]
}

/** Null where no check is due, or another server is at it. */
export async function checkWhenDue(
  database: Database,
  onBackend: OnBackend = () => {},
  anchors?: Anchors,
): Promise<Proof | null> {
  if ((await findDue(database)).check === null) return null
  return database.transaction(async (db) => {
    const { isOurs } = await db.only<{ isOurs: boolean }>(sql`
      select pg_try_advisory_xact_lock(${LOCKS.books}::int, 0) as "isOurs"`)
    if (!isOurs) return null
    // Asked again: another server may have checked between the first question and the lock.
    const { check, isSmall } = await findDue(db)
    if (check === null) return null
    onBackend(await backendOf(db))
    return prove(database, db, { check, isSmall, at: await db.now(), onBackend, anchors })
  })
}

async function findDue(db: Db): Promise<{ check: Check | null; isSmall: boolean }> {
  const { now, checkedAt, provenAt, isDiffering, isSmall } = await db.only<
    Pick<Before, 'isDiffering' | 'isSmall'> &
      Record<'checkedAt' | 'provenAt', string | null> & { now: string }
  >(sql`
    select ${nowOf(db)} as now, last.at as "checkedAt", proven.at as "provenAt",
      coalesce(last.differences <> '[]', false) or coalesce(proven.differences <> '[]', false) as "isDiffering",
      coalesce((select max(id) from postings), 0) <= ${SMALL_POSTINGS} as "isSmall"
    from (select 1) as one
    left join (select at, differences from proofs order by id desc limit 1) as last on true
    left join (select at, differences from proofs where is_full order by id desc limit 1) as proven on true`)
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  const check = dueCheck({
    now: new Date(now),
    checkedAt: moment(checkedAt),
    provenAt: moment(provenAt),
    isDiffering,
    isSmall,
  })
  return { check, isSmall }
}

/**
 * `db` holds the lock for as long as it takes. Small books are read whole, in one snapshot, after the days are folded; of
 * others as much as a night has time for. A proof that can't be made is a difference, so that it is told and the sums go on.
 */
async function prove(
  database: Database,
  db: Db,
  {
    check,
    isSmall,
    ...reading
  }: { check: Check; isSmall: boolean; at: Date; onBackend: OnBackend; anchors: Anchors | undefined },
): Promise<Proof> {
  const { at } = reading
  await db.run(sql`set local statement_timeout = 0`)
  await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
  const folded = check === 'full' ? await foldPast(database, at) : []
  const totals = await readTotals(db)
  const differences = differencesOf(totals)
  if (check === 'full') {
    // One connection beside the lock's: the players have the rest.
    const laws = isSmall ? proveAll(database, reading) : proveNight(database, db, reading)
    const found = await laws.catch((fault) => [unproven(isSmall ? 'all laws' : 'this night', fault)])
    differences.push(...sentencesOf([...folded, ...found]))
    if (isSmall) await noteAllRead(db, at, differences.length > 0)
  }
  const wholeSince = check === 'full' ? await readSince(db, at) : null
  const { wallets, ledger, players } = totals
  await db.run(sql`
    insert into proofs (at, is_full, differences, wallets, ledger, players, whole_since)
    values (${at}, ${check === 'full'}, ${JSON.stringify(differences)}, ${wallets}, ${ledger}, ${players}, ${wholeSince})`)
  await forgetOld(db)
  return { check, differences }
}

/** The law that the past days could not be folded by; none where they could. */
function foldPast(database: Database, at: Date): Promise<Law[]> {
  return database
    .transaction((own) => foldDays(own, dayOf(at)))
    .then(
      () => [],
      (fault) => [unproven('what is kept of past days', fault)],
    )
}

/** By which proof the books last agreed, and the first after it by which they don't, are kept: they say since when. */
async function forgetOld(db: Db): Promise<void> {
  const oldest = (isFull: boolean) => sql`
    (select id from proofs where is_full = ${isFull} order by id desc offset ${KEPT - 1} limit 1)`
  await db.run(sql`
    with agreed as (select ${lastAgreed} as id)
    delete from proofs where id < case when is_full then ${oldest(true)} else ${oldest(false)} end
      and id not in (select id from agreed union all
        select min(p.id) from proofs p, agreed a where p.id > a.id and p.differences <> '[]' having count(*) > 0)`)
}

function sentencesOf(laws: readonly Law[]): string[] {
  const named = laws.flatMap(({ law, differences }) =>
    differences.map(({ what, expected, found }) => `${law}: ${what} is ${found}; it must be ${expected}.`),
  )
  const all = laws.reduce((sum, { wrong }) => sum + wrong, 0)
  const shown = named.slice(0, NAMED_AT_MOST)
  return all > shown.length ? [...shown, `${all - shown.length} more; \`npm run verify\` names them.`] : shown
}
