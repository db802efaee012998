/** The log's line of each request: from where, and what is wrong with the proxy in front. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import { afterAll, expect, test } from 'vitest'
import { buildApp, type Options } from '../../server/src/app.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const opened: (() => Promise<void>)[] = []
afterAll(() => Promise.all(opened.map((close) => close())))

/** The lines that some calls without a token leave in the log of a server with these settings. */
async function logged(options: Partial<Options>, calls: readonly object[]) {
  const lines: { msg: string; from?: string; who?: string; call?: string; status?: number }[] = []
  const { http } = await buildApp({
    database: office.database,
    dataDir: '.',
    logLevel: 'info',
    log: { write: (line) => void lines.push(JSON.parse(line)) },
    ...options,
  })
  opened.push(async () => http.close())
  for (const call of calls) await http.inject({ method: 'POST', url: api.auth.whoAmI.path, ...call })
  return lines
}

test.each([
  // setting                                            comes from             is logged as
  [{}, '203.0.113.77', '203.0.113.77'],
  [{ logAddress: 'network' }, '203.0.113.77', '203.0.113.0/24'],
  [{ logAddress: 'network' }, '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  [{ logAddress: 'none' }, '203.0.113.77', undefined],
] as const)('with %j a request from %s is logged as from %s', async (options, remoteAddress, from) => {
  const [line] = await logged(options, [{ remoteAddress }])
  expect(line).toMatchObject({ msg: 'request', who: 'nobody', call: api.auth.whoAmI.path, status: 401 })
  expect(line?.from).toBe(from)
})

test('who leaves while the answer is made or compressed is no fault', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, nth) => office.market(`A LONG ANSWER ${nth}`)))
  const lines: { msg: string }[] = []
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { http } = await buildApp({ database: office.database, dataDir: '.', logLevel: 'info', log })
  opened.push(async () => http.close())
  const host = await http.listen({ port: 0, host: '127.0.0.1' })
  const { token } = office.admin
  const headers = { 'accept-encoding': 'br', 'content-type': 'application/json', authorization: token }
  const asked = { method: 'POST', headers }
  for (let ms = 1; ms <= 30; ms++) {
    const left = request(host + api.markets.list.path, asked)
      .on('error', () => {})
      .end('{}')
    await sleep(ms)
    left.destroy()
  }
  const answered = await fetch(host + api.markets.list.path, { ...asked, body: '{}' })
  expect(await answered.text()).toContain('A LONG ANSWER 59')
  await http.close()
  expect(lines.filter(({ msg }) => msg === 'fault')).toEqual([])
})

const forwarded = { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.77' } }

test("behind a proxy that nobody named, the log says so once; behind a named one it tells the caller's address", async () => {
  const unnamed = await logged({}, [{ remoteAddress: '127.0.0.1' }, forwarded, forwarded])
  expect(unnamed.map(({ from = 'warned' }) => from)).toEqual([
    '127.0.0.1',
    'warned',
    '127.0.0.1',
    '127.0.0.1',
  ])
  expect(unnamed[1]?.msg).toContain('TRUSTED_PROXIES names no proxy')
  const named = await logged({ trustedProxies: 'loopback' }, [forwarded])
  expect(named.map(({ from }) => from)).toEqual(['203.0.113.77'])
})
