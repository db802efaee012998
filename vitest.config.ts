/**
 * The tests that need no browser, by kind. `http` runs on the PostgreSQL that DATABASE_KIND names, so `npm test`
 * runs it twice. One kind, one file: `npm test -- http users`.
 */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Each worker of `http` has a pool of its own, and the test server takes 60 connections.
    maxWorkers: Math.min(availableParallelism(), 3),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,contract,server,panel}/src/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'http',
          include: ['tests/{http,ledger}/**/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'tooling',
          include: ['tests/tooling/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'tidy',
          include: ['tests/tidy.test.ts', 'tests/tidy/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
