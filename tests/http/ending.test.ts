/** SIGTERM: what is under way is answered, and then nothing keeps the process, which has ended well. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@munim/contract'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { follow } from '../support/follow.ts'
import { ask, signIn, startServer } from '../support/server-process.ts'

const { url, drop } = await freshDatabase()
const locker = new pg.Client({ connectionString: url })
await locker.connect()
afterAll(async () => {
  await locker.end()
  await drop()
})

const agent = new Agent({ keepAlive: true })

/** A call on a connection that is kept for the next one: its status, and what is to become of the connection. */
function call(
  host: string,
  path: string,
  body: object,
  token: string,
): Promise<[number, string | undefined]> {
  return new Promise((done, fail) => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    const sent = request(host + path, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => done([answer.statusCode!, answer.headers.connection]))
    })
    sent.on('error', fail)
    sent.end(JSON.stringify(body))
  })
}

test('beside connections that are kept, an open stream and a call under way it ends with 0 once that call is answered', async () => {
  const server = await startServer(url)
  const token = await signIn(server.host)
  const asha = { user_name: 'Asha', mobile: '9000000001', password: 'secret1' }
  const { data: player } = await ask(server.host, api.player.register, asha)
  await Promise.all(Array.from({ length: 5 }, () => call(server.host, api.users.list.path, {}, token)))
  const stream = await follow(server.host, token)

  await locker.query('begin')
  await locker.query('select 1 from wallets for update')
  const adding = call(server.host, api.users.addFunds.path, { id: player.id, amount: 5 }, token)
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await locker.query(waits)).rows.length === 0) await pause(10)
  const ended = server.stop()
  await stream.ended
  await locker.query('rollback')

  const [status, connection] = await adding
  expect([200, 429]).toContain(status) // 429 where the machine is so slow that it waited for too long.
  expect(connection).toBe('close')
  expect(await ended).toBe(0)
})
