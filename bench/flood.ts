/**
 * How the owner's sign-in and lists fare while strangers register and guess passwords, each connection as soon as it is
 * answered: from one address, which is the owner's too, and from many; and how players fare who sign in on new phones
 * behind the address of a hundred strangers.
 * `npm run bench -- flood --connections 1000 --addresses 4000 --seconds 20`. Runs on DATABASE_URL (an empty database),
 * else on a PostgreSQL 15 of its own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import { hashPassword } from '../server/src/auth/password.ts'
import { sql } from '../server/src/database/db.ts'
import { fillPlayers } from '../tests/support/fill.ts'
import { OWNER, type Said, send } from '../tests/support/server-process.ts'
import type { Answered, Load } from './flood/load.ts'
import { fail, part } from './run/figures.ts'
import { openBench, readSizes } from './run/setup.ts'

const usual = { connections: 1000, addresses: 4000, seconds: 20, players: 20_000 }
const { connections, addresses, seconds, players } = readSizes(usual)
const PASSWORD = 'a password'
/** The address of the strangers where they have one (load.ts). */
const SHARED = '100.64.0.0'
const PAUSE_MS = 100

const { server, database, close } = await openBench({ TRUSTED_PROXIES: 'loopback', DEMO_DATA: 'off' })
await bench().finally(close)

async function bench(): Promise<void> {
  const firstPlayer = await fillPlayers(database, players)
  await database.run(sql`
    update users set password_hash = ${await hashPassword(PASSWORD)} where id >= ${firstPlayer}`)
  await database.run(sql`vacuum analyze`)
  const mobiles = await database.many<{ mobile: string }>(sql`
    select mobile from users where id >= ${firstPlayer} order by id desc limit 1000`)
  const work = { owner: await firstSignIn(), mobiles: mobiles.map(({ mobile }) => mobile) }

  await measure({ ...work, address: SHARED }, Math.min(2, seconds)) // Warms plans and caches.
  const idle = await measure({ ...work, address: SHARED }, seconds)
  print('nobody else', idle)
  const owner = { ...work, mobiles: [] }
  await flooded({ strangers: connections, from: 1 }, { ...owner, address: SHARED }, idle)
  await flooded({ strangers: connections, from: addresses }, { ...owner, address: '198.51.100.7' }, idle)
  await flooded({ strangers: 100, from: 1 }, { ...work, address: SHARED }, idle)
}

/** The owner's device, as the panel keeps it. */
async function firstSignIn(): Promise<string> {
  const { text } = await send(server.host, api.auth.login.path, OWNER)
  return JSON.parse(text).device
}

interface Work {
  /** The value of the owner's device. */
  readonly owner: string
  /** Players that sign in, each once, from a new phone; none where there are none. */
  readonly mobiles: string[]
  /** Where owner and players are. */
  readonly address: string
}

type Figures = Record<'sign-in' | 'lists' | 'player', number[]>

/** What the owner does all day, one after the other, and a player's sign-in from a new phone. */
async function measure({ owner, mobiles, address }: Work, forSeconds: number): Promise<Figures> {
  const figures: Figures = { 'sign-in': [], lists: [], player: [] }
  const until = performance.now() + forSeconds * 1000
  const timed = async (of: keyof Figures, path: string, body: object, token?: string): Promise<Said> => {
    const start = performance.now()
    const said = await send(server.host, path, body, { address, ...(token !== undefined && { token }) })
    figures[of].push(performance.now() - start)
    if (said.code !== 200) fail(`${path} answered ${said.code}: ${said.text}`)
    return said
  }
  while (performance.now() < until) {
    const { text } = await timed('sign-in', api.auth.login.path, { ...OWNER, device: owner })
    const { token } = JSON.parse(text) as { token: string }
    for (const list of [api.users.list, api.wallet.deposits, api.reports.transactions])
      await timed('lists', list.path, {}, token)
    const mobile = mobiles.pop()
    if (mobile) await timed('player', api.player.login.path, { mobile, password: PASSWORD })
    await sleep(PAUSE_MS)
  }
  return figures
}

/** The same while so many strangers are at it, from so many addresses. */
async function flooded(
  { strangers, from }: { readonly strangers: number; readonly from: number },
  work: Work,
  idle: Figures,
): Promise<void> {
  const { host } = server
  const load: Load = { host, connections: strangers, addresses: from, userName: OWNER.userName }
  const child: ChildProcess = fork(new URL('./flood/load.ts', import.meta.url))
  try {
    child.send(load)
    await once(child, 'message') // The first was answered.
    const figures = await measure(work, seconds)
    child.send('so far?')
    const [answered] = (await once(child, 'message')) as [Answered]
    const where = from === 1 ? 'the same address' : `${from} addresses`
    print(`${strangers} strangers from ${where}`, figures, idle)
    const counts = Object.entries(answered).map(([code, count]) => `${code}: ${count}`)
    console.log(`  the strangers were answered ${counts.join(', ')}`)
    if (Object.keys(answered).some((code) => Number(code) >= 500)) fail('a stranger met a fault')
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function print(who: string, figures: Figures, idle?: Figures): void {
  console.log(`Beside ${who}:`)
  for (const [what, all] of Object.entries(figures) as [keyof Figures, number[]][]) {
    if (all.length === 0) continue
    const [half, most] = [part(all, 0.5), part(all, 0.95)]
    const times = idle ? `, ${(most / part(idle[what], 0.95)).toFixed(1)} times that of nobody else` : ''
    console.log(
      `  ${what.padEnd(8)} p50 ${half.toFixed(0)} ms, p95 ${most.toFixed(0)} ms, at most ${Math.max(...all).toFixed(0)} ms, of ${all.length}${times}`,
    )
  }
}
