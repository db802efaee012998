/** A server is ready where it can serve, and says in a sentence what keeps it from that. Never a 503. */
import { spawnSync } from 'node:child_process'
import { readdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Statement, sql } from '../../server/src/database/db.ts'
import { checkFolder } from '../../server/src/http/files.ts'
import { testFolder } from '../support/database.ts'
import { backOffice, superuserOf } from '../support/office.ts'

const office = await backOffice()
const dataDir = dirname(office.app.waitingFolder)

/** What it says; nothing where it is ready. */
async function said(): Promise<string | undefined> {
  const response = await fetch(`${office.host}/health/ready`)
  const { message } = (await response.json()) as { message?: string }
  expect(response.status).toBe(message === undefined ? 200 : 500)
  return message
}

const name = sql.ref(new URL(office.url).pathname.slice(1))
const superuser = superuserOf(office.url)

/** What is set for a database holds for connections that are opened after it. */
async function alter(statement: Statement): Promise<void> {
  await superuser.transaction(async (db) => {
    await db.run(sql`set transaction read write`)
    await db.run(statement)
    await db.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  })
}

test('a database that takes no changes is no database to serve from', async () => {
  expect(await said()).toBeUndefined()
  await alter(sql`alter database ${name} set default_transaction_read_only = on`)
  await expect.poll(said).toBe('The database takes no changes: it is a standby, or read-only.')
  await alter(sql`alter database ${name} reset default_transaction_read_only`)
  await expect.poll(said).toBeUndefined()
})

test('a database that lacks a migration is named with it', async () => {
  const [last] = await office.owner.many<{ name: string; timestamp: string }>(sql`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp`)
  expect(await said()).toBe(`The database lacks the migration ${last!.name}: restart the server.`)
  await office.owner.run(sql`
    insert into kysely_migration (name, timestamp) values (${last!.name}, ${last!.timestamp})`)
  expect(await said()).toBeUndefined()
})

/** Its own little disk, where this user may make one. */
const disk = await testFolder()
const isDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0
afterAll(async () => {
  if (isDisk) spawnSync('umount', [disk])
  await rmdir(disk)
})

test.runIf(isDisk)('a disk that is full is named, though it takes an empty file', async () => {
  expect(await checkFolder(disk)).toBeUndefined()
  await writeFile(join(disk, 'all'), Buffer.alloc(64 * 1024))
  await writeFile(join(disk, 'empty'), '')
  expect(await checkFolder(disk)).toBe(`DATA_DIR ${disk} is on a disk that is full.`)
  expect(await readdir(disk)).toEqual(['all', 'empty'])
})

test('a folder that is gone is named', async () => {
  await rename(dataDir, `${dataDir}-away`)
  expect(await said()).toContain(`DATA_DIR ${dataDir}`)
  await rename(`${dataDir}-away`, dataDir)
  expect(await said()).toBeUndefined()
})
