/** The owner's own reasons and replies, which the keys 1 to 9 choose in the work queue. */
import type { Answer, api, Input } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'

type Reasons = Answer<typeof api.desk.reasons>['data']

export async function readReasons(db: Db): Promise<Reasons> {
  const rows = await db.many<{ kind: keyof Reasons; text: string }>(
    sql`select kind, text from desk_reasons order by kind, place`,
  )
  const of = (kind: keyof Reasons) => rows.filter((row) => row.kind === kind).map(({ text }) => text)
  return { deposits: of('deposits'), withdrawals: of('withdrawals'), feedback: of('feedback') }
}

export async function writeReasons(
  db: Db,
  { kind, reasons }: Input<typeof api.desk.saveReasons>,
): Promise<void> {
  await db.run(sql`delete from desk_reasons where kind = ${kind}`)
  await db.run(sql`
    insert into desk_reasons (kind, place, text)
    select ${kind}, r.place, r.text from unnest(${reasons}::text[]) with ordinality as r (text, place)`)
}
