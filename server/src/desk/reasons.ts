/** The owner's own reasons and replies, which the keys 1 to 9 choose in the work queue. */
import { type Answer, type api, type Input, t } from '@munim/contract'
import { type Db, sql } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { checkSame } from '../refusal.ts'

type Reasons = Answer<typeof api.desk.reasons>['data']

export async function readReasons(db: Db): Promise<Reasons> {
  const rows = await db.many<{ kind: keyof Reasons; text: string }>(sql`
    select kind, text from desk_reasons order by kind, place`)
  const of = (kind: keyof Reasons) => rows.filter((row) => row.kind === kind).map(({ text }) => text)
  return { deposits: of('deposits'), withdrawals: of('withdrawals'), feedback: of('feedback') }
}

/** Those of the kind that they replace. Two that save at once go one after the other. */
export async function writeReasons(
  db: Db,
  { kind, reasons, basedOn }: Input<typeof api.desk.saveReasons>,
): Promise<readonly string[]> {
  await db.run(sql`select pg_advisory_xact_lock(${LOCKS.reasons}::int, 0)`)
  const before = (await readReasons(db))[kind]
  checkSame(
    basedOn,
    before,
    t('Another administrator saved other ones meanwhile: “{stored}”. Save again to replace them.', {
      stored: before.join(' · '),
    }),
  )
  await db.run(sql`delete from desk_reasons where kind = ${kind}`)
  await db.run(sql`
    insert into desk_reasons (kind, place, text)
    select ${kind}, r.place, r.text from unnest(${reasons}::text[]) with ordinality as r (text, place)`)
  return before
}
