/** A server that root started: as whom it goes on, and what is its own then. */
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personFor, run } from '../../server/src/database/binaries.ts'
import { readPidFile } from '../../server/src/database/postmaster.ts'
import { startTestServer, type TestServer } from '../support/database.ts'
import { runProgram } from '../support/program.ts'
import { ask, OWNER } from '../support/server-process.ts'
import { PNG } from '../support/upload-files.ts'
import { until } from '../support/waits.ts'

const isRoot = process.getuid?.() === 0
const PASSWORD = OWNER.password
let folder: string
let database: TestServer
let usual: number
let nobody: number

beforeAll(async () => {
  if (!isRoot) return
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-root-'))
  await chmod(folder, 0o755)
  database = await startTestServer()
  usual = (await personFor('/nowhere')).uid!
  nobody = Number((await run('id', ['-u', 'nobody'])).output)
})

afterAll(async () => {
  if (!isRoot) return
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (
  name: string,
  settings: NodeJS.ProcessEnv,
  whileServing?: (host: string, pid: number) => Promise<void>,
) =>
  runProgram(
    'start',
    { DATA_DIR: join(folder, name), ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal', ...settings },
    whileServing && { whileServing },
  )

/** Real, effective, saved and of the file system: the users that each thread of a process is; and its groups. */
async function usersOf(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return ['Uid', 'Gid', 'Groups']
    .flatMap((name) => new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)![1]!.trim().split(/\s+/))
    .map(Number)
}

/** A picture that goes through libvips into DATA_DIR. */
async function upload(host: string): Promise<number> {
  const { token } = await ask(host, api.auth.login, { userName: 'admin', password: PASSWORD })
  const body = new FormData()
  body.append('image', new Blob([PNG], { type: 'image/png' }), 'qr.png')
  const headers = { authorization: token, connection: 'close' }
  return (await fetch(host + api.settings.updateQr.path, { method: 'POST', headers, body })).status
}

const ownerOf = async (...path: string[]) => (await stat(join(folder, ...path))).uid

test.runIf(isRoot)(
  'it goes on as the user of its database, serves, writes files, and starts PostgreSQL again',
  async () => {
    const serve = async (host: string, pid: number) => {
      expect(new Set(await usersOf(pid))).not.toContain(0)
      expect((await usersOf(pid))[0]).toBe(usual)
      expect(await upload(host)).toBe(200)
      const files = join(folder, 'own', 'postgres')
      const before = (await readPidFile(files))!
      process.kill(before.pid, 'SIGKILL')
      await until(async () => {
        const now = await readPidFile(files)
        return now?.status === 'ready' && now.pid !== before.pid
      })
    }
    expect(await start('own', {}, serve)).toMatchObject({ code: 0 })
    for (const name of ['postgres', 'uploads', 'signing-key'])
      expect(await ownerOf('own', name), name).toBe(usual)
    // Again, over what is there, part of it root's once more.
    await run('chown', ['-R', '0:0', join(folder, 'own', 'uploads')])
    const again = async (host: string) => expect(await upload(host)).toBe(200)
    expect(await start('own', {}, again)).toEqual({ code: 0, said: expect.stringContaining('Munim is at') })
  },
)

test.runIf(isRoot)(
  'RUN_AS says who, with the embedded database, with another one, and on a port that is root’s',
  async () => {
    const serve = async (host: string, pid: number) => {
      expect((await usersOf(pid))[0]).toBe(nobody)
      expect(await upload(host)).toBe(200)
    }
    const asNobody = { RUN_AS: 'nobody' }
    expect(await start('nobody', asNobody, serve)).toMatchObject({ code: 0 })
    expect(await ownerOf('nobody', 'postgres')).toBe(nobody)
    const theirs = { DATABASE_URL: database.ownerUrl }
    await run('mkdir', ['-m', '700', join(folder, 'other')]) // As a restore leaves it.
    expect(
      await start('other', { ...asNobody, ...theirs, PORT: String(await freePort()) }, serve),
    ).toMatchObject({ code: 0 })
    const other = { RUN_AS: 'postgres' }
    const said = expect.stringMatching(
      /^RUN_AS is postgres, and .*postgres belongs to another user: chown -R postgres it/,
    )
    expect(await start('nobody', other)).toEqual({ code: 1, said })
  },
)

/** Below 1024, where only root listens. */
async function freePort(): Promise<number> {
  for (let port = 1023; ; port--) {
    const probe = createServer().listen(port, '127.0.0.1')
    const [error] = await Promise.race([once(probe, 'listening'), once(probe, 'error')]).catch((fault) => [
      fault,
    ])
    probe.close()
    if (!error) return port
  }
}

test.runIf(isRoot)(
  'where that user can not enter DATA_DIR it stays root and says so, or does not start where it was told who',
  async () => {
    const foreign = join(folder, 'foreign')
    await run('mkdir', ['-m', '700', '-p', join(foreign, 'letters')])
    const closed = join(folder, 'closed')
    await run('mkdir', ['-m', '700', closed])
    const serve = async (_: string, pid: number) => expect((await usersOf(pid))[0]).toBe(0)
    const stays = expect.stringContaining(`The server goes on as root, since the user`)
    expect(await start('closed/data', {}, serve)).toEqual({ code: 0, said: stays })
    expect(await start('foreign', {}, serve)).toEqual({ code: 0, said: stays })
    expect(await ownerOf('foreign')).toBe(0)
    const { said, code } = await start('closed/other', { RUN_AS: 'nobody' })
    expect({ code, said }).toEqual({
      code: 1,
      said: `RUN_AS is nobody, and the user nobody can't work in ${closed}.\n`,
    })
    expect(await start('plain', { RUN_AS: 'root' }, serve)).toMatchObject({
      code: 0,
      said: expect.not.stringContaining('goes on'),
    })
    const none = { code: 1, said: 'RUN_AS is ghost, and there is no such user.\n' }
    expect(await start('ghost', { RUN_AS: 'ghost' })).toEqual(none)
  },
)
