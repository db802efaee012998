/** Second factors and recovery codes against the acts of the audit that made and removed them. */
import { api } from '@munim/contract'
import { codesMark, factorMark } from '../anchors/factor-marks.ts'
import { type Db, sql } from '../database/db.ts'
import { countOf, firstOf, type Law, lawBy } from './verify-law.ts'

const FACTORS = 'second factors and recovery codes = acts of the audit'

/**
 * An act of a release before has neither number nor mark: it counts for factors made within the minute before it, and
 * for codes as they are. What is changed of those is named by the anchors.
 */
export const checkFactors = (db: Db): Promise<Law> =>
  lawBy(FACTORS, countOf(db, sql`factors`), 'factors', findInFactors(db))

const { finishTotp, finishPasskey, remove, renewCodes } = api.factors

const findInFactors = firstOf(sql`
    with acts as materialized (
      select a.id, a.at, a.act, a.thing_id, a.after, a.after->>'factor_id' as factor_id from audit a
      where a.thing = 'admin' and a.act in (${finishTotp.path}, ${finishPasskey.path}, ${remove.path}, ${renewCodes.path},
        ${api.administrators.removeFactors.path})
    ), made as (
      select m.*, exists (select from acts r where r.id > m.id and r.thing_id = m.thing_id
          and (r.act = ${api.administrators.removeFactors.path} or r.act = ${remove.path} and r.factor_id = m.factor_id)) as is_removed,
        exists (select from acts r where r.id > m.id and r.thing_id = m.thing_id
          and r.act = ${remove.path} and r.factor_id is null) as may_be_removed
      from acts m where m.act in (${finishTotp.path}, ${finishPasskey.path})
    ), coded as (
      select distinct on (thing_id) thing_id, after->>'codes' as mark from acts
      where after ? 'codes' or act in (${renewCodes.path}, ${api.administrators.removeFactors.path})
        or act = ${remove.path} and factor_id is null
      order by thing_id, id desc
    )
    select ${FACTORS}::text as law, f.id as place, 'second factor ' || f.id || ' of admin ' || f.admin_id as what,
      'as an act of its administrator made it' as expected,
      case when exists (select from made m where m.factor_id = f.id::text) then 'another, or removed' else 'none' end as found
    from factors f where not exists (
      select from made m where m.thing_id = f.admin_id::text and not m.is_removed
        and case when m.factor_id is null then m.at between f.created_at and f.created_at + interval '1 minute'
          else m.factor_id = f.id::text and m.after->>'mark' = ${factorMark} end)
    union all
    select ${FACTORS}, m.factor_id::bigint, 'second factor ' || m.factor_id || ' of admin ' || m.thing_id,
      'as it was set up by row ' || m.id || ' of the audit', 'none'
    from made m where m.factor_id is not null and not m.is_removed and not m.may_be_removed
      and not exists (select from factors f where f.id::text = m.factor_id)
    union all
    select ${FACTORS}, a.id, 'the recovery codes of admin ' || a.id, 'as the last act made them', 'others'
    from admins a join coded c on c.thing_id = a.id::text
    where c.mark is not null and ${codesMark(sql`a.id`)} is distinct from c.mark`)
