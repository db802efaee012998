/** What holds of push messages when servers are killed: a short form of `npm run prove -- push`. */
import { expect, test } from 'vitest'
import { provePush } from '../../scripts/prove/push.ts'

const run = { seed: Number(process.env.SEED ?? Date.now() % 1_000_000_000), say: () => {} }

test('a push message reaches each device at most once, however often a server is killed, and the counts add up', async () => {
  const { wrong } = await provePush({ ...run, rounds: 1, size: 0.1 })
  expect(wrong, `SEED=${run.seed}`).toEqual([])
})
