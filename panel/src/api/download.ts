/** Fetches a list as a file and hands it to the browser to save; the token goes along, which a link could not do. */
import { type Body, type Endpoint, NO_RESPONSE, t } from '@munim/contract'
import { API_HOST, CallFailure, callerHeaders, readJson, unwrap, withFactor } from './call.ts'

/** Throws a CallFailure, also where the transfer broke off: half a file is not saved. */
export async function download<E extends Endpoint>(
  { path }: E,
  body: Body<E>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  return withFactor(() => downloadOnce(path, body, onProgress))
}

async function downloadOnce(path: string, body: unknown, onProgress: (bytes: number) => void): Promise<void> {
  const caller = callerHeaders()
  try {
    const response = await fetch(API_HOST + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...caller },
      body: JSON.stringify(body),
    })
    const asked = { path, token: caller.Authorization }
    if (!response.ok) unwrap(asked, response.status, readJson(await response.text()))
    else save(await counted(response, onProgress).blob(), nameOf(response))
  } catch (reason) {
    throw reason instanceof CallFailure ? reason : new CallFailure(t(NO_RESPONSE), null)
  }
}

/** The same answer, whose bytes are told as they pass. */
function counted(response: Response, onProgress: (bytes: number) => void): Response {
  let bytes = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, next) {
      bytes += part.byteLength
      onProgress(bytes)
      next.enqueue(part)
    },
  })
  return new Response(response.body?.pipeThrough(counting) ?? null, { headers: response.headers })
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'list.csv'
}

/** Hands a text over as a file. */
export const saveText = (text: string, name: string, type = 'text/csv'): void =>
  save(new Blob([text], { type }), name)

const KEPT_MS = 60_000

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
