/** The whole server as a process of its own, for what kills it or measures it from outside; and calls to it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { type Answer, api, type Body, type Endpoint } from '@munim/contract'
import { isBusy } from './busy.ts'

const main = fileURLToPath(new URL('../../server/src/programs/start.ts', import.meta.url))
/** Of this process: in one with anchors of an earlier run the books of a new database do not agree. */
const DATA_DIR = join(tmpdir(), `munim-servers-${process.pid}`)
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }))

/** The administrator of each; the password is none of those that are guessed first. */
export const OWNER = { userName: 'admin', password: 'a password of the tests' }

export interface ServerProcess {
  readonly host: string
  readonly pid: number
  /** Ends at once, as when the machine's power goes. */
  kill(): Promise<void>
  /** Ends in good order; with this code. */
  stop(): Promise<number | null>
}

/**
 * Starts one on this database, on a free port, and waits until it listens. It migrates, and makes the administrator.
 * `program`: that of another release.
 */
export async function startServer(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  program = main,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR,
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PASSWORD: OWNER.password,
      LOG_LEVEL: 'fatal',
      // Starts in two thirds of the time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Not our own stderr: one that runs on would hold it open, and Vitest waits without a limit until it is closed.
  child.stderr.pipe(process.stderr, { end: false })
  const ended = once(child, 'exit')
  const host = await addressOf(child, ended)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
  return { host, pid: child.pid!, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}

/** Where it listens, once it says so. Throws with what it said and how it ended where it never does. */
async function addressOf(child: ChildProcess, ended: Promise<unknown[]>): Promise<string> {
  let complaint = ''
  const onComplaint = (part: Buffer) => {
    complaint += String(part)
  }
  child.stderr!.on('data', onComplaint)
  let said = ''
  for await (const part of child.stdout!) {
    said += String(part)
    const host = /Munim is at (\S+)/.exec(said)?.[1]
    if (host === undefined) continue
    child.stderr!.off('data', onComplaint)
    return host
  }
  await finished(child.stderr!)
  const [code, signal] = await ended
  throw new Error(`The server did not start (${code ?? signal}): ${said}${complaint}`)
}

export interface Sent {
  readonly token?: string
  readonly key?: string
  readonly signal?: AbortSignal
  /** Told that the server is busy, it waits and asks again, as every client should. */
  readonly isPatient?: boolean
  /** As a trusted proxy says it. */
  readonly address?: string
}

/** What was answered, as it came over the wire. */
export interface Said {
  readonly code: number
  readonly text: string
}

/** One call as it is. Rejects where no answer comes. */
export async function send(host: string, path: string, body: unknown, sent: Sent = {}): Promise<Said> {
  const response = await fetch(host + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(sent.token && { authorization: sent.token }),
      ...(sent.key && { 'idempotency-key': sent.key }),
      ...(sent.address && { 'x-forwarded-for': sent.address }),
    },
    body: JSON.stringify(body),
    ...(sent.signal && { signal: sent.signal }),
  })
  const text = await response.text()
  if (sent.isPatient !== false && (await isBusy(response))) return send(host, path, body, sent)
  return { code: response.status, text }
}

/** One call that must succeed. */
export async function ask<E extends Endpoint>(
  host: string,
  endpoint: E,
  body: Body<E>,
  sent: Sent = {},
): Promise<Answer<E>> {
  const { code, text } = await send(host, endpoint.path, body, sent)
  if (code !== 200) throw new Error(`${endpoint.path} answered ${code}: ${text}`)
  return JSON.parse(text)
}

/** The administrator's token. */
export async function signIn(host: string): Promise<string> {
  return (await ask(host, api.auth.login, OWNER)).token
}
