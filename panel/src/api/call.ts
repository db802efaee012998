/** The one place where the panel talks to the server (specification 1 §7, §8). Screens use use-call and use-action. */
import {
  ANSWERED_AT,
  type Answer,
  api,
  type Body,
  type Endpoint,
  FACTOR_NEEDS,
  type FactorNeed,
  FIX_THESE,
  language,
  NO_RESPONSE,
  plain,
  t,
  UNEXPECTED,
  UNSUPPORTED_TYPE,
} from '@munim/contract'
import { signOut, useSession } from '../session.ts'
import { askFactor, proofHeaders } from './factor.ts'

/** Where calls go: the address the panel came from, unless the build names another. */
export const API_HOST: string = import.meta.env.VITE_API_HOST ?? ''

interface About {
  readonly retryAfterMs?: number | null
  readonly needs?: FactorNeed | null
  readonly isSaid?: boolean
}

/** A call that failed, with the sentence that the admin reads; `status` is null where nothing answered. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly status: number | null
  /** Sentences by field, where the server named fields. */
  readonly fields: Readonly<Record<string, string>>
  /** After how long asking again makes sense, where the server is only busy; else null. */
  readonly retryAfterMs: number | null
  /** What is missing of the second factor; null where nothing is. */
  readonly needs: FactorNeed | null
  /** The sentence is the server's; false where nothing answered, or what answered had none, as a proxy's page. */
  readonly isSaid: boolean

  constructor(
    message: string,
    status: number | null,
    fields: Record<string, string> = {},
    { retryAfterMs = null, needs = null, isSaid = status !== null }: About = {},
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.retryAfterMs = retryAfterMs
    this.needs = needs
    this.isSaid = isSaid
  }

  /** What became of it is known: else it may have been done all the same, also where a proxy answered in the server's place. */
  get isAnswered(): boolean {
    return this.status === WAITING || (this.status !== null && this.status >= 400 && this.status < 500)
  }
}

/**
 * Of the answer that a screen is just given: since when it is stored, where the act was done at an earlier press, else null;
 * whether a notice told of it; and whether another session began since it was asked for.
 */
export const answered = { since: null as string | null, isTold: false, isOfAnother: false }

interface Options {
  readonly signal?: AbortSignal
  /** Makes a repeated write harmless: the server answers the same key once. */
  readonly key?: string
  /** Told of a stored answer when it was first given: the key was sent before. */
  readonly onStored?: (at: string) => void
  /** The browser sends it though the page is left meanwhile. */
  readonly isKept?: boolean
}

/** The answer of an endpoint of the contract; throws a CallFailure. A form has files, and the browser writes its Content-Type. */
export async function call<E extends Endpoint>(
  endpoint: E,
  body: Body<E> | FormData,
  options: Options = {},
): Promise<Answer<E>> {
  const content =
    body instanceof FormData
      ? { headers: {}, body }
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const isRead = endpoint.effect !== 'write'
  const answer = await request('post', endpoint.path, { ...options, ...content, isRead })
  return assertSuccess(answer, endpoint) as Answer<E>
}

interface Content extends Options {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
  readonly isRead?: boolean
}

/** What is read is answered by then, or never: a network that is lost without a word keeps what was sent for many minutes. */
const READ_WITHIN_MS = 60_000

/** Sends it, and once more where a fresh second factor was asked for and is entered; else it is as if it was never sent. */
export async function withFactor<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (reason) {
    const isAsked = reason instanceof CallFailure && reason.needs === 'fresh factor'
    if (!isAsked || !(await askFactor())) throw reason
    return send()
  }
}

/** Who calls, in which language, and the proof of a fresh second factor where there is one. */
export const callerHeaders = (): Record<string, string> & { readonly Authorization: string } => ({
  'Accept-Language': language().tag,
  Authorization: useSession.getState().token ?? '',
  ...proofHeaders(),
})

/** One request. Only GET and POST exist; the token goes with each, and is empty when there is none. */
export const request = (type: string, path: string, content: Content): Promise<unknown> =>
  withFactor(() => requestOnce(type, path, content))

async function requestOnce(type: string, path: string, content: Content): Promise<unknown> {
  if (type !== 'get' && type !== 'post') throw new CallFailure(t(UNSUPPORTED_TYPE), null)
  const { headers, body, signal, key, onStored, isKept, isRead } = content
  const late = new AbortController()
  const timer = isRead ? setTimeout(() => late.abort(), READ_WITHIN_MS) : undefined
  const caller = callerHeaders()
  let response: Response
  let answer: unknown
  try {
    response = await fetch(API_HOST + path, {
      method: type.toUpperCase(),
      headers: { ...headers, ...caller, ...(key !== undefined && { 'Idempotency-Key': key }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
      ...(isKept && { keepalive: true }),
    })
    answer = readJson(await response.text())
  } catch (reason) {
    if (signal?.aborted) throw reason
    throw new CallFailure(t(NO_RESPONSE), null)
  } finally {
    clearTimeout(timer)
  }
  const at = response.headers.get(ANSWERED_AT)
  if (at) onStored?.(at)
  const retryAfter = response.headers.get('retry-after')
  return unwrap({ path, token: caller.Authorization }, response.status, answer, retryAfter)
}

/** The call waits for a second person: it is no success, for nothing is done yet. */
export const WAITING = 202

interface Asked {
  readonly path: string
  /** With which it was asked. */
  readonly token: string
}

/** What was answered with this status; a refusal is thrown, as is that the call waits, and may end the session. */
export function unwrap(
  { path, token }: Asked,
  status: number,
  answer: unknown,
  retryAfter: string | null = null,
): unknown {
  if (status === WAITING) throw new CallFailure(sentenceOf(answer) ?? t(UNEXPECTED), status)
  if (status >= 200 && status < 300) return answer
  const said = sentenceOf(answer)
  const message = said ?? t(UNEXPECTED)
  const needs = needsOf(answer)
  if (endsSession(status, path, needs)) signOut(message, token)
  const about = { retryAfterMs: retryAfterOf(status, retryAfter), needs, isSaid: said !== undefined }
  throw new CallFailure(message, status, fieldsOf(answer), about)
}

/** Between a second and five minutes: a proxy may say 0, a date, or nothing. */
function retryAfterOf(status: number, said: string | null): number | null {
  if (said === null && status !== 429) return null
  return Math.min(Math.max(Number(said) || 1, 1), 300) * 1000
}

/** 503 and a token that is worth nothing, or nothing yet, end the session; a wrong sign-in has none to end. */
function endsSession(status: number, path: string, needs: FactorNeed | null): boolean {
  const isSignIn = path === api.auth.login.path
  return status === 503 || (status === 401 && !isSignIn) || needs === 'factor'
}

const needsOf = (answer: unknown): FactorNeed | null =>
  (Object.keys(FACTOR_NEEDS) as FactorNeed[]).find((need) => isRecord(answer) && answer.needs === need) ??
  null

export function assertSuccess(
  answer: unknown,
  { failed, takesFlag }: Pick<Endpoint, 'failed' | 'takesFlag'>,
): unknown {
  const isDone = isRecord(answer) && (answer.status === 'success' || (takesFlag && answer.success === true))
  if (isDone) return answer
  throw new CallFailure(sentenceOf(answer) ?? plain(failed), 200, fieldsOf(answer))
}

/** The sentence of a failed answer: its fields, else its message, else its error; undefined where it says nothing. */
export function sentenceOf(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined
  const fields = Object.values(fieldsOf(answer))
  const isSaid = fields.length === 1 && fields[0] === answer.message
  if (fields.length > 0 && !isSaid) return `${t(FIX_THESE)} ${fields.join(' || ')}`
  for (const text of [answer.message, answer.error]) if (typeof text === 'string' && text !== '') return text
  return undefined
}

function fieldsOf(answer: unknown): Record<string, string> {
  if (!isRecord(answer) || !isRecord(answer.errors)) return {}
  return Object.fromEntries(Object.entries(answer.errors).map(([field, text]) => [field, String(text)]))
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
