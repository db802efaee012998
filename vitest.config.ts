/**
 * The tests that need no browser, by kind. `http` runs on the PostgreSQL that DATABASE_KIND names, so `npm test`
 * runs it twice. One kind, one file: `npm test -- http users`.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { HANG_MS, TEST_MS } from './tests/support/waits.ts'

const limits = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: HANG_MS } } }

export default defineConfig({
  test: {
    // Each worker of `http` has a pool of its own, and the test server takes 60 connections.
    maxWorkers: Math.min(availableParallelism(), 3),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,contract,server,panel}/src/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'http',
          include: ['tests/{http,ledger}/**/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'tooling',
          include: ['tests/tooling/**/*.test.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'tidy',
          include: ['tests/tidy.test.ts', 'tests/tidy/**/*.test.ts'],
          ...limits,
        },
      },
    ],
  },
})
