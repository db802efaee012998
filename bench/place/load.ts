/**
 * Clients that place bids as fast as they are answered, and wait where they are told to, as a process of its own: plain
 * sockets kept alive, requests written as bytes, answers counted by their length. Measured: some 25 µs a call, so that the
 * server is what is seen.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, part } from '../run/figures.ts'
import { tokenOf } from './players.ts'

export interface Load extends Record<'clients' | 'seconds' | 'marketId' | 'firstPlayer' | 'players', number> {
  readonly host: string
}

if (import.meta.main) {
  process.once('message', async (load: Load) => {
    process.send!(await placeForAWhile(load))
  })
}

/** What a run came to; latencies in milliseconds. */
export type Placed = Awaited<ReturnType<typeof placeForAWhile>>

async function placeForAWhile(load: Load) {
  const seen: Seen = { latencies: [], refused: 0 }
  const { latencies } = seen
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  const until = start + load.seconds * 1000
  await Promise.all(Array.from({ length: load.clients }, () => placeUntil(until, load, seen)))
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpuBefore)
  const calls = latencies.length
  return {
    calls,
    perSecond: (calls * 1000) / ms,
    median: median(latencies),
    p99: part(latencies, 0.99),
    /** Calls that the server refused for now (429), after which their client waited for as long as it was asked to. */
    refused: seen.refused,
    /** Milliseconds of processor time that the clients themselves took. */
    cpuMs: (user + system) / 1000,
  }
}

/** What the clients of a run have met so far; latencies are of bids that were placed. */
interface Seen {
  readonly latencies: number[]
  refused: number
}

async function placeUntil(until: number, load: Load, seen: Seen): Promise<void> {
  const { hostname, port } = new URL(load.host)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await once(socket, 'connect')
  const read = answersOf(socket)
  while (performance.now() < until) {
    const sent = performance.now()
    socket.write(requestOf(load))
    const { value: answer } = await read.next()
    if (answer?.startsWith('HTTP/1.1 200')) seen.latencies.push(performance.now() - sent)
    else await waitAsAsked(answer, seen)
  }
  socket.destroy()
}

async function waitAsAsked(answer: string | undefined, seen: Seen): Promise<void> {
  const seconds = answer?.startsWith('HTTP/1.1 429') && /\r\nretry-after: (\d+)/i.exec(answer)?.[1]
  if (!seconds) throw new Error(`A bid was refused: ${answer}`)
  seen.refused++
  await sleep(Number(seconds) * 1000)
}

/** One bid of ten rupees on a digit of the close, by any of the players. */
function requestOf({ marketId, firstPlayer, players }: Load): string {
  const token = tokenOf(firstPlayer + Math.floor(Math.random() * players))
  const digit = Math.floor(Math.random() * 10)
  const bid = `{"marketId":${marketId},"session":"close","game_mode":"single_digit","close_digit":"${digit}","points":10}`
  const body = `{"bids":[${bid}]}`
  return (
    `POST /player/placeBids HTTP/1.1\r\nhost: munim\r\ncontent-type: application/json\r\n` +
    `authorization: ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  )
}

/** Whole answers, one at a time: there is never more than one under way on a connection. */
async function* answersOf(socket: Socket): AsyncGenerator<string> {
  let text = ''
  for await (const part of socket) {
    text += (part as Buffer).toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) continue
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    if (text.length < head + 4 + Number(length)) continue
    yield text
    text = ''
  }
}
