/**
 * `npm run simulate -- --players 50 --seconds 60`: players over HTTP, against a server that runs. It registers new
 * ones, lets them bet for a while and says how fast the answers were. What a player does is in simulation/player.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '@munim/contract'
import { type Call, callsTo, causeOf } from './simulation/calls.ts'
import { type Measures, newMeasures } from './simulation/measures.ts'
import { enter, type Placed, type Player, play } from './simulation/player.ts'

const USAGE = `npm run simulate -- [options]
  --players N          players at once (20)
  --seconds S          how long they play (30)
  --think ms           how long each waits between two calls (200)
  --url …              the server (http://127.0.0.1:3000)
  --admin-user …       with --admin-password, or ADMIN_USER and ADMIN_PASSWORD in the environment:
  --admin-password …   approves the new players and adds funds, without which they can't bet
  --anywhere           allow a server that is not on this machine`

const FUNDS_RUPEES = 20_000
const AT_ONCE = 8 // Registering is argon2 for the server; more at once only wait for each other.
const PROGRESS_MS = 5000

/** An error whose sentence is all that its reader needs. */
class SaidWhy extends Error {}

try {
  process.exitCode = await simulate(readOptions())
} catch (error) {
  console.error(error instanceof SaidWhy ? error.message : error)
  process.exitCode = 1
}
process.exit()

type Options = ReturnType<typeof readOptions>

function readOptions() {
  const text = { type: 'string' } as const
  const { values } = parsed(() =>
    parseArgs({
      options: {
        players: { ...text, default: '20' },
        seconds: { ...text, default: '30' },
        think: { ...text, default: '200' },
        url: { ...text, default: 'http://127.0.0.1:3000' },
        'admin-user': { ...text, default: process.env.ADMIN_USER || 'admin' },
        'admin-password': { ...text, default: process.env.ADMIN_PASSWORD || '' },
        anywhere: { type: 'boolean', default: false },
      },
    }),
  )
  return {
    players: readWhole('players', values.players, 1, 10_000),
    seconds: readWhole('seconds', values.seconds, 1, 86_400),
    thinkMs: readWhole('think', values.think, 0, 60_000),
    url: readUrl(values.url, values.anywhere),
    adminUser: values['admin-user'],
    adminPassword: values['admin-password'],
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new SaidWhy(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^[0-9]+$/.test(text) && number >= least && number <= most) return number
  throw new SaidWhy(
    `--${name} is ${JSON.stringify(text)}; it must be a whole number from ${least} to ${most}.`,
  )
}

/** Thousands of bids are for a server of one's own: elsewhere only when it is said in so many words. */
function readUrl(text: string, anywhere: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SaidWhy(
      `--url is ${JSON.stringify(text)}; it must be an address such as http://127.0.0.1:3000.`,
    )
  }
  if (!anywhere && !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) {
    throw new SaidWhy(`${url.hostname} is not this machine. Add --anywhere if it is yours to load.`)
  }
  return url
}

/** The exit code: 1 when a call failed. */
async function simulate(options: Options): Promise<number> {
  const { players: count, seconds, thinkMs, url } = options
  await checkServer(url)
  const stopped = whenAskedToStop()
  const coming = newMeasures()
  const comingSince = performance.now()
  const treasurer = await signIn(options, callsTo(url, coming))
  const players = await comeIn(count, callsTo(url, coming), treasurer, stopped)
  if (players.length === 0 && !stopped.aborted) console.log('No player could come in.')
  const comingSeconds = secondsSince(comingSince)

  const playing = newMeasures()
  const call = callsTo(url, playing)
  const placed: Placed = { bids: 0, rupees: 0 }
  const playingSince = performance.now()
  const until = AbortSignal.any([stopped, AbortSignal.timeout(seconds * 1000)])
  const progress = setInterval(() => tell(playing, placed, playingSince), PROGRESS_MS)
  const think = () =>
    sleep(thinkMs * (0.5 + Math.random()), undefined, { signal: until }).then(
      () => true,
      () => false,
    )
  const refill = async (player: Player) => treasurer?.(call, player)
  await Promise.all(players.map((player) => play({ call, player, placed, think, refill })))
  clearInterval(progress)

  report({ coming, comingSeconds, players, playing, playingSeconds: secondsSince(playingSince), placed })
  return coming.failures + playing.failures > 0 ? 1 : 0
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}

async function checkServer(url: URL): Promise<void> {
  const answer = await fetch(new URL('/health/live', url), { signal: AbortSignal.timeout(5000) }).catch(
    (error) => {
      throw new SaidWhy(
        `No server answers at ${url.origin} (${causeOf(error)}). Start one with npm start, or give --url.`,
      )
    },
  )
  if (!answer.ok)
    throw new SaidWhy(`${url.origin} answers, but it is no Munim (/health/live: ${answer.status}).`)
}

/** Approves a player where that is still due, and adds funds. */
type Treasurer = (call: Call, player: Player) => Promise<void>

/** Undefined without a password: no player is approved or funded then. */
async function signIn({ adminUser, adminPassword }: Options, call: Call): Promise<Treasurer | undefined> {
  if (adminPassword === '') return undefined
  const said = await call(api.auth.login, { userName: adminUser, password: adminPassword })
  if (!said.isDone) throw new SaidWhy(`${adminUser} can't sign in: ${said.message}`)
  return async (each, player) => {
    const { id } = player
    if (!player.isApproved) {
      player.isApproved = (await each(api.users.update, { id, isApproved: true }, said.token)).isDone
    }
    await each(api.users.addFunds, { id, amount: FUNDS_RUPEES, note: 'Simulation' }, said.token)
  }
}

async function comeIn(count: number, call: Call, treasurer: Treasurer | undefined, stopped: AbortSignal) {
  console.log(`${count} players come in …`)
  const players: Player[] = []
  let next = 0
  const some = async () => {
    while (next < count && !stopped.aborted) {
      const player = await enter(call, `Simulated ${++next}`)
      if (!player) continue
      await treasurer?.(call, player)
      players.push(player)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, some))
  return players
}

function tell(measures: Measures, placed: Placed, since: number): void {
  const seconds = secondsSince(since)
  const rate = (measures.calls / seconds).toFixed(0)
  console.log(`${seconds.toFixed(0).padStart(5)} s: ${rate} calls a second, ${placed.bids} bids placed`)
}

interface Played {
  readonly coming: Measures
  readonly comingSeconds: number
  readonly players: readonly Player[]
  readonly playing: Measures
  readonly playingSeconds: number
  readonly placed: Placed
}

function report({ coming, comingSeconds, players, playing, playingSeconds, placed }: Played): void {
  const pending = players.filter(({ isApproved }) => !isApproved).length
  const rate = (placed.bids / Math.max(playingSeconds, 0.001)).toFixed(1)
  const lines = [
    `Coming in: ${players.length} players in ${comingSeconds.toFixed(1)} s`,
    ...coming.inLines(comingSeconds),
    '',
    `Playing: ${playingSeconds.toFixed(1)} s, ${playing.calls} calls, ${placed.bids} bids (${rate} a second) for ₹${placed.rupees}`,
    ...playing.inLines(playingSeconds),
  ]
  if (pending > 0) {
    lines.push(
      `${pending} players are not approved, so none of their bids is taken. Give --admin-user and --admin-password.`,
    )
  } else if (placed.bids === 0 && playing.calls > 0) {
    lines.push('No bid was placed: no market takes bids now, or all were refused.')
  }
  console.log(`\n${lines.join('\n')}`)
}

/** Aborted by Ctrl-C, or by npm run, which has a channel to us and closes it when it ends. The report comes all the same. */
function whenAskedToStop(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())
  for (const name of ['message', 'disconnect'] as const) process.on(name, () => stop.abort())
  return stop.signal
}
