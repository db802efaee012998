/** A call over connections that are kept alive, as clients of their own process make it. */
import { type Agent, request } from 'node:http'

const ANSWERED_WITHIN_MS = 30_000

/** Fails where no answer comes. `ms`: until its first byte; `text`: of what is no success. */
export function post(
  agent: Agent,
  url: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<{ code: number; ms: number; text: string }> {
  return new Promise((done, fail) => {
    const start = performance.now()
    const json = { 'content-type': 'application/json', ...headers }
    const sent = request(url, { method: 'POST', agent, headers: json })
    sent.setTimeout(ANSWERED_WITHIN_MS, () => sent.destroy(new Error('no answer came')))
    sent.on('error', fail)
    sent.on('response', (response) => {
      const ms = performance.now() - start
      const code = response.statusCode!
      let text = ''
      response.on('data', (part: Buffer) => {
        if (code !== 200) text += part.toString()
      })
      response.on('error', fail)
      response.on('end', () => done({ code, ms, text }))
    })
    sent.end(JSON.stringify(body))
  })
}
