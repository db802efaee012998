/** Acts that a second person confirmed against the audit: that they were asked for, the act of who asked, and the confirmation of another. */
import { api } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { isAskedFor } from '../http/second.ts'
import { countOf, firstOf, type Law, lawBy } from './verify-law.ts'

const CONFIRMED = 'acts confirmed by a second person = acts of the audit'

/** Both are written in one transaction, the act of a million refunds too. */
const TOGETHER = sql`interval '10 minutes'`

export const checkSecond = (db: Db): Promise<Law> =>
  lawBy(CONFIRMED, countOf(db, sql`waiting_acts where outcome = 'confirmed'`), 'acts', findInConfirmed(db))

const findInConfirmed = firstOf(sql`
    with fact as (
      select w.id, w.act, 'admin:' || w.asker_id as asker, 'admin:' || w.decider_id as decider, w.decided_at as at,
        ${isAskedFor} as is_asked
      from waiting_acts w where w.outcome = 'confirmed'
    ), confirmation as materialized (
      select a.id, a.at, a.actor, a.thing_id, a.after from audit a where a.act = ${api.acts.confirm.path}
    ), done as materialized (
      select a.id, a.at, a.act, a.actor, a.after->>'waiting_act' as act_id, a.after->>'confirmed_by' as decider,
        row_number() over (partition by a.after->>'waiting_act' order by a.id desc) as nth
      from audit a where a.after ? 'confirmed_by'
    )
    select ${CONFIRMED}::text as law, f.id as place, 'waiting act ' || f.id as what,
      f.act || ' of ' || f.asker || ', confirmed by ' || f.decider || ' at ' || f.at as expected,
      case when f.asker = f.decider then 'one administrator' when not f.is_asked then 'not asked for' else 'none' end as found
    from fact f where f.asker = f.decider or not f.is_asked
      or not exists (select from confirmation c where c.thing_id = f.id::text and c.actor = f.decider
        and c.after->>'asked_by' = f.asker and c.after->>'call' = f.act and c.at between f.at and f.at + ${TOGETHER})
      or not exists (select from done d where d.act_id = f.id::text and d.act = f.act and d.actor = f.asker and d.decider = f.decider
        and d.at between f.at - ${TOGETHER} and f.at)
    union all
    select ${CONFIRMED}, 0, 'row ' || d.id || ' of the audit', 'an act of ' || d.actor || ' that ' || d.decider || ' confirmed', 'none'
    from done d where d.nth > 1 or not exists (select from fact f where f.id::text = d.act_id and f.act = d.act and f.asker = d.actor and f.decider = d.decider
      and d.at between f.at - ${TOGETHER} and f.at)
    union all
    select ${CONFIRMED}, 0, 'row ' || c.id || ' of the audit', 'waiting act ' || c.thing_id || ', confirmed by ' || c.actor, 'none'
    from confirmation c where not exists (select from fact f where f.id::text = c.thing_id and f.decider = c.actor)`)
