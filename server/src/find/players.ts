/** The few players that a text most likely means, and what of them holds it. */
import { type Answer, type api, FOUND_AT_MOST } from '@munim/contract'
import { columnOf, fieldsFor, type Typed } from '@munim/core'
import { type Db, type Statement, sql } from '../database/db.ts'
import { eachPart } from '../database/list.ts'
import { holds, idOf } from '../database/typed.ts'
import { keysOfUser } from '../wallet/marks.ts'

type Player = Answer<typeof api.find.anything>['data']['players'][number]
type Field = Exclude<Player['by'], 'id'>

/** One more than is answered, which tells that there are more. */
export const ASKED = FOUND_AT_MOST + 1

const SEARCHED: readonly Field[] = fieldsFor('searched')

/**
 * The index of what is searched is of three signs in a row, the vowel signs of a script among them; less is found by looking
 * at every player. So is Hindi where the database's own locale knows no letters but those of English.
 */
const INDEXED = /[\p{L}\p{M}\p{N}]{3}/u

interface Row extends Omit<Player, 'by' | 'holds'> {
  readonly texts: Readonly<Record<Field, string>>
}

/** By what is theirs alone: their number, a whole mobile, whom they are paid by; where none is, by whatever field holds it. */
export async function findFewPlayers(db: Db, typed: Typed): Promise<Player[]> {
  const id = idOf(typed, 'player')
  const whole = await readPlayers(db, [byMobile(typed), paidTo(typed)])
  const held = { ...typed, spellings: quickest(typed) }
  const rows = await readPlayers(db, [
    ...(id === null
      ? []
      : [sql`select u.id, 0 as rank from users u where u.id = ${id} and u.deleted_at is null`]),
    ...(whole.length === 0 && held.spellings.length > 0 ? [heldBy(held)] : []),
  ])
  const all = [...rows.filter((row) => !whole.some((other) => other.id === row.id)), ...whole]
  return all.map(({ texts, ...player }) => ({ ...player, ...whyFound(player.id, texts, typed) }))
}

/** The players that these ways give as id and rank, the least rank first. */
async function readPlayers(db: Db, ways: readonly Statement[]): Promise<Row[]> {
  if (ways.length === 0) return []
  const texts = sql.join(SEARCHED.map((name) => sql`${sql.lit(name)}::text, u.${sql.ref(columnOf(name))}`))
  return db.many<Row>(sql`
    with found as materialized (
      select f.id, min(f.rank) as rank from (${eachPart(ways, (way) => way)}) f group by f.id
    )
    select u.id, u.user_name, u.mobile, w.balance / 100.0::float8 as wallet, u.is_approved as "isApproved",
      u.is_blocked as "isBlocked", json_build_object(${texts}) as texts
    from found join users u on u.id = found.id join wallets w on w.user_id = u.id
    order by found.rank, u.id desc limit ${ASKED}`)
}

/** Those whose whole mobile it is. */
const byMobile = ({ spellings }: Typed): Statement => sql`
  select u.id, 1 as rank from users u
  where u.mobile = any(${spellings.map((parts) => parts.join(''))}::text[]) and u.deleted_at is null`

/** Of a number its digits alone, which the others hold, for what is kept with gaps is found by its key; of all else what the index has. */
function quickest({ spellings }: Typed): Typed['spellings'] {
  const numbers = spellings.filter(([part, ...more]) => more.length === 0 && /^\d+$/.test(part!))
  const shortest = numbers.toSorted(([one], [other]) => one!.length - other!.length).slice(0, 1)
  const asked = shortest.length > 0 ? shortest : spellings
  return asked.filter((parts) => parts.some((part) => INDEXED.test(part)))
}

/** Of a name that thousands have so many are looked at, of which the newest are shown. */
const LOOKED_AT = 1000
/** Comes after every letter. */
const LAST = '\u{10ffff}'

/** Those whose name it is or begins with it, in this order; where they are too few, whose fields hold it as the search of users finds them. */
function heldBy(typed: Typed): Statement {
  const whole = typed.spellings.map((parts) => parts.join(' '))
  const name = sql`lower(u.user_name) collate "C"`
  return sql`
    with begun as materialized (
      select b.id, b.rank from (
        select u.id, case when ${name} = any(${whole}::text[]) then 2 else 3 end as rank from users u
        where u.deleted_at is null and ${name} >= ${whole[0]} and ${name} < ${whole[0] + LAST} limit ${LOOKED_AT}
      ) b order by b.rank, b.id desc limit ${ASKED}
    )
    select b.id, b.rank from begun b
    union all (
      select h.id, h.rank from (
        select u.id, case when ${name} = any(${whole}::text[]) then 2 else 4 end as rank from users u
        where u.deleted_at is null and (select count(*) from begun) < ${ASKED}
          and ${holds(typed, (pattern) => sql`u.search_text like ${pattern}`)} limit ${LOOKED_AT}
      ) h order by h.rank, h.id desc limit ${ASKED}
    )`
}

/**
 * Those who are paid to this very account or number, however it is written there. In no index's order: expecting a match
 * soon, the planner would walk through all players for one that isn't there.
 */
function paidTo({ spellings }: Typed): Statement {
  const bare = spellings.map((parts) => parts.join('').toUpperCase())
  const keys = [
    ...new Set(
      bare.flatMap((number) => [`account ${number}`, `phone ${number}`, `upi ${number.toLowerCase()}`]),
    ),
  ]
  return sql`
    select u.id, 1 as rank from users u
    where ${keysOfUser(sql`u`)} && ${keys}::text[] and u.deleted_at is null
    order by -u.id limit ${ASKED}`
}

/** The first field that holds one of its spellings; a number also where it is written with gaps; else the number of the player. */
function whyFound(id: number, texts: Row['texts'], typed: Typed): Pick<Player, 'by' | 'holds'> {
  const isIn = (text: string) => {
    const [said, bare] = [text.toLowerCase(), text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')]
    return typed.spellings.some(
      (parts) =>
        parts.every((part) => said.includes(part)) || (parts.length === 1 && bare.includes(parts[0]!)),
    )
  }
  if (typed.id === id) return { by: 'id', holds: '' }
  const by = SEARCHED.find((name) => texts[name] !== '' && isIn(texts[name]))
  return by === undefined ? { by: 'user_name', holds: texts.user_name } : { by, holds: texts[by] }
}
