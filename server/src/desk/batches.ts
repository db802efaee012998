/**
 * Batches of withdrawals in SQL: which were put into one bank's file, when and by whom. A batch decides nothing; it is open
 * until it is closed by hand.
 */
import type { Answer, api, Input } from '@munim/contract'
import { dayOf } from '@munim/core'
import { type Db, nowOf, type Statement, sql } from '../database/db.ts'
import { openBatch, waitsForSecond } from '../ledger/told-to-bank.ts'
import { found, Refusal } from '../refusal.ts'
import { marksOfRequest } from '../wallet/marks.ts'
import { type Asked, type BatchFacts, bankFile, isPayable, type Payout } from './bank-files.ts'

type Batch = Answer<typeof api.desk.closeBatch>['data']
type Payable = Answer<typeof api.desk.payables>['data'][number]
type File = Answer<typeof api.desk.batchFileAgain>['file']

const payeeField = (name: string): Statement<string> => sql`coalesce(r.payee->>${sql.lit(name)}, '')`
const holder = sql`coalesce(nullif(nullif(r.payee->>'account_holder_name', ''), '-'), u.user_name)`

/** Each player's first request comes before any player's second: one player with many does not fill it. */
const PAYABLES_AT_MOST = 500

export async function readPayables(db: Db): Promise<Payable[]> {
  const rows = await db.many<Omit<Payable, 'isPayable'> & Pick<Asked, 'name' | 'account' | 'ifsc'>>(sql`
    select r.id, u.user_name, r.transfer_type as way, r.amount / 100.0::float8 as amount, r.created_at as "createdAt",
      ${waitsForSecond(db)} as "waitsForSecond", ${holder} as name, ${payeeField('account_no')} as account,
      ${payeeField('ifsc_code')} as ifsc, ${marksOfRequest} as marks
    from (
      select * from requests where kind = 'withdraw' and status = 'pending'
      order by row_number() over (partition by user_id order by id), id limit ${PAYABLES_AT_MOST}) r
    join users u on u.id = r.user_id order by r.id`)
  return rows.map(({ name, account, ifsc, ...row }) => ({
    ...row,
    isPayable: isPayable({ way: row.way, name, account, ifsc }),
  }))
}

/** Of the batches `b`. */
const batchFields = sql`
  b.id, b.bank, a.user_name as by, b.at, b.closed_at as "closedAt", count(*) as requests,
  count(*) filter (where r.status = 'pending') as pending, sum(x.amount) / 100.0::float8 as amount
  from payout_batches b join admins a on a.id = b.admin_id join payout_batch_rows x on x.batch_id = b.id
  join requests r on r.id = x.request_id`

const SHOWN = 50

export function listBatches(db: Db): Promise<Batch[]> {
  return db.many<Batch>(sql`
    select ${batchFields} where b.id > (select coalesce(max(id), 0) - ${SHOWN} from payout_batches)
    group by b.id, a.user_name order by b.id desc`)
}

export async function findBatch(db: Db, id: number): Promise<Batch> {
  const batch = await db.maybe<Batch>(sql`
    select ${batchFields} where b.id = ${id}::bigint group by b.id, a.user_name`)
  return found(batch, 'Batch not found')
}

export async function readBatch(db: Db, id: number): Promise<Answer<typeof api.desk.getBatch>['data']> {
  const batch = await findBatch(db, id)
  const rows = await db.many<Answer<typeof api.desk.getBatch>['data']['rows'][number]>(sql`
    select r.id, u.user_name, x.amount / 100.0::float8 as amount, r.status, r.note
    from payout_batch_rows x join requests r on r.id = x.request_id join users u on u.id = r.user_id
    where x.batch_id = ${id} order by r.id`)
  return { ...batch, rows }
}

interface Chosen extends Asked {
  readonly status: string
  readonly waitsForSecond: boolean
  readonly batch: number | null
}

/** Locked against decisions and other batches until the transaction ends. */
async function lockChosen(db: Db, ids: readonly number[]): Promise<Chosen[]> {
  await db.run(sql`
    select id from requests where id = any(${ids}::bigint[]) and kind = 'withdraw' order by id for no key update`)
  return db.many<Chosen>(sql`
    select r.id as "requestId", r.status, r.transfer_type as way, ${waitsForSecond(db)} as "waitsForSecond", ${openBatch} as batch,
      to_char(r.amount / 100.0, 'FM999999999990.00') as rupees, ${holder} as name, ${payeeField('account_no')} as account, ${payeeField('ifsc_code')} as ifsc,
      ${payeeField('bank_name')} as bank
    from requests r join users u on u.id = r.user_id
    where r.id = any(${ids}::bigint[]) and r.kind = 'withdraw' order by r.id`)
}

/** Those of a batch that are not decided, locked in the same way. */
async function lockUndecided(db: Db, batchId: number): Promise<Chosen[]> {
  const rows = await db.many<{ id: number }>(sql`
    select request_id as id from payout_batch_rows where batch_id = ${batchId}::bigint`)
  const ids = rows.map(({ id }) => id)
  const chosen = await lockChosen(db, ids)
  return chosen.filter(({ status }) => status === 'pending')
}

/** Keeps the batch and makes its file; refused where one of the withdrawals can't be in it. Its id. */
export async function makeBatch(
  db: Db,
  { bank, debitAccount, ids, again }: Input<typeof api.desk.makeBatch>,
  adminId: number,
): Promise<{ id: number; file: File }> {
  const wanted = [...new Set(ids)]
  const chosen = await lockChosen(db, wanted)
  if (chosen.length < wanted.length) throw new Refusal(404, 'Request not found')
  for (const each of chosen) {
    const values = { id: each.requestId }
    if (each.status !== 'pending') throw new Refusal(409, 'Request #{id} is decided already', { values })
    if (each.waitsForSecond)
      throw new Refusal(409, 'A decision on request #{id} waits for a second person', { values })
    if (!isPayable(each))
      throw new Refusal(409, 'Request #{id} has no account that a bank can pay', { values })
    if (each.batch !== null && !(Array.isArray(again) ? again.includes(each.requestId) : again))
      throw new Refusal(409, 'Request #{id} is in batch {batch} already', {
        values: { ...values, batch: each.batch },
      })
  }
  const at = await db.now()
  const { id } = await db.only<{ id: number }>(sql`
    insert into payout_batches (bank, debit_account, admin_id, at) values (${bank}, ${debitAccount}, ${adminId}, ${at})
    returning id`)
  await db.run(sql`
    insert into payout_batch_rows (batch_id, request_id, amount)
    select ${id}, r.id, r.amount from requests r where r.id = any(${wanted}::bigint[])`)
  return { id, file: fileOf(id, bank, { payouts: chosen, debitAccount, at }) }
}

/**
 * The file of an open batch once more, of what still waits in it: a bank is told to pay nothing that is decided, nor what
 * is paid by now and whose approval waits for a second person.
 */
export async function remakeFile(db: Db, id: number): Promise<{ rows: number; file: File }> {
  // Who closes the batch holds them to the end: whether it is closed is read after that.
  const undecided = await lockUndecided(db, id)
  const batch = found(
    await db.maybe<{ bank: Batch['bank']; debit_account: string; at: string; is_closed: boolean }>(sql`
      select bank, debit_account, at, closed_at is not null as is_closed from payout_batches where id = ${id}::bigint`),
    'Batch not found',
  )
  if (batch.is_closed) throw new Refusal(409, 'This batch is closed already')
  const payouts = undecided.filter((each) => !each.waitsForSecond)
  if (payouts.length === 0)
    throw new Refusal(409, 'Every withdrawal of this batch is decided, or waits for a second person')
  const facts = { payouts, debitAccount: batch.debit_account, at: new Date(batch.at) }
  return { rows: payouts.length, file: fileOf(id, batch.bank, facts) }
}

interface About extends Omit<BatchFacts, 'day'> {
  readonly payouts: readonly Payout[]
  readonly at: Date
}

function fileOf(id: number, bank: Batch['bank'], { payouts, at, ...facts }: About): File {
  const day = dayOf(at)
  return { name: `payouts_${bank}_${id}_${day}_ist.csv`, text: bankFile(bank, payouts, { ...facts, day }) }
}

/** The rest is not paid. What waits for a second person may be, so it is decided first. */
export async function closeBatch(db: Db, id: number): Promise<void> {
  const waiting = (await lockUndecided(db, id)).find((each) => each.waitsForSecond)
  if (waiting)
    throw new Refusal(409, 'A decision on request #{id} waits for a second person', {
      values: { id: waiting.requestId },
    })
  const closed = await db.run(sql`
    update payout_batches set closed_at = ${nowOf(db)} where id = ${id}::bigint and closed_at is null`)
  if (closed === 0) throw new Refusal(409, 'This batch is closed already')
}
