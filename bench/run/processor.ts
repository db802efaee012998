/** Processes of a bench: what they take of the machine, as Linux tells it (nothing elsewhere), and clients that are one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { openBench } from './setup.ts'

const PAGE_BYTES = 4096

/** Milliseconds of processor time. */
export type Taken = Readonly<Record<'server' | 'postgres', number>>

/** Begins to count what a bench's server and its PostgreSQL take; of it a part, such as what was taken a call. */
export function countCpu({ server, own }: Awaited<ReturnType<typeof openBench>>): (parts: number) => Taken {
  const now = (): Taken => ({ server: cpuOf([server.pid]), postgres: cpuOf(processesOf(own?.pid)) })
  const before = now()
  return (parts) => {
    const { server, postgres } = now()
    return { server: (server - before.server) / parts, postgres: (postgres - before.postgres) / parts }
  }
}

/** Processor time of processes so far, in milliseconds; of children that ended too. */
function cpuOf(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => readStat(pid)?.slice(11, 15) ?? [])
  return ticks.reduce((sum, tick) => sum + Number(tick) * 10, 0)
}

/** Bytes of memory that a process has now. */
export function memoryOf(pid: number): number {
  return Number(readStat(pid)?.[21] ?? 0) * PAGE_BYTES
}

/** A database's processes: the first one, and its children. */
function processesOf(first: number | undefined): number[] {
  if (first === undefined || process.platform !== 'linux') return []
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => pid === first || readStat(pid)?.[1] === String(first))
}

/** What /proc tells of a process, from its state on. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/**
 * What clients, as a process of their own, answer to the load that they are handed. They leave the channel open and are
 * ended here: a long answer is lost where its process disconnects behind it. Throws where they end without one.
 */
export async function answerTo<A>(load: object, program: URL): Promise<A> {
  const child = fork(program)
  child.send(load)
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The clients ended without an answer (${code ?? signal})`)
  })
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [A]
  child.kill('SIGKILL')
  return answer
}
