/** What is still to be recovered of a draw: its winnings were taken back from wallets that no longer held them. */
import type { Answer, api, Input } from '@munim/contract'
import { type Paise, rupeesOf } from '@munim/core'
import { type Db, pagesOf, sql } from '../database/db.ts'
import { findDraw, readMarketDay } from '../markets/schedule.ts'

type Row = Answer<typeof api.results.toRecover>['data'][number]

/** One page of the players below zero, the deepest first. Touches the winners of this draw. */
export async function listToRecover(
  db: Db,
  { marketId, date, page, limit }: Input<typeof api.results.toRecover>,
) {
  const { market, day } = await readMarketDay(db, { marketId, date })
  const draw = day ? await findDraw(db, market.id, day) : undefined
  const owing = sql`
    from wallets w join users u on u.id = w.user_id
    where w.balance < 0 and w.user_id in (
      select p.to_user from declarations c join postings p on p.declaration_id = c.id and p.kind = 'win'
      join postings r on r.reverses = p.id
      where c.draw_id = ${draw?.id ?? 0}
    )`
  const data = await db.many<Row>(sql`
    select u.id, u.user_name, u.mobile, w.balance / 100.0::float8 as wallet
    ${owing} order by w.balance, u.id limit ${limit} offset ${(page - 1) * limit}`)
  const { total, owed } = await db.only<{ total: number; owed: Paise }>(sql`
    select count(*) as total, coalesce(-sum(w.balance), 0)::bigint as owed ${owing}`)
  return { data, total, totalPages: pagesOf(total, limit), owed: rupeesOf(owed) }
}
