/** Postings as the pages of bids and requests name them: what moved, when, and by whom. */
import type { Answer, api } from '@munim/contract'
import { type Statement, sql } from '../database/db.ts'

type Line = Answer<typeof api.bids.get>['data']['postings'][number]

/** Who acted, by name: an administrator, else the actor as rows keep it ('player:7', 'provider'). */
export const nameOfActor = (actor: Statement): Statement =>
  sql`coalesce((select n.user_name from admins n
    where n.id = substring(${actor} from '^admin:([0-9]{1,9})$')::int), ${actor})`

/** The postings with these ids, in the order of the ledger. */
export const linesBy = (ids: Statement) => sql<Line>`
  select p.id, p.kind, p.amount / 100.0::float8 as amount, p.at, ${nameOfActor(sql`p.actor`)} as "actorName"
  from postings p where p.id in (${ids}) order by p.id`
