/**
 * The server that the browser tests look at: the real program over a new folder with demonstration data.
 * Playwright starts this and ends it; PORT and DATA_DIR are given, and everything it wrote is removed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeForgottenServers } from './database.ts'
import { PROVIDER_SECRET } from './provider.ts'

await removeForgottenServers()

const { DATABASE_URL: _, ...environment } = process.env
const server = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/programs/start.ts')], {
  env: {
    ...environment,
    DEMO_DATA: 'on',
    DEPOSIT_HOOK_SECRET: PROVIDER_SECRET,
    LOG_LEVEL: 'warn',
    BUSY_AFTER_MS: '600000', // Stories are about something else, and four of them keep a slow machine busy.
  },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => server.kill())

const [code] = (await once(server, 'exit')) as [number | null]
await rm(process.env.DATA_DIR!, { recursive: true, force: true })
process.exitCode = code ?? 1
