/** Declarations against the rule of the game, and winnings against declarations. */
import { type Half, type Result, winningPicks } from '@munim/core'
import { allOf } from '../database/all-of.ts'
import { type Db, sql } from '../database/db.ts'
import { wonBy } from '../ledger/win.ts'
import {
  type Counted,
  countOf,
  type Difference,
  firstOf,
  inRupees,
  type Law,
  lawBy,
  lawWith,
} from './verify-law.ts'

const PICKS = "a declaration's picks are those that win by the rule of the game"
const PAID = 'each winner is paid once at points × multiplier, and nobody else'
const TAKEN = 'what is taken back is a whole win, once'
const SAYS = 'a declaration says how many it paid and how much'

export function checkWins(db: Db, counting: Promise<Counted>): Promise<Law[]> {
  const kept = counting.then(({ wins, reversals }) => wins - reversals)
  const taken = counting.then(({ reversals }) => reversals)
  return allOf([
    checkDeclarations(db),
    lawBy(PAID, kept, 'wins not taken back', findInWins(db)),
    lawBy(TAKEN, taken, 'wins taken back', findInReversals(db)),
    lawBy(SAYS, countOf(db, sql`declarations`), 'declarations', findInSums(db)),
  ])
}

interface Declared {
  readonly id: number
  readonly half: Half
  readonly digit: string
  readonly panna: string
  readonly picks: readonly string[]
  readonly is_void: boolean
  readonly open_digit: string | null
  readonly open_panna: string | null
}

/** Each current one, by core. A close needs an open: its jodis and sangams are made of both. By a void none win. */
async function checkDeclarations(db: Db): Promise<Law> {
  const current = await db.many<Declared>(sql`
    select c.id, c.half, c.digit, c.panna, c.picks, c.is_void, o.digit as open_digit, o.panna as open_panna
    from declarations c
    left join declarations o on o.draw_id = c.draw_id and o.half = 'open' and o.withdrawn_at is null
      and not o.is_void
    where c.withdrawn_at is null order by c.id`)
  const findings = current.flatMap((declared): Difference[] => {
    const { id, half, digit, panna, picks, is_void } = declared
    const what = `declaration ${id}, the ${half} ${digit}-${panna}`
    if (!is_void && declared.open_digit === null)
      return [{ what, expected: 'a declared open', found: 'none' }]
    const expected = is_void ? '' : winningPicks(resultOf(declared), half).toSorted().join(' ')
    const found = picks.toSorted().join(' ')
    return expected === found ? [] : [{ what, expected, found }]
  })
  return lawWith(PICKS, current.length, 'current declarations', findings)
}

function resultOf({ half, digit, panna, open_digit, open_panna }: Declared): Result {
  const close =
    half === 'close' ? { close_digit: digit, close_panna: panna } : { close_digit: '-', close_panna: '-' }
  return { open_digit: open_digit ?? '-', open_panna: open_panna ?? '-', ...close }
}

/** What is due by the current declarations beside what was paid and not taken back. How much: `wonBy`, by core's `winOf`. */
const findInWins = firstOf(sql`
    with declared as (
      select id, draw_id, unnest(picks) as pick from declarations where withdrawn_at is null
    ), win as (
      select c.id as declaration_id, b.id as bid_id, b.user_id, ${wonBy('b')} as due,
        null as paid_to, 0::bigint as paid, 0 as wins
      from declared c join bids b on b.draw_id = c.draw_id and b.pick = c.pick and b.cancelled_at is null
      union all
      select p.declaration_id, p.bid_id, null, 0, p.to_user, p.amount, 1
      from postings p where p.kind = 'win' and not exists (select from postings r where r.reverses = p.id)
    ), both_sides as (
      select declaration_id, bid_id, min(user_id) as user_id, sum(due) as due, min(paid_to) as paid_to,
        sum(paid) as paid, sum(wins) as wins
      from win group by declaration_id, bid_id
      having (sum(due), sum(wins), min(user_id)) is distinct from (sum(paid), 1, min(paid_to))
    )
    select ${PAID}::text as law, x.bid_id as place,
      'bid ' || x.bid_id || ' under declaration ' || coalesce(x.declaration_id::text, 'none')
        || case when c.id is null then ', which is unknown' when c.withdrawn_at is not null then ', which is withdrawn'
          else '' end as what,
      case when x.user_id is null then 'no win' else ${inRupees(sql`x.due`)} || ' to player ' || x.user_id end
        as expected,
      case when wins = 0 then 'nothing paid' else ${inRupees(sql`x.paid`)} || ' in ' || wins || ' to player ' || paid_to
        end as found
    from both_sides x left join declarations c on c.id = x.declaration_id`)

/** Why it was taken back, a withdrawn declaration or a cancelled bid, shows in what is due. */
const findInReversals = firstOf(sql`
    with taken as (
      select r.id, r.reverses, r.bid_id, r.draw_id, r.from_user, r.amount,
        count(*) over (partition by r.reverses) as times
      from postings r where r.reverses is not null or r.kind = 'win_reversed'
    )
    select ${TAKEN}::text as law, t.id as place,
      'posting ' || t.id || ' taking back ' || coalesce(t.reverses::text, 'none') as what,
      coalesce(${inRupees(sql`p.amount`)} || ' won by bid ' || p.bid_id || ' of player ' || p.to_user, 'a win')
        || ', once' as expected,
      ${inRupees(sql`t.amount`)} || ' of bid ' || t.bid_id || ' from player ' || t.from_user
        || ', ' || times || ' times' as found
    from taken t left join postings p on p.id = t.reverses and p.kind = 'win'
    where times <> 1 or (t.bid_id, t.draw_id, t.from_user, t.amount)
      is distinct from (p.bid_id, p.draw_id, p.to_user, p.amount)`)

const findInSums = firstOf(sql`
    with paid as (
      select declaration_id, count(*) as winners, count(distinct to_user) as players, sum(amount) as paid,
        min(draw_id) as first_draw, max(draw_id) as last_draw
      from postings where kind = 'win' group by declaration_id
    )
    select ${SAYS}::text as law, c.id as place, 'declaration ' || c.id || ' of draw ' || c.draw_id as what,
      coalesce(p.winners, 0) || ' bids of ' || coalesce(p.players, 0) || ' players, '
        || ${inRupees(sql`coalesce(p.paid, 0)`)} || coalesce(' in draw ' || first_draw
        || case when first_draw <> last_draw then ' and ' || last_draw else '' end, '') as expected,
      coalesce(c.winners::text, 'no') || ' bids of ' || coalesce(c.players::text, 'no') || ' players, '
        || ${inRupees(sql`c.paid`)} as found
    from declarations c left join paid p on p.declaration_id = c.id
    where (c.winners, c.players, c.paid) is distinct from
        (coalesce(p.winners, 0), coalesce(p.players, 0), coalesce(p.paid, 0))
      or p.first_draw <> c.draw_id or p.last_draw <> c.draw_id`)
