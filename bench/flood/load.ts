/**
 * Strangers that register and guess, each as soon as it is answered, from one address or from many: a process of its own
 * with a connection each, kept alive. The server believes their X-Forwarded-For.
 */
import { Agent } from 'node:http'
import { api } from '@munim/contract'
import { post } from '../run/post.ts'

export interface Load {
  readonly host: string
  readonly connections: number
  /** From how many addresses. */
  readonly addresses: number
  /** The administrator that some guess at. */
  readonly userName: string
}

/** What they were answered: how often each status; 0 where no answer came. It is told once, and then again when asked. */
export type Answered = Record<number, number>

const answered: Answered = {}
const tell = () => void process.send!(answered)

if (import.meta.main) {
  process.on('message', (load: Load | 'so far?') => {
    if (load === 'so far?') return tell()
    const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
    for (let nth = 0; nth < load.connections; nth++) void flood(load, agent, nth)
  })
}

async function flood(load: Load, agent: Agent, nth: number): Promise<never> {
  for (let round = 0; ; round++) {
    const address = (nth + round * load.connections) % load.addresses
    const from = { 'x-forwarded-for': `100.64.${address >> 8}.${address & 255}` }
    const { path, body } = callOf(load, nth)
    const { code } = await post(agent, load.host + path, body, from).catch(() => ({ code: 0 }))
    const isFirst = Object.keys(answered).length === 0
    answered[code] = (answered[code] ?? 0) + 1
    if (isFirst) tell()
  }
}

/** Every second registers; of the others every second guesses at a player, one in eight at the administrator. */
function callOf({ userName }: Load, nth: number): { path: string; body: object } {
  const digits = () => String(6e9 + Math.floor(Math.random() * 1e9))
  const password = `guess ${digits()}`
  if (nth % 2 === 0) {
    return {
      path: api.player.register.path,
      body: { user_name: 'Stranger', mobile: digits(), password, mpin: '1234' },
    }
  }
  if (nth % 4 === 1) return { path: api.player.login.path, body: { mobile: digits(), password } }
  return {
    path: api.auth.login.path,
    body: { userName: nth % 8 === 3 ? userName : `admin ${digits()}`, password },
  }
}
