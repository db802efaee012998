/** Sends a file and tells how far it is, which only XMLHttpRequest knows. Small files go by `call`. */
import { type Answer, type Endpoint, NO_RESPONSE, t } from '@munim/contract'
import { API_HOST, assertSuccess, CallFailure, callerHeaders, readJson, unwrap, withFactor } from './call.ts'

interface Options {
  readonly onProgress: (sentBytes: number) => void
  /** Ends it; the promise is then rejected with the signal's own reason. */
  readonly signal: AbortSignal
}

export const upload = <E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: Options,
): Promise<Answer<E>> => withFactor(() => uploadOnce(endpoint, form, options))

async function uploadOnce<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  { onProgress, signal }: Options,
): Promise<Answer<E>> {
  signal.throwIfAborted() // It may have been while the second factor was asked for.
  const { path } = endpoint
  const caller = callerHeaders()
  const request = new XMLHttpRequest()
  const end = () => request.abort()
  signal.addEventListener('abort', end)
  try {
    await new Promise<void>((done, fail) => {
      request.open('POST', API_HOST + path)
      for (const [name, value] of Object.entries(caller)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => onProgress(loaded)
      request.onload = () => done()
      request.onerror = () => fail(new CallFailure(t(NO_RESPONSE), null))
      request.onabort = () => fail(signal.reason)
      request.send(form)
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
  const asked = { path, token: caller.Authorization }
  return assertSuccess(unwrap(asked, request.status, readJson(request.responseText)), endpoint) as Answer<E>
}
