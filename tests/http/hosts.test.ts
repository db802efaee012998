/**
 * An address of several hosts leads to the one that takes writes, also after another one has become it; and one with a
 * certificate to no other.
 */
import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { checkDatabase } from '../../server/src/programs/checks.ts'
import { prepareDatabase } from '../../server/src/programs/prepare.ts'
import { startTestServer } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { startStandby } from '../support/standby.ts'
import { until } from '../support/waits.ts'

const run = promisify(execFile)
const primary = await startTestServer()
const folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-hosts-'))
await prepareDatabase({ url: primary.url, ownerUrl: primary.ownerUrl, hasQueue: false })
let isStopped = false
afterAll(async () => {
  if (!isStopped) await primary.stop()
  await rm(folder, { recursive: true, force: true })
})

const portOf = sql<{ port: number }>`select coalesce(inet_server_port(), 0) as port`
const portIn = (url: string) => Number(new URL(url).port)
/** Of the owner's, in the database of the application. */
const several = (...ports: readonly number[]) => {
  const { username, password, pathname } = new URL(primary.ownerUrl)
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`
}

const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
)
if (!hasOpenssl) console.warn('The test of certificates is skipped: there is no openssl here.')

test.runIf(hasOpenssl)(
  'sslmode=verify-full takes a certificate of its CA for its name, and no other',
  async () => {
    const ca = await makeCertificate('ca', [])
    const stranger = await makeCertificate('stranger', [])
    await makeCertificate('server', [
      '-CA',
      ca,
      '-CAkey',
      `${ca}.key`,
      '-addext',
      'subjectAltName=DNS:localhost',
    ])
    await serveTls()
    const via = (host: string, root: string) =>
      Object.assign(new URL(primary.ownerUrl), {
        hostname: host,
        search: `?sslmode=verify-full&sslrootcert=${root}`,
      }).href
    const secure = connect(via('localhost', ca), { max: 1 })
    const said = sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    await until(() => secure.many(said).catch(() => undefined)) // It reads its settings anew a moment later.
    expect(await secure.many(said)).toEqual([{ ssl: true }])
    await secure.close()
    for (const [host, root] of [
      ['127.0.0.1', ca],
      ['localhost', stranger],
    ] as const) {
      const url = via(host, root)
      await expect(checkDatabase(url, 'make')).rejects.toThrow(
        new RegExp(`^DATABASE_URL: the certificate of ${host}:\\d+ is not to be trusted: `),
      )
      const refused = connect(url, { max: 1 })
      await expect(refused.many(said)).rejects.toMatchObject({ trouble: 'away' })
      await refused.close()
    }
  },
)

/** With its key beside it, signed as `by` says, else by itself. */
async function makeCertificate(name: string, by: readonly string[]): Promise<string> {
  const file = join(folder, name)
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const out = ['-keyout', `${file}.key`, '-out', file, '-days', '2', '-subj', `/CN=${name}`]
  await run('openssl', [...kind, ...out, ...by])
  return file
}

async function serveTls(): Promise<void> {
  const files = join(primary.dataDir, 'postgres')
  const { uid, gid } = await stat(files)
  for (const name of ['server', 'server.key']) {
    await copyFile(join(folder, name), join(files, name))
    await chmod(join(files, name), 0o600)
    await run('chown', [`${uid}:${gid}`, join(files, name)])
  }
  const admin = connect(primary.adminUrl, { max: 1 })
  await admin.run(sql`alter system set ssl_cert_file = 'server'`)
  await admin.run(sql`alter system set ssl_key_file = 'server.key'`)
  await admin.run(sql`alter system set ssl = 'on'`)
  await admin.run(sql`select pg_reload_conf()`)
  await admin.close()
}

test.runIf(process.platform === 'linux')(
  'the primary is found among its hosts, and the new one after a failover',
  async () => {
    const standby = await startStandby(primary)
    const [old, next] = [portIn(primary.url), portIn(standby.urlOf(primary.url))]
    const url = several(await freePort(), next, old)
    const database = connect(url)
    const write = (name: string) =>
      database.run(sql`
        insert into leases (name, holder, until) values (${name}, gen_random_uuid(), clock_timestamp())`)
    expect(await database.transaction((db) => db.only(portOf))).toEqual({ port: old })
    expect(await database.only(portOf)).toEqual({ port: old })
    expect(await checkDatabase(url, 'make')).toBe(several(old))

    await expect(checkDatabase(several(next), 'make')).rejects.toThrow('is a standby, which takes no writes')
    const nobody = connect(several(next, await freePort()))
    await expect(nobody.only(portOf)).rejects.toMatchObject({ trouble: 'away' })
    await nobody.close()

    await primary.stop()
    isStopped = true
    await expect(write('before')).rejects.toMatchObject({ trouble: 'away' })
    await standby.promote()
    await until(() => write('after').catch(() => undefined))
    expect(await database.only(portOf)).toEqual({ port: next })
    expect(await database.transaction((db) => db.only(portOf))).toEqual({ port: next })
    expect(await database.quick.many(sql`select name from leases`)).toEqual([{ name: 'after' }])
    await database.close()
    await standby.stop()
  },
)
