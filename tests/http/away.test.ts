/** The database goes away without a word, and comes back: every call ends, none happens twice, nothing stays open. */
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@munim/contract'
import { afterAll, expect, test } from 'vitest'
import { openHouse } from '../../scripts/prove/house.ts'
import { sql } from '../../server/src/database/db.ts'
import { signal } from '../../server/src/database/postmaster.ts'
import { follow } from '../support/follow.ts'
import { ask, type Said, send, startServer } from '../support/server-process.ts'
import { silentProxy } from '../support/silent-proxy.ts'

const house = await openHouse(20)
const { marketId } = await house.fillDraw('AWAY', 20, 2)
const proxy = await silentProxy(house.url)
const server = await startServer(proxy.url)
afterAll(async () => {
  await server.kill()
  await proxy.close()
  const wrong = await house.differences()
  await house.close()
  expect(wrong).toEqual([])
})

const AWAY = "The database can't be reached at the moment."
const impatient = { isPatient: false } as const
const bid = { marketId, session: 'close', game_mode: 'single_digit', close_digit: '3', points: 10 }

/** A read, a money call with its key, and bids, at once, each by another player. */
const calls = (round: string) => [
  send(server.host, api.users.list.path, {}, { token: house.token, ...impatient }),
  ...house.players
    .slice(0, 8)
    .flatMap(({ id, token }) => [
      send(
        server.host,
        api.users.addFunds.path,
        { id, amount: 1, note: round },
        { token: house.token, key: `${round}-${id}`, ...impatient },
      ),
      send(server.host, api.player.placeBids.path, { bids: [bid] }, { token, ...impatient }),
    ]),
]

const noted = async (note: string) =>
  (
    await house.database.only<{ times: number }>(
      sql`select count(*) as times from postings where note = ${note}`,
    )
  ).times

const openTransactions = () =>
  house.database.many(sql`
    select pid, state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`)

/** Until the server answers again, which it does by itself. */
async function answeredAgain(): Promise<void> {
  while (
    (await send(server.host, api.users.list.path, {}, { token: house.token, ...impatient })).code !== 200
  )
    await pause(50)
}

function wordsOf({ text }: Said): string {
  return JSON.parse(text).message
}

test.skipIf(process.platform === 'win32')(
  'while every process of PostgreSQL is stopped, calls are refused in words; then all goes on by itself',
  async () => {
    const stream = await follow(server.host, house.token)
    await Promise.all(calls('before'))
    const stopped = await house.postgresPids()
    for (const pid of stopped) signal(pid, 'SIGSTOP')
    const said: Said[] = []
    try {
      const ready = await fetch(`${server.host}/health/ready`)
      expect([ready.status, await ready.text()]).toEqual([500, expect.stringContaining('The database')])
      // They end although it is stopped: on connections that are open, then on none.
      for (const round of ['still-1', 'still-2', 'still-3']) said.push(...(await Promise.all(calls(round))))
    } finally {
      for (const pid of stopped) signal(pid, 'SIGCONT')
    }
    expect(new Set(said.map(({ code }) => code))).toEqual(new Set([429]))
    const sentences = new Set(said.map(wordsOf))
    expect(sentences).toContain(`${AWAY} Please try again.`)
    expect(sentences).toContain(`${AWAY} Nothing was changed; please try again.`)
    await answeredAgain()
    expect(await openTransactions()).toEqual([])
    await ask(
      server.host,
      api.users.addFunds,
      { id: house.players[0]!.id, amount: 1 },
      { token: house.token },
    )
    await stream.next('money.moved')
    stream.leave()
  },
)

test('connections that were cut without a word are found out and replaced', async () => {
  await Promise.all(calls('before-the-cut'))
  proxy.cutSilently()
  const said = await Promise.all(calls('cut'))
  expect(said.filter(({ code }) => code !== 429 && code !== 200).map(({ text }) => text)).toEqual([])
  expect(said.map(({ code }) => code)).toContain(429)
  // A busy machine refuses some for now once more; the keys make a repetition harmless.
  const refused = async () => (await Promise.all(calls('cut'))).filter(({ code }) => code !== 200)
  await expect.poll(refused).toEqual([])
  expect(await noted('cut')).toBe(8)
})

test('what was lost while it was being committed is not called undone, and is done once when it is repeated', async () => {
  const { id } = house.players[0]!
  const add = () =>
    send(
      server.host,
      api.users.addFunds.path,
      { id, amount: 1, note: 'lost' },
      { token: house.token, key: 'once', ...impatient },
    )
  const cut = proxy.cutBehind('commit\0', 'lost')
  const [said] = await Promise.all([add(), cut])
  expect([said.code, wordsOf(said)]).toEqual([
    500,
    'The database was lost while this was being saved, so it may or may not have been done. Please try again: it will not be done twice.',
  ])
  expect(await add()).toMatchObject({ code: 200 })
  expect(await noted('lost')).toBe(1)
})

test('a long statement is waited for while somebody works on it', async () => {
  const slow = house.database.only(sql`select pg_sleep(5)`)
  await expect(slow).resolves.toBeDefined()
})
