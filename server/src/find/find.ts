/** Finds what a text means among all that has a name or a number: a statement a group, each by its index. */
import { type Answer, type api, FOUND_AT_MOST } from '@munim/contract'
import { dayOf, dayTyped, meaningsOf, type Typed } from '@munim/core'
import { bidsBy } from '../bids/list.ts'
import { type Db, sql } from '../database/db.ts'
import { holds, idOf, namedId } from '../database/typed.ts'
import { findPosting } from '../ledger/find-posting.ts'
import { marksOfDraw, withDeclarations } from '../markets/current-declarations.ts'
import { ASKED, findFewPlayers } from './players.ts'
import { findRequests } from './requests.ts'

type Found = Answer<typeof api.find.anything>['data']
type Group = Found['more'][number]

export async function findAnything(db: Db, text: string): Promise<Found> {
  const typed = meaningsOf(text)
  const dated = dayTyped(text, dayOf(await db.now()))
  const found = {
    players: await findFewPlayers(db, typed),
    requests: await findRequests(db, text, typed),
    bids: await findBids(db, typed),
    postings: await findPostings(db, typed),
    draws: await findDraws(db, typed, dated),
    markets: await findMarkets(db, dated ? meaningsOf(dated.rest) : typed),
  }
  const groups = Object.keys(found) as Group[]
  const [{ players, requests, bids, postings }, { draws, markets }] = [found, found]
  const few = <Row>(rows: readonly Row[]) => rows.slice(0, FOUND_AT_MOST)
  return {
    players: few(players),
    requests: few(requests),
    bids: few(bids),
    postings: few(postings),
    draws: few(draws),
    markets: few(markets),
    more: groups.filter((group) => found[group].length > FOUND_AT_MOST),
  }
}

async function findBids(db: Db, typed: Typed): Promise<Found['bids']> {
  const id = idOf(typed, 'bid')
  if (id === null) return []
  return db.many(
    bidsBy(sql`
      select d.market_date, p.bid_id as id from postings p join draws d on d.id = p.draw_id
      where p.bid_id = ${id} and p.kind = 'stake'`),
  )
}

async function findPostings(db: Db, typed: Typed): Promise<Found['postings']> {
  const id = idOf(typed, 'posting')
  const posting = id === null ? undefined : await findPosting(db, id)
  return posting ? [posting] : []
}

/** Of a day, all or those of the markets whose names hold the words beside it; or the one of this number. */
async function findDraws(db: Db, typed: Typed, dated: ReturnType<typeof dayTyped>): Promise<Found['draws']> {
  // No screen prints the bare number of a draw.
  const id = namedId(typed, 'draw')
  if (id === null && dated === null) return []
  const isOfMarket = dated && dated.rest !== '' ? isNamed(meaningsOf(dated.rest)) : sql`true`
  const isMeant =
    id === null
      ? sql`d.market_date = ${dated?.day ?? null}::date and ${isOfMarket}`
      : sql`d.id = ${id}::bigint`
  return db.many<Found['draws'][number]>(sql`
    select d.id, m.id as "marketId", m.name, d.market_date as date, ${marksOfDraw}
    from draws d join markets m on m.id = d.market_id ${withDeclarations}
    where m.deleted_at is null and ${isMeant} order by d.opens_at, d.id limit ${ASKED}`)
}

/** Whether the names of market `m` hold it, English and Hindi. */
const isNamed = (typed: Typed) =>
  holds(typed, (pattern) => sql`lower(m.name || ' ' || m.name_hindi) like ${pattern}`)

async function findMarkets(db: Db, typed: Typed): Promise<Found['markets']> {
  if (!/\p{L}/u.test(typed.spellings.flat().join())) return []
  return db.many<Found['markets'][number]>(sql`
    select m.id, m.name, m.name_hindi, m.open_time, m.close_time from markets m
    where m.deleted_at is null and (${isNamed(typed)} or m.id = ${namedId(typed, 'market')}::bigint) order by m.id limit ${ASKED}`)
}
