/** One posting: both ends with their balances, its cause, and what it takes back. */
import type { Answer, api } from '@munim/contract'
import { type Db, type NotNull, type Statement, sql } from '../database/db.ts'
import { wordOfKind } from './kinds.ts'
import { nameOfActor } from './lines.ts'

type Posting = Answer<typeof api.reports.posting>['data']

/** An end of posting `p`, whose player is `u`: what comes in is `amount` more than it was before, what goes out less. */
const endOf = (side: 'from' | 'to', u: 'f' | 't'): Statement => {
  const [house, after] = [sql.ref(`p.${side}_house`), sql.ref(`p.${side}_after`)]
  const before = side === 'from' ? sql`${after} + p.amount` : sql`${after} - p.amount`
  return sql`json_build_object('account', coalesce(${house}::text, 'player'),
    'User', case when ${sql.ref(`${u}.id`)} is not null then json_build_object('id', ${sql.ref(`${u}.id`)},
      'user_name', ${sql.ref(`${u}.user_name`)}, 'mobile', ${sql.ref(`${u}.mobile`)}) end,
    'before', (${before}) / 100.0::float8, 'after', ${after} / 100.0::float8)`
}

export const findPosting = (db: Db, id: number): Promise<Posting | undefined> =>
  db.maybe<Posting & NotNull<'draw.marketId' | 'draw.market_name'>>(sql`
    select p.id, p.kind, ${wordOfKind(sql`p.kind`)} as transfer_type, p.amount / 100.0::float8 as amount, p.at,
      ${nameOfActor(sql`p.actor`)} as "actorName",
      case when p.note <> '' then p.note else coalesce(c.reason, '') end as note,
      ${endOf('from', 'f')} as "from", ${endOf('to', 't')} as "to", p.reverses as "takesBack",
      (select b.id from postings b where b.reverses = p.id) as "takenBackBy", p.bid_id as "bidId",
      case when r.id is not null then json_build_object('id', r.id, 'kind', r.kind, 'ref_id', r.ref_id) end as request,
      case when d.id is not null then json_build_object('marketId', m.id, 'market_name', m.name,
        'market_date', d.market_date) end as draw
    from postings p left join users f on f.id = p.from_user left join users t on t.id = p.to_user
    left join requests r on r.id = p.request_id left join declarations c on c.id = p.declaration_id
    left join draws d on d.id = p.draw_id left join markets m on m.id = d.market_id where p.id = ${id}`)
