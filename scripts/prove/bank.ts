/** Promise 5: money is conserved, in every reader's snapshot, while many clients bet, fund, ask, decide, declare and void. */
import { api } from '@munim/contract'
import { type Db, sql } from '../../server/src/database/db.ts'
import { type Chance, chanceOf } from '../../server/src/demo/chance.ts'
import { type Filled, fillMarket, OPEN_FORM } from '../../tests/support/fill.ts'
import { type Said, send } from '../../tests/support/server-process.ts'
import { type House, openHouse, type Player } from './house.ts'
import type { Proven, Run } from './promise.ts'

const CLIENTS = 32
const PLAYERS = 60
const DRAWS = 3
const OPERATIONS_A_ROUND = 300
/** Of so many operations one voids a draw. */
const VOID_EVERY = 75
const ASKED = { amount: 150, transfer_type: 'upi' }

interface Client {
  readonly house: House
  readonly chance: Chance
  readonly host: string
  readonly draws: readonly Filled[]
  readonly player: Player
}

/** What a client does, and how often; a refusal (409) is as good an answer as any. */
const DEEDS: readonly (readonly [weight: number, deed: (client: Client) => Promise<Said>])[] = [
  [40, placeBid],
  [10, (client) => fund(client, api.users.addFunds.path)],
  [10, (client) => fund(client, api.users.deductFunds.path)],
  [10, (client) => byPlayer(client, api.player.requestWithdrawal.path, ASKED)],
  [8, (client) => byPlayer(client, api.player.requestDeposit.path, ASKED)],
  [12, decide],
  [5, (client) => settle(client, api.results.declare.path, OPEN_FORM)],
  [5, (client) => settle(client, api.results.revert.path, {})],
]

function placeBid(client: Client): Promise<Said> {
  const { chance, draws } = client
  const { marketId } = chance.oneOf(draws)
  const session = chance.happens(0.5) ? 'open' : 'close'
  const pick = { game_mode: 'single_digit', [`${session}_digit`]: String(chance.whole(0, 3)) }
  return byPlayer(client, api.player.placeBids.path, { bids: [{ marketId, session, ...pick, points: 50 }] })
}

function fund({ house, host, chance, player }: Client, path: string): Promise<Said> {
  return send(host, path, { id: player.id, amount: chance.whole(1, 100_000) / 100 }, { token: house.token })
}

function byPlayer({ host, player }: Client, path: string, body: object): Promise<Said> {
  return send(host, path, body, { token: player.token })
}

function settle({ house, host, chance, draws }: Client, path: string, body: object): Promise<Said> {
  const { marketId, date } = chance.oneOf(draws)
  return send(host, path, { marketId, date, ...body }, { token: house.token })
}

/** Puts another draw in the place of one, which others may be betting on or declaring, and voids it. */
async function voidOne({ house, host, chance }: Client, draws: Filled[]): Promise<Said> {
  const nth = chance.whole(0, draws.length - 1)
  const { marketId, date } = draws[nth]!
  draws[nth] = await fillMarket(house.database, `BANK AFTER ${marketId}`)
  const body = { marketId, date, reason: 'It never came' }
  return send(host, api.results.voidDraw.path, body, { token: house.token })
}

/** Any request that is pending, which others may be deciding too. */
async function decide({ house, host, chance }: Client): Promise<Said> {
  const pending = await house.database.many<{ id: number; kind: string }>(sql`
    select id, kind from requests where status = 'pending' order by id limit 20`)
  if (pending.length === 0) return { code: 200, text: '' }
  const { id, kind } = chance.oneOf(pending)
  const path = kind === 'deposit' ? api.wallet.decideDeposit.path : api.wallet.decideWithdrawal.path
  const status = chance.happens(0.6) ? 'completed' : 'rejected'
  return send(host, path, { transactionId: id, status }, { token: house.token })
}

/** Every wallet against its postings, and all together against the house, as one snapshot shows them. */
async function readBooks(db: Db): Promise<string[]> {
  const { wallets, house, different } = await db.only<Record<'wallets' | 'house' | 'different', number>>(sql`
    with own as (
      select user_id, sum(change)::bigint as sum from (
        select from_user as user_id, -amount as change from postings where from_user is not null
        union all select to_user, amount from postings where to_user is not null) moves
      group by user_id
    )
    select (select coalesce(sum(balance), 0)::bigint from wallets) as wallets,
      (select coalesce(sum(case when to_house is null then 0 else amount end
        - case when from_house is null then 0 else amount end), 0)::bigint from postings) as house,
      (select count(*) from wallets w left join own using (user_id) where w.balance <> coalesce(own.sum, 0)) as different`)
  const wrong =
    different > 0 ? [`A reader saw ${different} wallets that are not the sum of their postings`] : []
  return wallets + house === 0 ? wrong : [...wrong, `A reader saw ${(wallets + house) / 100} rupees too much`]
}

/** Rounds are of some hundred operations, among them four draws voided. */
export async function proveBank({ rounds = 10, seed, say }: Run, open = openHouse): Promise<Proven> {
  await using house = await open(PLAYERS)
  const wrong: string[] = []
  let operations = 0
  let snapshots = 0
  let voids = 0
  const servers = [await house.start(), await house.start()]
  const draws: Filled[] = []
  for (let nth = 1; nth <= DRAWS; nth++) draws.push(await house.fillDraw(`BANK ${nth}`, 300, 60))
  const all = rounds * OPERATIONS_A_ROUND
  const clients = Array.from({ length: CLIENTS }, async (_, nth) => {
    const chance = chanceOf(seed + nth)
    while (operations < all) {
      const isVoid = ++operations % VOID_EVERY === 0
      if (operations % OPERATIONS_A_ROUND === 0) say(`${operations} operations`)
      const [, deed] = chance.weighted(DEEDS, ([weight]) => weight)
      const { host } = servers[nth % 2]!
      const client: Client = { house, chance, host, draws, player: chance.oneOf(house.players) }
      const { code, text } = await (isVoid ? voidOne(client, draws) : deed(client))
      if (code !== 200 && code !== 409) wrong.push(`${code} ${text}`)
      if (isVoid && code === 200) voids++
    }
  })
  let isOver = false
  const reader = (async () => {
    while (!isOver) {
      wrong.push(...(await readBooks(house.database)))
      snapshots++
    }
  })()
  await Promise.all(clients).finally(() => {
    isOver = true
  })
  await reader
  wrong.push(...(await house.differences()))
  return {
    did: `${operations} operations of ${CLIENTS} clients, ${voids} draws voided, ${snapshots} snapshots read`,
    wrong,
  }
}
