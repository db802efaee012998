/** Feedback in SQL. */
import type { Answer, api, Input } from '@munim/contract'
import { meaningsOf } from '@munim/core'
import { and, type Db, nowOf, paginationOf, sql } from '../database/db.ts'
import { eachPart, type List, orderBy, readPage, slice } from '../database/list.ts'
import { holds } from '../database/typed.ts'
import { Refusal } from '../refusal.ts'

type Feedback = Answer<typeof api.feedbacks.update>['data']

const fields = sql`
  f.id, f.feedback, f.admin_comment as "adminComment", f.is_read as "isReadByAdmin", f.created_at as "createdAt",
  json_build_object('id', u.id, 'user_name', u.user_name, 'mobile', u.mobile) as "User"`

/** One page, the newest first, of what is unread the oldest; the cards count all feedback, whatever the filter. */
export async function listFeedbacks(
  db: Db,
  { search, isReadByAdmin, page, limit }: Input<typeof api.feedbacks.list>,
) {
  const typed = meaningsOf(search ?? '')
  // Both halves of the search have an index, so the names come in as a list and not by the join.
  const matching = sql`
    from feedbacks f where ${and([
      isReadByAdmin !== undefined && (isReadByAdmin ? sql`f.is_read` : sql`not f.is_read`),
      Boolean(search) &&
        sql`(${holds(typed, (pattern) => sql`lower(f.feedback) like ${pattern}`)}
          or f.user_id = any(array(select u.id from users u
            where ${holds(typed, (pattern) => sql`u.search_text like ${pattern}`)})))`,
    ])}`
  const stats = await db.only<{ total: number; unread: number; read: number }>(sql`
    select count(*) as total, count(*) filter (where not is_read) as unread, count(*) filter (where is_read) as read
    from feedbacks`)
  const ofFilter = isReadByAdmin === undefined ? stats.total : isReadByAdmin ? stats.read : stats.unread
  const isQueue = isReadByAdmin === false
  const list: List<Feedback> = {
    blocks: search
      ? sql`select null as block, count(*) as rows ${matching}`
      : [{ block: null, rows: ofFilter }],
    rows: (parts) => sql<Feedback>`
      select ${fields}
      from (${eachPart(parts, (part) => sql`select f.* ${matching} ${slice(part, [sql`f.id`], isQueue)}`)}) f
      join users u on u.id = f.user_id ${orderBy([sql`f.id`], isQueue)}`,
  }
  const { data: feedbacks, total } = await readPage(db, list, { page, limit })
  return { data: { feedbacks, pagination: paginationOf(total, page, limit), stats } }
}

export async function findFeedback(db: Db, id: number): Promise<Feedback | undefined> {
  return db.maybe<Feedback>(sql`
    select ${fields} from feedbacks f join users u on u.id = f.user_id where f.id = ${id} for no key update of f`)
}

const UNREAD_AT_MOST = 100

/**
 * What a player writes, new until it is read; its id. Refused while too many of theirs are unread: a server takes the
 * writing calls of a player one after the other, and one more through another server does no harm.
 */
export async function writeFeedback(
  db: Db,
  { userId, feedback }: { userId: number; feedback: string },
): Promise<number> {
  const written = await db.maybe<{ id: number }>(sql`
    insert into feedbacks (user_id, feedback, created_at)
    select ${userId}, ${feedback}, ${nowOf(db)}
    where (select count(*) from feedbacks where user_id = ${userId} and not is_read) < ${UNREAD_AT_MOST}
    returning id`)
  if (written) return written.id
  throw new Refusal(429, '{count} of your messages are not read yet. You can write again once one is.', {
    values: { count: UNREAD_AT_MOST },
    retryAfterSeconds: 60 * 60,
  })
}

interface Marking {
  readonly id: number
  readonly isRead: boolean
  /** Undefined keeps the one there is. */
  readonly comment: string | undefined
}

export async function markFeedback(db: Db, { id, isRead, comment }: Marking): Promise<void> {
  await db.run(sql`
    update feedbacks set is_read = ${isRead}, admin_comment = coalesce(${comment ?? null}, admin_comment)
    where id = ${id}`)
}
