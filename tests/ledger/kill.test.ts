/**
 * What holds when processes are killed: short forms of `npm run prove -- kill-server` and `kill-database`. `kill-void` and
 * `push` are carried out by tests/tooling/documented.test.ts.
 */
import { expect, test } from 'vitest'
import { proveKillDatabase } from '../../scripts/prove/kill-database.ts'
import { proveKillServer } from '../../scripts/prove/kill-server.ts'

const run = { seed: Number(process.env.SEED ?? Date.now() % 1_000_000_000), say: () => {} }

test('a settlement is all or nothing, and once, however often the server is killed', async () => {
  const { wrong } = await proveKillServer({ ...run, rounds: 6, size: 0.2 })
  expect(wrong, `SEED=${run.seed}`).toEqual([])
})

test('what was acknowledged is there after every PostgreSQL process was killed, and the same server answers again', async () => {
  const { wrong } = await proveKillDatabase({ ...run, rounds: 3, size: 0.25 })
  expect(wrong, `SEED=${run.seed}`).toEqual([])
})
