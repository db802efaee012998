/**
 * The laws that the database itself keeps: that none is switched off. The role that owns the tables can, and what
 * was changed meanwhile may look right; the other laws see what is wrong with the rows.
 */
import { type Db, sql } from '../database/db.ts'
import { type Finding, firstOf, type Law, lawOf } from './verify-law.ts'

const AWAKE = 'the guards of the books are awake'

/** As `pg_get_triggerdef` writes them. A migration that changes one changes it here. */
const TRIGGERS = [
  'postings_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  'audit_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  'confirmations_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  'bids_stay BEFORE DELETE OR TRUNCATE ON bids FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  'bid_is_a_fact BEFORE UPDATE ON bids FOR EACH ROW EXECUTE FUNCTION keep_bid()',
  'declarations_stay BEFORE DELETE OR TRUNCATE ON declarations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  'declaration_is_a_fact BEFORE UPDATE ON declarations FOR EACH ROW EXECUTE FUNCTION keep_declaration()',
  'declaration_keeps_its_place BEFORE UPDATE OF ledger_end ON declarations FOR EACH ROW EXECUTE FUNCTION refuse_change()',
  'request_is_decided_once BEFORE UPDATE ON requests FOR EACH ROW EXECUTE FUNCTION keep_request()',
]

const UNIQUE = [
  'one_stake_one_refund',
  'one_win_a_declaration',
  'taken_back_once',
  'one_posting_a_decision',
  'one_credit_a_reference',
  'one_confirmation_a_reference',
  'one_standing_declaration',
  'one_draw_a_day',
]

const CHECKS = [
  'something_moves',
  'one_payer',
  'one_receiver',
  'two_ends',
  'balance_of_payer',
  'balance_of_receiver',
  'not_overdrawn',
  'reference_of_a_bid',
  'reference_of_a_win',
  'reference_of_a_reversal',
  'decided_when_not_pending',
  'no_more_than_it_owes',
]

export async function checkGuards(db: Db): Promise<Law> {
  const guards = TRIGGERS.length + UNIQUE.length + CHECKS.length
  return lawOf(AWAKE, guards, 'guards', await findAsleep(db))
}

function findAsleep(db: Db): Promise<Finding[]> {
  return firstOf(
    db,
    sql`
    with trigger as (
      select t.tgname as name, t.tgenabled, c.relname, p.proname, p.prosrc,
        replace(replace(pg_get_triggerdef(t.oid, true), 'CREATE TRIGGER ', ''), 'public.', '') as definition
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    ), due as (
      select definition, split_part(definition, ' ', 1) as name from unnest(${TRIGGERS}::text[]) as definition
    ), asleep as (
      select 'trigger ' || d.name as what, d.definition as expected, coalesce(t.definition, 'none') as found
      from due d left join trigger t on t.name = d.name where t.definition is distinct from d.definition
      union all
      select 'trigger ' || name || ' on ' || relname, 'enabled', 'disabled' from trigger where tgenabled <> 'O'
      union all
      select distinct 'function ' || t.proname, 'a refusal', 'none' from trigger t join due d on d.name = t.name
      where t.prosrc !~* 'raise exception'
      union all
      select 'index ' || name, 'unique and valid', 'none' from unnest(${UNIQUE}::text[]) as name
      where not exists (select from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = name and c.relnamespace = 'public'::regnamespace and i.indisunique and i.indisvalid)
      union all
      select 'constraint ' || name, 'held', 'none' from unnest(${CHECKS}::text[]) as name
      where not exists (select from pg_constraint c where c.conname = name and c.contype = 'c' and c.convalidated)
    )
    select ${AWAKE}::text as law, 0 as place, what, expected, found from asleep`,
  )
}
