/**
 * Promise: a release is replaced by the next, and comes back, under load. Servers of the release before, from
 * the git history, and of this one with a migration more, run beside each other on one database: first under traffic that
 * goes on through upgrade and return, then under the loads of other promises.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { type Database, sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { fillBids, fillMarket, fillPlayers } from '../../tests/support/fill.ts'
import { runProgram } from '../../tests/support/program.ts'
import { findReleaseBefore, layOutReleases, NO_RELEASE, type Releases } from '../../tests/support/releases.ts'
import { ask, type Said, type ServerProcess, send, signIn } from '../../tests/support/server-process.ts'
import { proveBank } from './bank.ts'
import { type House, openHouse } from './house.ts'
import { newPlayer } from './money-calls.ts'
import { proveOnce } from './once.ts'
import { CannotProve, type Proven, type Run } from './promise.ts'
import { proveRepeat } from './repeat.ts'
import { type Clients, intoTheMiddle, nothingTold, notKept, startClients, type Working } from './traffic.ts'

const PLAYERS = 60
/** Of the clients of three servers, which take all there is while these start; not where a size is given. */
const REST_MS = 50
const COPIES = 8
/** Players who are each added funds with one key. */
const KEYED = 8
/** What lies in the database beside the draws of the clients, where a size is given: so many bids for a size of 1. */
const PAST = 10_000_000
const PAST_OF_A_DRAW = 500_000
const PAST_OF_A_PLAYER = 100
/** Nothing is kept there: the books are in the database. */
const nowhere = join(tmpdir(), 'munim-upgrade')

/** Rounds are goes through all of it; without a size the database holds no more than clients bet on, and these rest. */
export async function proveUpgrade({ rounds = 1, size = 0, seed, say }: Run): Promise<Proven> {
  const release = findReleaseBefore()
  if (release === undefined) throw new CannotProve(`Nothing is proved: ${NO_RELEASE}.`)
  const releases = await layOutReleases(release)
  const wrong: string[] = []
  const did: string[] = []
  try {
    for (let round = 1; round <= rounds; round++) {
      const there = await thereAndBack(releases, { size, seed, say })
      did.push(there.did)
      wrong.push(...there.wrong)
      const run = { rounds: 1, seed: seed + round, say: () => {} }
      const loads = {
        repeat: () => proveRepeat(run, { kills: 1, open: openBoth(releases) }),
        once: () => proveOnce(run, openBoth(releases)),
        bank: () => proveBank(run, openBoth(releases)),
      }
      // Each has a database of its own, so they don't wait for each other.
      await Promise.all(
        Object.entries(loads).map(async ([name, prove]) => {
          const load = await prove()
          say(`${name}: ${load.did}`)
          wrong.push(...load.wrong.map((each) => `${name}: ${each}`))
        }),
      )
    }
    return { did: `${release.version} and this one: ${did.join('; ')}`, wrong }
  } finally {
    await releases.remove()
  }
}

/** A house that the release before has made, and whose servers are by turns of the next one and of the one before. */
const openBoth = (releases: Releases) => (playing: number) =>
  openHouse(playing, {}, inTurn([releases.before, releases.next]))

function inTurn(folders: readonly string[]): () => string {
  let nth = 0
  return () => join(folders[nth++ % folders.length]!, 'start.ts')
}

async function thereAndBack(
  { before, next }: Releases,
  { size, seed, say }: Required<Pick<Run, 'size' | 'seed' | 'say'>>,
): Promise<Proven> {
  const order = inTurn([before, before, next, before])
  const house = await openHouse(PLAYERS, {}, order)
  const wrong: string[] = []
  const told = nothingTold()
  const clients: Clients[] = []
  const stop = () => Promise.all(clients.map((each) => each.stop()))
  const chance = chanceOf(seed)
  try {
    // Filled before clients begin: it writes balances and the audit without their locks.
    const fresh: number[] = []
    while (fresh.length < KEYED) fresh.push((await newPlayer(house)).id)
    const keyed = (servers: readonly [ServerProcess, ServerProcess]) =>
      sendBoth(house, fresh.shift()!, servers)
    if (size > 0) say(`${await fillPast(house.database, size)} bids lie in it`)
    const draws = [await house.fillDraw('BEFORE', 500, 50), await house.fillDraw('BESIDE', 500, 50)]
    draws.push(await house.fillDraw('AGAIN', 500, 50))
    /** Traffic on this server until all is over: it goes on when the server has ended, and is then answered by none. */
    const work = async (server: ServerProcess, name: string): Promise<Working> => {
      const working = { house, host: server.host, chance, told }
      const traffic = { name: `upgrade ${name}`, funds: 3, bettors: 5, restMs: size > 0 ? 0 : REST_MS }
      clients.push(startClients(working, draws.shift()!, traffic))
      await intoTheMiddle(working)
      return working
    }
    const older = await house.start()
    const onOlder = await work(older, 'before')
    say('the next release starts, and migrates under the traffic of the one before')
    const newer = await house.start()
    const onNewer = await work(newer, 'beside')
    for (let nth = 0; nth < 3; nth++) {
      wrong.push(...(await keyed([older, newer])), ...(await keyed([newer, older])))
      await intoTheMiddle(onOlder)
      await intoTheMiddle(onNewer)
    }
    const token = await signIn(newer.host)
    await ask(older.host, api.users.list, {}, { token })
    say('the release before ends, and comes back')
    if ((await older.stop()) !== 0) wrong.push('the release before did not end with 0')
    const again = await house.start()
    wrong.push(...(await keyed([newer, again])))
    const onAgain = await work(again, 'again')
    if ((await newer.stop()) !== 0) wrong.push('the next release did not end with 0')
    await intoTheMiddle(onAgain)
    wrong.push(...(await keyed([again, again])))
    await stop()
    await again.stop()
    wrong.push(...(await notKept(house, told, 'upgrade')))
    for (const folder of [before, next]) {
      const settings = { DATABASE_URL: house.url, DATA_DIR: nowhere }
      const { code, said } = await runProgram('verify', settings, { folder })
      if (code !== 0) wrong.push(`verify of ${folder}: ${said}`)
    }
    wrong.push(...(await tooOldStarts(house, before)))
    const [p99, longest] = [told.lasted.percentile(99), told.lasted.max].map((each) =>
      Math.round(each / 1000),
    )
    const did =
      `${told.settlements} settlements, ${told.acknowledged.size} movements of funds and ${told.bids.size} bids ` +
      `among ${told.lasted.count} answers, 99 of 100 within ${p99} ms, the slowest ${longest} ms`
    return { did, wrong }
  } finally {
    await stop().catch(() => {})
    await house.close()
  }
}

/** Draws of today that clients leave alone; how many bids they are. */
async function fillPast(database: Database, size: number): Promise<number> {
  const draws = Math.max(1, Math.round((size * PAST) / PAST_OF_A_DRAW))
  const bids = Math.min(size * PAST, PAST_OF_A_DRAW)
  const players = Math.ceil((draws * bids) / PAST_OF_A_PLAYER)
  const firstPlayer = await fillPlayers(database, players)
  for (let nth = 1; nth <= draws; nth++) {
    const draw = await fillMarket(database, `PAST ${nth}`)
    await fillBids(database, { ...draw, bids, winners: Math.ceil(bids / 100), firstPlayer, players })
  }
  return draws * bids
}

/** One addition of funds with one key, to both servers, one after the other and then many at once. */
async function sendBoth(house: House, id: number, servers: readonly [ServerProcess, ServerProcess]) {
  const balance = async () =>
    (
      await house.database.only<{ balance: number }>(sql`
        select balance from wallets where user_id = ${id}`)
    ).balance
  const had = await balance()
  const body = { id, amount: 5, note: 'once' }
  const key = `upgrade-${id}`
  const add = (nth: number): Promise<Said> =>
    send(servers[nth % 2]!.host, api.users.addFunds.path, body, { token: house.token, key })
  const said = [
    await add(0),
    await add(1),
    ...(await Promise.all(Array.from({ length: COPIES }, (_, nth) => add(nth)))),
  ]
  // The release before does not know what that was decided on.
  const change = { id, telegram: '@once', basedOn: { telegram: '' } }
  const save = (nth: number): Promise<Said> =>
    send(servers[nth % 2]!.host, api.users.update.path, change, { token: house.token, key })
  const saved = [await save(0), await save(1)]
  const added = (await balance()) - had
  return [
    ...[said, saved].flatMap(wrongIn),
    ...(added !== 500 ? [`500 paise were added with one key, and the wallet has ${added} more`] : []),
  ]
}

/** Of answers to one key. */
function wrongIn(said: readonly Said[]): string[] {
  const answers = [...new Set(said.map(({ code, text }) => `${code} ${text}`))]
  return answers.length > 1 || said[0]!.code !== 200 ? [`one key was answered ${answers.join(' and ')}`] : []
}

/** Once a migration has taken away what the release before uses, its server says so and does not start. */
async function tooOldStarts(house: House, before: string): Promise<string[]> {
  await house.database.run(sql`update schema_told set serves = (select max(name) from kysely_migration)`)
  const settings = { DATABASE_URL: house.url, MIGRATION_URL: house.ownerUrl, DATA_DIR: nowhere }
  const { code, said } = await runProgram('start', settings, { folder: before })
  const isRefused =
    code === 1 && /^The database was migrated by a newer Munim \(\S+\), and a server must know/m.test(said)
  return isRefused ? [] : [`the release before, which may not run, ended with ${code}: ${said}`]
}
