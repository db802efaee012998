/**
 * The tests that need no browser, by kind. `http` runs on the PostgreSQL that DATABASE_KIND names, so `npm test`
 * runs it twice, the longest of its files once (`onOneDatabase` in scripts/tests.mjs). One kind, one file:
 * `npm test -- http users`.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { HANG_MS, TEST_MS } from './tests/support/waits.ts'

const limits = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: HANG_MS } } }
/** A worker loads the server once for all of its files: as much work as a third of what they test. */
const isolate = false

export default defineConfig({
  test: {
    // One more than processors, since much here waits: for a start, for a kill.
    maxWorkers: Math.min(availableParallelism() + 1, 3),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,contract,server,panel}/src/**/*.test.ts'],
          isolate,
          ...limits,
        },
      },
      {
        test: {
          name: 'http',
          include: ['tests/{http,ledger}/**/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          isolate,
          ...limits,
        },
      },
      {
        test: {
          name: 'tooling',
          include: ['tests/tooling/**/*.test.ts'],
          isolate,
          ...limits,
        },
      },
      {
        test: {
          name: 'tidy',
          include: ['tests/tidy.test.ts', 'tests/tidy/**/*.test.ts'],
          isolate,
          ...limits,
        },
      },
    ],
  },
})
