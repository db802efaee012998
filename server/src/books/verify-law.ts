/** What a check of the books says: a law, how much was checked against it, and what differs. The checks are beside. */
import { allOf } from '../database/all-of.ts'
import { type Db, type Statement, sql } from '../database/db.ts'

/** One thing that is not as it must be; amounts in rupees. */
export interface Difference {
  readonly what: string
  readonly expected: string
  readonly found: string
}

export interface Law {
  readonly law: string
  /** How many of `of` were checked against it. */
  readonly checked: number
  readonly of: string
  /** How many differ. */
  readonly wrong: number
  /** The first ten that differ. */
  readonly differences: readonly Difference[]
  /** What a reader should know though it is as it must be. */
  readonly notes?: readonly string[]
}

/** A row of a checking statement: which law differs, in which order to show it, and the difference. */
export interface Finding extends Difference {
  readonly law: string
  readonly wrong: number
}

const NAMED_AT_MOST = 10

/**
 * The first findings of each law among these rows of `law, place, what, expected, found`, and how many there are.
 * What a damaged row can't tell is unknown.
 */
export const firstOf = (rows: Statement) => (db: Db) =>
  db.many<Finding>(sql`
    select law, coalesce(what, 'unknown') as what, coalesce(expected, 'unknown') as expected,
      coalesce(found, 'unknown') as found, wrong
    from (
      select rows.*, count(*) over (partition by law) as wrong,
        row_number() over (partition by law order by place, what) as nth
      from (${rows}) as rows) as numbered
    where nth <= ${NAMED_AT_MOST} order by law, nth`)

/** A law with those of the findings that are its own. */
export function lawOf(law: string, checked: number, of: string, findings: readonly Finding[]): Law {
  const own = findings.filter((finding) => finding.law === law)
  const differences = own.map(({ what, expected, found }) => ({ what, expected, found }))
  return { law, checked, of, wrong: own[0]?.wrong ?? 0, differences }
}

/** The same of what is still being counted and looked for. */
export async function lawBy(
  law: string,
  counting: Promise<number>,
  of: string,
  finding: Promise<readonly Finding[]>,
): Promise<Law> {
  const [checked, findings] = await allOf([counting, finding])
  return lawOf(law, checked, of, findings)
}

/** How many rows there are of these. */
export async function countOf(db: Db, rows: Statement): Promise<number> {
  const { count } = await db.only<{ count: number }>(sql`select count(*) from ${rows}`)
  return count
}

/** A law with all that was found to differ from it; the first are named. */
export function lawWith(law: string, checked: number, of: string, all: readonly Difference[]): Law {
  const named = all.slice(0, NAMED_AT_MOST)
  const differences = named.map(({ what, expected, found }) => ({ what, expected, found }))
  return { law, checked, of, wrong: all.length, differences }
}

/** How many postings there are, and of which sort: what the laws were checked against. */
export interface Counted {
  readonly postings: number
  /** Ends that are a player's. */
  readonly movements: number
  /** Refunds that name a declaration. */
  readonly voided: number
  readonly stakes: number
  readonly refunds: number
  readonly wins: number
  readonly reversals: number
  /** Those of a draw. */
  readonly drawn: number
}

export function countPostings(db: Db): Promise<Counted> {
  return db.only<Counted>(sql`
    select count(*) as postings, count(from_user) + count(to_user) as movements,
      count(declaration_id) filter (where kind = 'refund') as voided, count(*) filter (where kind = 'win') as wins,
      count(*) filter (where kind = 'stake') as stakes, count(*) filter (where kind = 'refund') as refunds,
      count(reverses) as reversals, count(draw_id) as drawn
    from postings`)
}

/** Paise as text for people, grouped as `inRupees` of core does; nothing where there are none. */
export function inRupees(paise: Statement): Statement {
  return sql`coalesce('₹' || to_char(${paise} / 100.0, 'FM99,99,99,99,99,99,99,990.00'), 'nothing')`
}
