/** Calls of the contract over HTTP, measured. A refusal is an answer here, and so is no answer at all. */
import type { Answer, Body, Endpoint } from '@munim/contract'
import type { Measures } from './measures.ts'

const ANSWER_WITHIN_MS = 30_000

type Said<E extends Endpoint> =
  | ({ readonly isDone: true } & Answer<E>)
  | { readonly isDone: false; readonly code: number; readonly message: string }

export type Call = <E extends Endpoint>(endpoint: E, body: Body<E>, token?: string) => Promise<Said<E>>

/** Calls to the server at this address; writes of a signed-in caller carry an Idempotency-Key, as an app's do. */
export function callsTo(url: URL, measures: Measures): Call {
  return async (endpoint, body, token) => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: token }),
      ...(token !== undefined && endpoint.effect === 'write' && { 'idempotency-key': crypto.randomUUID() }),
    }
    const start = performance.now()
    const { code, said } = await send(new URL(endpoint.path, url), headers, JSON.stringify(body))
    const message = said.message ?? ''
    measures.record(endpoint.path, performance.now() - start, code, message)
    return code === 200 ? ({ isDone: true, ...said } as never) : { isDone: false, code, message }
  }
}

async function send(url: URL, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    return { code: response.status, said: (await response.json()) as { message?: string } }
  } catch (error) {
    return { code: 0, said: { message: causeOf(error) } }
  }
}

/** The name of what went wrong below fetch, such as ECONNREFUSED. */
export function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
