/**
 * Promise: what goes wrong reaches the owner, and no other message does. A house works for a while, and its owner is
 * told nothing; then ten faults are planted, and each is told once, signed, to an address that listens. What is told only after
 * it has lasted for a quarter of an hour (anchors, checks that stop) is in tests/http/alerts*.test.ts.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import { addDays } from '@munim/core'
import type { Message } from '../../server/src/alerts/tell.ts'
import { sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { signatureOf } from '../../server/src/http/signature.ts'
import { type FakeFcm, startFcm } from '../../tests/support/fcm.ts'
import { type Filled, fillBids, OPEN_FORM } from '../../tests/support/fill.ts'
import { ask, send, signIn } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { type House, openHouse } from './house.ts'
import type { Proven, Run } from './promise.ts'
import { fillDevices } from './push.ts'
import { nothingTold, startClients } from './traffic.ts'

const PLAYERS = 60
const SECRET = 'what the owner checks with'
const MEBIBYTE = 2 ** 20
/** So much stays free of the disk before it is short, in MiB: above one gibibyte. */
const DISK_MIB = 1100
const SHORT_MIB = 200
/** What goes wrong is told within this, in seconds (decision 54). */
const TOLD_WITHIN = 60
/** Ended by these it would leave its disk mounted. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'disconnect']

/** Rounds are minutes of a house where all is well, and may be less than one. */
export async function proveTold({ rounds = 3, seed, isTimed, say }: Run): Promise<Proven> {
  const owner = await startOwner()
  const service = await startFcm()
  const disk = await openDisk()
  const stop = () => void disk?.close().finally(() => process.exit(130))
  for (const name of disk ? ENDINGS : []) process.once(name, stop)
  const house = await openHouse(PLAYERS, {
    ALERT_URL: owner.url,
    ALERT_SECRET: SECRET,
    RESULT_SOURCE_URL: `${owner.url}/results/{marketId}/{date}`,
    FCM_SERVICE_ACCOUNT: JSON.stringify(service.account),
    FCM_URL: service.url,
    ...(disk && { DATA_DIR: disk.folder }),
  })
  try {
    const { host } = await house.start()
    const planting: Planting = { house, host, service, owner, disk, draws: await fillDraws(house) }
    const did = await workAWhile(planting, { minutes: rounds, seed })
    const wrong = owner.told.map(({ kind, sentence }) => `where all was well, ${kind} was told: ${sentence}`)
    say(`${did}: ${wrong.length === 0 ? 'nothing was told' : 'told what was not so'}`)
    const known = owner.told.length

    const planted: Planted[] = []
    for (const [fault, { kind, plant }] of Object.entries(FAULTS)) {
      if ((await plant(planting)) === 'not here') say(`${fault}: can't be planted here`)
      else planted.push({ fault, kind, at: performance.now() })
    }
    const seconds = await Promise.all(
      planted.map(async ({ fault, kind, at }) => {
        const toldAt = await until(() => owner.toldAt.get(kind))
        say(`${fault}: told after ${((toldAt - at) / 1000).toFixed(1)} s`)
        return (toldAt - at) / 1000
      }),
    )
    const waiting = sql`select from alert_messages where sent_at is null limit 1`
    await until(async () => (await house.database.maybe(waiting)) === undefined)
    wrong.push(...compare(owner, planted, known))
    for (const [nth, { fault }] of planted.entries())
      if (isTimed && seconds[nth]! > TOLD_WITHIN)
        wrong.push(`${fault} was told after ${seconds[nth]!.toFixed(1)} s`)
    return {
      did: `${did} without a word, then ${planted.length} faults, the last one told after ${Math.max(...seconds).toFixed(1)} s`,
      wrong,
    }
  } finally {
    for (const name of ENDINGS) process.off(name, stop)
    await house.close()
    await Promise.all([service.close(), owner.close(), disk?.close()])
  }
}

interface Planted {
  readonly fault: string
  readonly kind: Message['kind']
  readonly at: number
}

interface Planting {
  readonly house: House
  readonly host: string
  readonly service: FakeFcm
  readonly owner: Owner
  readonly disk: Disk | undefined
  readonly draws: Readonly<Record<'quiet' | 'due' | 'full' | 'won' | 'old', Filled>>
}

interface Fault {
  /** What it is told as. */
  readonly kind: Message['kind']
  readonly plant: (planting: Planting) => Promise<unknown>
}

/** Each as it happens to a house: by a call where one does it, else in the database. Once results come by themselves no other half is due. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'a rupee too many in a wallet': {
    kind: 'books',
    plant: ({ house: { database, players } }) =>
      database.run(sql`update wallets set balance = balance + 100 where user_id = ${players[0]!.id}`),
  },
  'a win to be looked at': {
    kind: 'look',
    plant: async ({ house: { database, token }, host, draws: { won } }) => {
      await database.run(sql`update settings set large_win = 100`)
      await ask(host, api.results.declare, resultOf(won), { token })
    },
  },
  'a result that is no panna': {
    kind: 'declare',
    plant: async ({ house: { database }, draws: { due } }) => {
      await database.run(sql`
        update draws set opens_at = clock_timestamp() where id = ${due.drawId}`)
      await database.run(sql`update settings set auto_declare = true`)
    },
  },
  'a number beyond its limit': {
    kind: 'limits',
    plant: async ({ house: { token, players }, host, draws: { full } }) => {
      const limits = [{ game: 'single_digit', amount: 100, refuses: false }] as const
      await ask(host, api.risk.saveLimits, { marketId: full.marketId, limits: [...limits] }, { token })
      const pick = { session: 'close', game_mode: 'single_digit', close_digit: '7' } as const
      const bids = [{ marketId: full.marketId, ...pick, points: 50 }]
      await ask(host, api.player.placeBids, { bids }, { token: players[1]!.token })
    },
  },
  'an act that waits for a second person': {
    kind: 'confirm',
    plant: async ({ house: { database, token, players }, host }) => {
      await database.run(sql`
        insert into admins (user_name, password_hash, role_id, created_at, updated_at)
        select 'second', '', role_id, clock_timestamp(), clock_timestamp() from admins limit 1`)
      await ask(host, api.security.update, { funds: 0 }, { token })
      const funds = { id: players[2]!.id, amount: 10 }
      const { code } = await send(host, api.users.addFunds.path, funds, { token })
      if (code !== 202) throw new Error(`Funds that wait were answered ${code}`)
    },
  },
  'push messages refused': {
    kind: 'push',
    plant: async ({ house: { database, token }, host, service }) => {
      await fillDevices(database, 1)
      service.mood = 'denied'
      await ask(host, api.push.sendToAll, { title: 'Diwali bonus' }, { token })
    },
  },
  'a backup that is old': {
    kind: 'backup',
    plant: ({ house: { database } }) =>
      database.run(sql`
        update last_backup set at = clock_timestamp() - interval '37 hours', noted_since = clock_timestamp() - interval '9 days'`),
  },
  'a disk that is nearly full': {
    kind: 'disk',
    plant: async ({ disk }) => (disk ? disk.fill() : 'not here'),
  },
  "an administrator's new device": { kind: 'device', plant: ({ host }) => signIn(host) },
  // Closed by hand: a day without postings would wait for later ones to close by itself.
  'a day that was not closed': {
    kind: 'day',
    plant: async ({ house: { database, players }, draws: { old } }) => {
      await database.run(sql`update settings set close_days = false`)
      const date = addDays(old.date, -3)
      const { id } = await database.only<{ id: number }>(sql`
        insert into draws (market_id, market_date, opens_at, closes_at)
        values (${old.marketId}, ${date}, clock_timestamp() + interval '1 hour', clock_timestamp() + interval '2 hours')
        returning id`)
      const bids = { bids: 10, winners: 1, firstPlayer: players[0]!.id, players: PLAYERS }
      await fillBids(database, { ...old, ...bids, drawId: id, date })
    },
  },
}

async function fillDraws(house: House): Promise<Planting['draws']> {
  const draw = (name: string) => house.fillDraw(name, 200, 20)
  const quiet = await draw('QUIET')
  const [due, full, won, old] = [await draw('DUE'), await draw('FULL'), await draw('WON'), await draw('OLD')]
  // Declared before betting ends, a result is to be looked at.
  await house.database.run(sql`
    update draws set opens_at = clock_timestamp() where id = any(${[quiet.drawId, won.drawId]}::int[])`)
  return { quiet, due, full, won, old }
}

/** Everything that a house does on a good day. */
async function workAWhile(
  { house, host, draws: { quiet } }: Planting,
  { minutes, seed }: { readonly minutes: number; readonly seed: number },
): Promise<string> {
  const told = nothingTold()
  const working = { house, host, chance: chanceOf(seed), told }
  const clients = startClients(working, quiet, { name: 'told', funds: 2, bettors: 4 })
  await sleep(minutes * 60_000)
  await clients.stop()
  for (const fault of told.faults) throw new Error(fault)
  // Left reverted, it would wait for an administrator once results come by themselves.
  await send(host, api.results.declare.path, resultOf(quiet), { token: house.token })
  return `${minutes} min, ${told.settlements} settlements and ${told.acknowledged.size} movements of funds`
}

const resultOf = ({ marketId, date }: Filled) => ({ marketId, date, ...OPEN_FORM })

function compare({ told, forged }: Owner, planted: readonly Planted[], known: number): string[] {
  const wrong = forged > 0 ? [`${forged} messages were not signed as they must be`] : []
  for (const { kind, sentence } of told.slice(known)) {
    if (!planted.some((each) => each.kind === kind))
      wrong.push(`${kind} was told and not planted: ${sentence}`)
  }
  for (const { fault, kind } of planted) {
    const times = told.slice(known).filter((each) => each.kind === kind).length
    if (times !== 1) wrong.push(`${fault} was told ${times} times`)
  }
  return wrong
}

type Owner = Awaited<ReturnType<typeof startOwner>>

/** Where the owner listens; results are asked for there too, and each is one that can't be. */
async function startOwner() {
  const owner = { told: [] as Message[], toldAt: new Map<string, number>(), forged: 0 }
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const [, , marketId, date] = request.url!.split('/')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ marketId: Number(marketId), date, open_digit: '1', open_panna: '821' }))
      return
    }
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      if (request.headers['x-signature'] !== signatureOf(body, SECRET)) owner.forged++
      const message = JSON.parse(body) as Message
      owner.told.push(message)
      owner.toldAt.set(message.kind, performance.now())
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(owner, { url, close: async () => void server.close() })
}

type Disk = NonNullable<Awaited<ReturnType<typeof openDisk>>>

/** A small disk for a server's folder; undefined where only root of a Linux could make one. */
async function openDisk() {
  if (process.platform !== 'linux' || process.getuid!() !== 0) return undefined
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'munim', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    fill: () => writeFileSync(join(folder, 'full'), Buffer.alloc(SHORT_MIB * MEBIBYTE)),
    close: async () => {
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true })
    },
  }
}
