/** What should be known before a withdrawal is paid. Nothing of it forbids anything: a person decides. */
import { type Answer, type api, msg } from '@munim/contract'
import { columnOf, fieldsFor, PAYEE_FIELDS } from '@munim/core'
import { playersOnDevicesOf } from '../auth/sign-ins.ts'
import { type Db, instantText, nowOf, type Statement, sql } from '../database/db.ts'
import { checkOften, OFTEN } from '../http/often.ts'
import { signInGiven } from '../ledger/suspect.ts'
import { batchOfRequest } from '../ledger/told-to-bank.ts'
import { Refusal } from '../refusal.ts'
import { holdOf, LOOKED_THROUGH, SO_FAR, turnoverOf } from './turnover.ts'

type Payouts = Omit<Answer<typeof api.users.payouts>['data'], 'bonuses'>

/** A payee changed so many days before the money was asked for is marked. */
const RECENT = sql`interval '7 days'`
/** Players with the same payee that are named; more are no better known. */
const NAMED_AT_MOST = 5
const CHANGES_AT_MOST = 3

/** The fields that tell to which accounts a player is paid, in the order in which the database's `payee_keys` takes them. */
export const ACCOUNT_FIELDS = [
  ...fieldsFor('key of account'),
  ...fieldsFor('key of upi'),
  ...fieldsFor('key of phone'),
]

/** The accounts of user `o`. The index users_by_payee is over this very expression. */
export const keysOfUser = (o: Statement): Statement<string[]> =>
  sql`payee_keys(${sql.join(ACCOUNT_FIELDS.map((name) => sql`${o}.${sql.ref(columnOf(name))}`))})`

/** The accounts of a request's copy of the payee; what it has no copy of is empty. */
const keysOfPayee = (payee: Statement) =>
  sql`payee_keys(${sql.join(ACCOUNT_FIELDS.map((name) => sql`coalesce(${payee}->>${sql.lit(name)}, '')`))})`

/**
 * Other players of this condition on a user `o`, as JSON: `[{ id, user_name }]`. Found apart (`offset 0`), they come by the
 * index of the condition: for the first few by id all players would be gone through, 5 s at a hundred thousand.
 */
const others = (userId: Statement, condition: Statement) => sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'user_name', s.user_name) order by s.id), '[]') from (
    select f.id, f.user_name from (select o.id, o.user_name, o.deleted_at from users o where ${condition} offset 0) f
    where f.id <> ${userId} and f.deleted_at is null
    order by f.id limit ${NAMED_AT_MOST}) s)`

const sharing = (keys: Statement, userId: Statement) => others(userId, sql`${keysOfUser(sql`o`)} && ${keys}`)
const onSameDevice = (userId: Statement) =>
  others(userId, sql`o.id = any(array(${playersOnDevicesOf(userId)}))`)

/** Administrators who were seen with this player, as JSON: `[{ userName, on }]`. */
const seenWith = (userId: Statement) => sql`
  (select coalesce(json_agg(json_build_object('userName', a.user_name, 'on', right(s.kind, -4)) order by s.id), '[]')
    from suspicions s join admins a on s.actor = 'admin:' || a.id
    where s.user_id = ${userId} and s.kind in ('own_device', 'own_address'))`

const isFirstOf = (userId: Statement) =>
  sql`not exists (select from requests q where q.user_id = ${userId} and q.kind = 'withdraw' and q.status = 'completed')`

/** Of a turnover `t`, in rupees. */
const inRupees = ['credited', 'bonus', 'staked'].map((name) => sql`t.${sql.ref(name)} / 100.0::float8`)

/** SQL: the marks of the request `r` of the user `u`; null of a deposit, and of a withdrawal that is decided. */
export const marksOfRequest = sql`
  case when r.kind = 'withdraw' and r.status = 'pending' then (
    select json_build_object('isBlocked', u.is_blocked,
      'payeeChangedAt', (select ${instantText(sql`max(c.at)`)} from payee_changes c
        where c.user_id = r.user_id and c.at between r.created_at - ${RECENT} and r.created_at),
      'sharedWith', ${sharing(keysOfPayee(sql`r.payee`), sql`r.user_id`)},
      'sameDevice', ${onSameDevice(sql`r.user_id`)}, 'seenWith', ${seenWith(sql`r.user_id`)},
      'isFirst', ${isFirstOf(sql`r.user_id`)}, 'batch', ${batchOfRequest},
      'credited', ${inRupees[0]}, 'bonus', ${inRupees[1]}, 'staked', ${inRupees[2]})
    from (${turnoverOf(sql`r.user_id`, holdOf(sql`r.id`), LOOKED_THROUGH)}) t
  ) end`

/** The same of a player as of now, with the changes of the payee, the latest first. */
export async function readPayouts(db: Db, userId: number): Promise<Payouts> {
  const id = sql`${userId}::bigint`
  const marks = await db.only<Omit<Payouts, 'changes'>>(sql`
    select ${sharing(keysOfUser(sql`u`), sql`u.id`)} as "sharedWith", ${onSameDevice(sql`u.id`)} as "sameDevice",
      ${seenWith(sql`u.id`)} as "seenWith", ${isFirstOf(sql`u.id`)} as "isFirst",
      ${inRupees[0]} as credited, ${inRupees[1]} as bonus, ${inRupees[2]} as staked
    from users u, (${turnoverOf(id, SO_FAR, LOOKED_THROUGH)}) t where u.id = ${id}`)
  const changes = await db.many<Payouts['changes'][number]>(sql`
    select c.at, a.user_name as by, c.fields
    from payee_changes c left join admins a on c.actor = 'admin:' || a.id where c.user_id = ${id}
    order by c.id desc limit ${CHANGES_AT_MOST}`)
  return { ...marks, changes }
}

/** SQL: whether the player had a payee before, whatever is stored now: one that was changed, or that a withdrawal named. */
export const hadPayee = (userId: Statement) => sql`(
  exists (select from payee_changes c where c.user_id = ${userId})
  or exists (select from requests r where r.user_id = ${userId} and r.kind = 'withdraw'
    and exists (select from jsonb_each_text(r.payee) f where f.value <> '')))`

/** Keeps which of the payee's details changed, and by whom; nothing where none of them did. */
export async function keepPayeeChange(
  db: Db,
  { userId, changed, actor }: { userId: number; changed: readonly string[]; actor: string },
): Promise<void> {
  const fields = PAYEE_FIELDS.filter((name) => changed.includes(name))
  if (fields.length === 0) return
  await db.run(sql`
    insert into payee_changes (user_id, fields, actor, at) values (${userId}, ${fields}, ${actor}, ${nowOf(db)})`)
}

/** Refuses a player who changed their own payee too often; the player is locked. */
export const checkPayeeOften = (db: Db, userId: number): Promise<void> =>
  checkOften(
    db,
    OFTEN.payee,
    sql`select c.at from payee_changes c where c.user_id = ${userId} and c.actor = ${`player:${userId}`}
      order by c.id desc`,
  )

const SET_ANEW = msg(
  'The password, MPIN or mobile number was set anew for this account. Money can go out in {hours, plural, one {# hour} other {# hours}}.',
)
const PAYEE_CHANGED = msg(
  'The payment details were changed. A withdrawal can be requested in {hours, plural, one {# hour} other {# hours}}.',
)

/** Refuses that money goes out while the wait of the settings lasts after an administrator set what the player signs in with. */
export const checkSignInWait = (db: Db, userId: number): Promise<void> =>
  checkWait(db, signInGiven(userId), SET_ANEW)

/** Refuses a withdrawal while the same wait after a change of the payee lasts. */
export const checkPayeeWait = (db: Db, userId: number): Promise<void> =>
  checkWait(db, sql`select max(c.at) as at from payee_changes c where c.user_id = ${userId}`, PAYEE_CHANGED)

/** `since`: SQL of the moment that the wait is after, as `at`. */
async function checkWait(db: Db, since: Statement, sentence: string): Promise<void> {
  const wait = await db.maybe<{ hours: number }>(sql`
    select ceil(extract(epoch from g.at + make_interval(hours => s.payee_wait_hours) - ${nowOf(db)}) / 3600)::int as hours
    from settings s cross join lateral (${since}) g
    where s.payee_wait_hours > 0 and g.at > ${nowOf(db)} - make_interval(hours => s.payee_wait_hours)`)
  if (wait) throw new Refusal(403, sentence, { values: wait })
}
