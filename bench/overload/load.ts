/**
 * Clients of the mix as a process of its own: of a hundred calls 55 place a bid, 10 decide a deposit, 30 read a list and 5
 * make a file. Either so many clients, each as soon as it is answered, or so many calls a second whatever is answered.
 * Who is refused does not come back: each call is counted once.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Endpoint, urgencyOf } from '@munim/contract'
import { tokenOf } from '../place/players.ts'
import { post } from '../run/post.ts'

export interface Load {
  readonly host: string
  readonly token: string
  readonly seconds: number
  /** Either of both. */
  readonly clients?: number
  readonly perSecond?: number
  readonly marketIds: readonly number[]
  readonly firstPlayer: number
  readonly players: number
  /** Ids of deposits to decide, each once. */
  readonly deposits: number[]
}

/** `ms`: of each that was accepted, until the first byte of its answer. */
const none = () => ({ ms: [] as number[], refused: 0 })

const nothingAnswered = () => ({
  of: { report: none(), list: none(), act: none() },
  sent: 0,
  seconds: 0,
  /** Bids that were acknowledged. */
  placed: 0,
  decided: [] as number[],
  notDecided: [] as number[],
  /** How late this process itself was, ninety-nine of a hundred times: what it measures is late by that. */
  lateMs: 0,
  /** Answers that are neither a success nor a refusal for now. */
  faults: [] as string[],
})
export type Answered = ReturnType<typeof nothingAnswered>

/** What no bid of the filled house has, so that these can be counted: rupees. */
export const POINTS = 11
const LISTS = [api.users.list, api.bids.list, api.wallet.deposits, api.reports.suspicions, api.player.bids]
const FILES = [api.users.listCsv, api.reports.transactions, api.dashboard.getStats]
const OPEN_AT_MOST = 2_000
const AT_ONCE = 200
/** How long a client that was refused waits at least: it asks for something else. */
const REFUSED_MS = 50

if (import.meta.main) {
  process.once('message', async (load: Load) => {
    process.send!(await callForAWhile(load))
  })
}

async function callForAWhile(load: Load): Promise<Answered> {
  const answered = nothingAnswered()
  const agent = new Agent({ keepAlive: true, maxSockets: OPEN_AT_MOST, maxFreeSockets: OPEN_AT_MOST })
  const late = monitorEventLoopDelay({ resolution: 10 })
  late.enable()
  if (load.perSecond !== undefined) await openConnections(load.host, agent, Math.ceil(load.perSecond))
  const start = performance.now()
  const until = start + load.seconds * 1000
  const all = new Set<Promise<unknown>>()
  if (load.clients !== undefined) {
    const client = async () => {
      while (performance.now() < until) if (!(await callOnce(load, agent, answered))) await sleep(REFUSED_MS)
    }
    for (let nth = 0; nth < load.clients; nth++) all.add(client())
  } else
    for (let now = start; now < until; now = performance.now()) {
      const due = Math.floor(((now - start) / 1000) * load.perSecond!)
      // Where so many are unanswered the server is beyond help, and this process with it.
      while (answered.sent < due && all.size < OPEN_AT_MOST) {
        const called = callOnce(load, agent, answered).finally(() => all.delete(called))
        all.add(called)
      }
      await sleep(5)
    }
  if (load.clients !== undefined) await Promise.all(all)
  answered.seconds = (performance.now() - start) / 1000
  await Promise.all(all)
  agent.destroy()
  answered.lateMs = late.percentile(99) / 1e6
  return answered
}

/**
 * As a proxy holds them: a server takes one new connection in a turn of its event loop (libuv), so that calls which each
 * open their own would wait for that first, which is not what is measured here. So many at once as wait to be taken: of
 * those beyond, the system drops some, and their clients wait for minutes.
 */
async function openConnections(host: string, agent: Agent, many: number): Promise<void> {
  const one = () =>
    new Promise<IncomingMessage>((done, fail) => {
      request(`${host}/health/live`, { agent }, done).on('error', fail).end()
    })
  const held: IncomingMessage[] = []
  while (held.length < many) {
    const next = Math.min(AT_ONCE, many - held.length)
    held.push(...(await Promise.all(Array.from({ length: next }, one))))
  }
  for (const answer of held) answer.resume() // Read earlier, its connection would be taken for the next.
}

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!

interface Call {
  readonly endpoint: Endpoint
  readonly body: object
  readonly token: string
  readonly onAnswer?: (isDone: boolean) => void
}

/** Whether it was accepted. */
async function callOnce(load: Load, agent: Agent, answered: Answered): Promise<boolean> {
  answered.sent++
  const call = nextCall(load, answered)
  const answer = post(agent, load.host + call.endpoint.path, call.body, { authorization: call.token })
  const { code, ms, text } = await answer.catch(({ message }: Error) => ({ code: 0, ms: 0, text: message }))
  const of = answered.of[urgencyOf(call.endpoint)]
  if (code === 200) of.ms.push(ms)
  else if (code === 429) of.refused++
  else answered.faults.push(`${call.endpoint.path} answered ${code}: ${text.slice(0, 200)}`)
  if (code !== 0) call.onAnswer?.(code === 200)
  return code === 200
}

function nextCall(load: Load, answered: Answered): Call {
  const chance = Math.random() * 100
  const player = tokenOf(load.firstPlayer + Math.floor(Math.random() * load.players))
  const deposit = chance < 10 ? load.deposits.pop() : undefined
  if (deposit !== undefined)
    return {
      endpoint: api.wallet.decideDeposit,
      body: { transactionId: deposit, status: 'completed' },
      token: load.token,
      onAnswer: (isDone) => (isDone ? answered.decided : answered.notDecided).push(deposit),
    }
  if (chance < 65) {
    const bid = { session: 'close', game_mode: 'single_digit', close_digit: String(Math.floor(chance) % 10) }
    return {
      endpoint: api.player.placeBids,
      body: { bids: [{ ...bid, marketId: oneOf(load.marketIds), points: POINTS }] },
      token: player,
      onAnswer: (isDone) => {
        if (isDone) answered.placed++
      },
    }
  }
  const endpoint: Endpoint = oneOf<Endpoint>(chance < 95 ? LISTS : FILES)
  return { endpoint, body: {}, token: endpoint.access === 'player' ? player : load.token }
}
