/**
 * The release before and this one, beside each other on one database: upgraded and gone back under load. Skipped where the
 * git history does not have that release; what is proved is in scripts/prove/upgrade.ts. And a release that is put into
 * the folder of another one, which runs there.
 */
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { proveUpgrade } from '../../scripts/prove/upgrade.ts'
import { startTestServer } from '../support/database.ts'
import { findReleaseBefore, NO_RELEASE } from '../support/releases.ts'
import { startServer } from '../support/server-process.ts'
import { until } from '../support/waits.ts'

const root = join(import.meta.dirname, '../..')

const release = findReleaseBefore()
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

test('a release is replaced by the next and comes back, under load', async (context) => {
  if (release === undefined) return context.skip(NO_RELEASE)
  const { wrong } = await proveUpgrade({ rounds: 1, seed, say: () => {} })
  expect(wrong, `SEED=${seed}`).toEqual([])
})

test('a server goes by what it was started of, though the next release lies in its folder', async () => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-releases-'))
  const postgres = await startTestServer()
  for (const name of ['server', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const program = join(folder, 'server/src/programs/start.ts')
  const env = { DATA_DIR: join(folder, 'data') }
  const server = await startServer(postgres.ownerUrl, env, program)
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  const proven = () =>
    until(async () => {
      const { rows } = await client.query<{ differences: string[] }>(
        'select differences from proofs where is_full',
      )
      return rows[0]?.differences ?? false
    })
  const missing = async () => (await fetch(`${server.host}/health/ready`)).text()
  try {
    expect(await proven()).toEqual([])
    const before = await missing()
    await writeFile(join(folder, 'server/src/database/migrations/9999_next.sql'), '-- Of the next release.\n')
    await writeFile(join(folder, 'server/src/database/schema.txt'), 'table next = plain\n')
    await client.query('delete from proofs')
    expect(await missing()).toBe(before)
    expect(await proven()).toEqual([])
  } finally {
    await server.stop()
    await client.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
