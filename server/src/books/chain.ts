/** Whether the audit is as it was written: each row's hash is its own, and names the row before it. */
import { type Db, sql } from '../database/db.ts'
import { countOf, firstOf, type Law, lawBy } from './verify-law.ts'

const CHAIN = 'the audit is one chain, and each row as it was written'

/** A changed row, a missing one and one put in between show; rows missing at the very end do not. */
export const checkChain = (db: Db): Promise<Law> =>
  lawBy(CHAIN, countOf(db, sql`audit`), 'rows', findInChain(db))

const findInChain = firstOf(sql`
    with linked as (
      select id, previous, hash, lag(id, 1, 0::bigint) over chain as id_before,
        lag(hash, 1, '\\x'::bytea) over chain as hash_before,
        audit_hash(previous, id, at, actor, act, thing, thing_id, before, after, address) as due
      from audit window chain as (order by id)
    )
    select ${CHAIN}::text as law, id as place, 'row ' || id as what,
      'after row ' || id - 1 || ' of ' || left(encode(hash_before, 'hex'), 12)
        || ', itself ' || left(encode(due, 'hex'), 12) as expected,
      'after row ' || id_before || ' of ' || left(encode(previous, 'hex'), 12)
        || ', itself ' || left(encode(hash, 'hex'), 12) as found
    from linked where id <> id_before + 1 or previous <> hash_before or hash <> due`)
