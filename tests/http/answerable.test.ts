/** It stays answerable: the pool taken, sockets that trickle, the database away and back. Never a 503. */
import { connect as dial } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice } from '../support/office.ts'
import { PNG } from '../support/upload-files.ts'

const office = await backOffice()
const HASTE_MS = 100
const hasty = await backOffice({ bodyWithinMs: HASTE_MS })

/** The statuses of so many calls at once. */
async function statuses(times: number): Promise<number[]> {
  const ask = async () => {
    const response = await fetch(`${office.host}${api.users.list.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: office.admin.token },
      body: '{}',
    })
    await response.text()
    return response.status
  }
  return Promise.all(Array.from({ length: times }, ask))
}

/** So many statements at once that take so long, as a slow search does. */
const searches = (times: number, seconds: number) =>
  Promise.all(Array.from({ length: times }, () => office.database.run(sql`select pg_sleep(${seconds})`)))

test('calls beyond the pool wait for a connection and are answered', async () => {
  const slow = searches(12, 0.3)
  expect(new Set(await statuses(40))).toEqual(new Set([200]))
  await slow
})

test('while slow lists hold every connection for reading, another is refused in words, a file waits, and what writes goes on', async () => {
  const asha = await office.user('Asha', 100)
  const slow = searches(6, 5)
  const [list, file, added] = await Promise.all([
    office.send(api.users.list.path, '{}', { as: office.admin, isPatient: false }),
    office.send(api.users.listCsv.path, '{}', { as: office.admin, isPatient: false }),
    office.call(api.users.addFunds, { id: asha.id, amount: 5 }, { isPatient: false }),
  ])
  expect([list.code, list.headers.get('retry-after'), JSON.parse(list.text)]).toEqual([
    429,
    '1',
    { status: 'error', message: 'Munim is busy at the moment. Please try again.' },
  ])
  expect([file.code, file.text]).toEqual([200, expect.stringContaining('Asha')])
  expect(added.code).toBe(200)
  await slow
  expect(await statuses(3)).toEqual([200, 200, 200])
})

test('a socket that never finishes its request keeps nobody from being answered', async () => {
  const { port } = new URL(office.host)
  const sockets = Array.from({ length: 50 }, () => dial(Number(port), '127.0.0.1'))
  for (const socket of sockets)
    socket.write('POST /admin/user/getAll HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n')
  expect(await statuses(5)).toEqual([200, 200, 200, 200, 200])
  for (const socket of sockets) socket.destroy()
})

test('a body that does not arrive is not waited for; only a file takes its time, from who may send it', async () => {
  const part = (words: string) => `--b\r\nContent-Disposition: form-data; name=${words}\r\n\r\n`
  const form = `${part('"image"; filename="a.png"')}${PNG.toString('latin1')}\r\n--b--\r\n`
  /** What is answered where the second half of the body comes late; nothing where the socket was closed before. */
  const drop = (path: string, token: string) =>
    new Promise<string>((resolve) => {
      const socket = dial(Number(new URL(hasty.host).port), '127.0.0.1')
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: a',
        `Authorization: ${token}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${form.length}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${form.slice(0, 40)}`, 'latin1')
      const late = setTimeout(() => socket.write(form.slice(40), 'latin1'), 6 * HASTE_MS)
      let said = ''
      socket.on('data', (data) => {
        said += data
        if (said.endsWith('}')) socket.destroy()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        clearTimeout(late)
        resolve(said.split('\r\n')[0]!)
      })
    })
  await hasty.call(api.auth.whoAmI, {}) // A connection to recognise callers is open: to open one may take longer.
  expect(await drop(api.settings.updateQr.path, hasty.admin.token)).toBe('HTTP/1.1 200 OK')
  expect(await drop('/hooks/deposit', '')).toBe('')
})

test('who waits to be recognised is not cut off for it', async () => {
  const { quick } = hasty.database
  const slow = Promise.all([1, 2, 3].map(() => quick.run(sql`select pg_sleep(${(5 * HASTE_MS) / 1000})`)))
  expect(await hasty.call(api.users.list.path, { large: ' '.repeat(200_000) })).toMatchObject({ code: 200 })
  await slow
})

test('connections that PostgreSQL ends are opened again by the next calls', async () => {
  const ended = await office.database.many(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  expect(ended.length).toBeGreaterThan(0)
  await pause(100)
  await statuses(20)
  expect(await statuses(5)).toEqual([200, 200, 200, 200, 200])
  const ready = await fetch(`${office.host}/health/ready`)
  expect(ready.status).toBe(200)
})
