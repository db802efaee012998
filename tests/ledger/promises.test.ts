/**
 * What holds when many ask at once: short forms of `npm run prove -- repeat`, `bank` and `cutoff`. `once` is carried out
 * by tests/tooling/documented.test.ts.
 */
import { expect, test } from 'vitest'
import { proveBank } from '../../scripts/prove/bank.ts'
import { proveCutOff } from '../../scripts/prove/cut-off.ts'
import { proveRepeat } from '../../scripts/prove/repeat.ts'

const run = { seed: Number(process.env.SEED ?? Date.now() % 1_000_000_000), say: () => {} }

test.each([
  ['a money call sent many times happens once', () => proveRepeat({ ...run, rounds: 1 }, { kills: 1 })],
  ["money is conserved, in every reader's snapshot", () => proveBank({ ...run, rounds: 1 })],
  ['no bid is placed at its cut-off or after it', () => proveCutOff({ ...run, rounds: 2 })],
])('%s', async (_promise, prove) => {
  const { wrong } = await prove()
  expect(wrong, `SEED=${run.seed}`).toEqual([])
})
