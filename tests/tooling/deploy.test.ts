/**
 * The files of deploy, held against what they are about: the server's settings, the contract, each other. That they
 * work together is proved by `npm run prove -- cluster`, which starts them.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, NO_RESPONSE } from '@munim/contract'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/src/programs/config.ts'
import { everyCall } from '../support/contract.ts'
import { HANG_MS } from '../support/waits.ts'

const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
/** Files with ${NAMES} that `fill` writes values for. */
const TEMPLATES = [
  'backup.sh',
  'etcd.env',
  'haproxy.cfg',
  'munim.env',
  'nginx.conf',
  'patroni.yml',
  'pgbackrest.conf',
  'pgbouncer.ini',
  'recover.sh',
]
const folder = mkdtempSync(join(tmpdir(), 'munim-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** NAME=value lines, as systemd and a shell read them. */
function settingsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line)!.slice(1)))
}

/** Secrets are left empty in cluster.env; here they are made. */
const cluster = Object.fromEntries(
  Object.entries(settingsIn(read('cluster.env'))).map(([name, value]) => [name, value || 'ab'.repeat(32)]),
)
const values = join(folder, 'cluster.env')
writeFileSync(
  values,
  Object.entries(cluster)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
)

/** What `fill` prints of it. */
const filled = (name: string, env = values) =>
  execFileSync(join(deploy, 'fill'), [join(deploy, name)], {
    encoding: 'utf8',
    env: { ...process.env, CLUSTER_ENV: env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const onShell = test.skipIf(process.platform === 'win32')

onShell.each(TEMPLATES)('%s is filled from cluster.env, and nothing is left open', (name) => {
  expect(filled(name)).not.toContain('${')
})

test('cluster.env has what the files ask for, and nothing that none asks for', () => {
  const asked = TEMPLATES.flatMap((name) =>
    [...read(name).matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, name]) => name!),
  )
  asked.push(...[...read('roles.sh').matchAll(/"\$(\w+_PASSWORD)"/g)].map(([, name]) => name!))
  expect(asked.filter((name) => !(name in cluster))).toEqual([])
  expect(Object.keys(cluster).filter((name) => !asked.includes(name))).toEqual([])
})

onShell('a password that is not made yet stops it', () => {
  expect(() => filled('munim.env', join(deploy, 'cluster.env'))).toThrow()
  expect(
    spawnSync(join(deploy, 'fill'), [join(deploy, 'munim.env')], {
      encoding: 'utf8',
      env: { ...process.env, CLUSTER_ENV: join(deploy, 'cluster.env') },
    }),
  ).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('munim.env asks for APP_PASSWORD, which has no value'),
  })
})

onShell('on one machine all that has an address is the machine itself', () => {
  const readme = read('README.md')
  const [, said] = /In step 2 .*\n\n((?: {4}[A-Z].*\n)+)/.exec(readme)!
  const [, command] = /nginx is told .*\n\n {4}(.*) > /.exec(readme)!
  const alone = join(folder, 'alone.env')
  const others = { MACHINE_2: '192.0.2.2', MACHINE_3: '192.0.2.3' }
  const settings = { ...cluster, ...others, ...settingsIn(said!.replaceAll('    ', '').trim()) }
  writeFileSync(
    alone,
    Object.entries(settings)
      .map((each) => `${each.join('=')}\n`)
      .join(''),
  )
  const env = { ...process.env, CLUSTER_ENV: alone }
  const nginx = execFileSync('sh', ['-c', command!], { cwd: root, env, encoding: 'utf8' })
  expect(nginx.match(/^ *server \S+:\d+ /gm)).toEqual([`  server 127.0.0.1:${port} `])
  const { HOST, DATABASE_URL, TRUSTED_PROXIES } = settingsIn(filled('munim.env', alone))
  expect({ HOST, TRUSTED_PROXIES }).toEqual({ HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.0/8' })
  expect(new URL(DATABASE_URL!).host).toBe('127.0.0.1:5432')
})

/** The settings among these that the server never looks at; it refuses what it can't read. */
function unknownOf(settings: Record<string, string>): string[] {
  const known = new Set<string>()
  readConfig(
    new Proxy(settings, {
      get: (target, name: string) => {
        known.add(name)
        return target[name]
      },
    }),
  )
  return Object.keys(settings).filter((name) => !known.has(name))
}

interface Compose {
  name: string
  services: Record<
    'database' | 'server',
    { environment: Record<string, string>; ports?: string[]; volumes: string[] }
  >
}
const compose = parse(read('compose.yml')) as Compose
const port = readConfig({}).port

onShell('every setting of a server is one that it knows', () => {
  expect(unknownOf(settingsIn(filled('munim.env')))).toEqual([])
  expect(unknownOf({ NOSUCH: 'x' })).toEqual(['NOSUCH'])
  const inCompose = Object.entries(compose.services.server.environment).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+\}/g, 'secret'),
  ])
  expect(unknownOf(Object.fromEntries(inCompose))).toEqual([])
  const [, inImage] = /^ENV NODE_ENV=production (.*)$/m.exec(read('Dockerfile'))!
  expect(unknownOf(settingsIn(inImage!.replaceAll(' ', '\n')))).toEqual([])
})

test('ports and places agree', () => {
  const image = read('Dockerfile')
  expect(cluster.SERVER_PORT).toBe(String(port))
  expect(image).toMatch(
    new RegExp(`ENV .*PORT=${port}\\b[\\s\\S]*^EXPOSE ${port}$[\\s\\S]*127\\.0\\.0\\.1:${port}/`, 'm'),
  )
  expect(compose.services.server.ports).toEqual([`127.0.0.1:${port}:${port}`])
  const url = compose.services.server.environment.DATABASE_URL!.replace(/\$\{\w+\}/, 'secret')
  expect(new URL(url)).toMatchObject({ hostname: 'database', pathname: '/munim', username: 'munim_app' })
  const unit = read('munim.service')
  expect(unit).toContain(`StateDirectory=${cluster.DATA_DIR!.replace('/var/lib/', '')}\n`)
  const [, place, program] = /^ExecStart=(\S+)\/node_modules\/.bin\/node (\S+)$/m.exec(unit)!
  expect(unit).toContain(`WorkingDirectory=${place}\n`)
  for (const file of [program!, /^CMD \["node", "(\S+)"\]$/m.exec(image)![1]!]) {
    expect(existsSync(join(root, file)), file).toBe(true)
  }
})

test('the passwords that Compose reads beside its file get into no image and no repository', () => {
  expect(read('Dockerfile.dockerignore').split('\n')).toContain('**/.env')
  expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).toContain('.env')
})

test('the backup of the containers goes into a volume that its user may write', () => {
  const line = / docker exec (\S+) node (\S+) (\/\w+)\/\$\(date \+\\%F\)' > \/etc\/cron\.d\/\w+$/m
  const [, container, program, place] = line.exec(read('README.md')) ?? []
  expect(container).toBe(`${compose.name}-server-1`)
  expect(existsSync(join(root, program!)), program).toBe(true)
  expect(compose.services.server.volumes).toContain(`${place!.slice(1)}:${place}`)
  expect(read('Dockerfile')).toMatch(new RegExp(`^RUN mkdir .*&& chown node:node .*${place}\\b`, 'm'))
})

test('the encoding of each database is said, or a machine without a language would choose it', () => {
  // By --locale=C alone initdb chooses SQL_ASCII, and refuses C.UTF-8 for it.
  expect(compose.services.database.environment.POSTGRES_INITDB_ARGS).toContain('--encoding=UTF8')
  expect(read('roles.sh')).toMatch(/^create database .* encoding 'UTF8' .*template template0;$/m)
})

test('the container file has nothing that its linter complains about', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
  expect(validate('FROM node\nCOPPY . .'), 'It complains where there is cause').not.toEqual([])
})

test('the compose file follows the schema of Compose and the rules of its linter', () => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const [result] = linter.lintFiles([join(deploy, 'compose.yml')], false)
  expect(result!.messages).toEqual([])
  const wrong = join(folder, 'compose.yml')
  writeFileSync(wrong, read('compose.yml').replace('volumes:', 'volume:'))
  expect(linter.lintFiles([wrong], false)[0]!.messages).not.toEqual([])
})

onShell('the sheets of Patroni, pgBackRest and pgbouncer can be read', () => {
  const { bootstrap, etcd3, name } = parse(filled('patroni.yml'))
  expect({ name, hosts: etcd3.hosts.length }).toEqual({ name: `machine${cluster.NODE}`, hosts: 3 })
  const { ttl, loop_wait, retry_timeout, postgresql } = bootstrap.dcs
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  const [, each] = /A server opens up to \D*?(\d+)/.exec(
    readFileSync(join(root, 'docs/operating.md'), 'utf8'),
  )!
  expect(postgresql.parameters.max_connections).toBeGreaterThan(3 * Number(each))
  for (const name of ['pgbackrest.conf', 'pgbouncer.ini']) {
    const strange = filled(name)
      .split('\n')
      .filter((line) => !/^([;#].*|\[\w+\]|[\w-]+ ?= ?.*|)$/.test(line))
    expect(strange, name).toEqual([])
  }
})

/** The block of nginx that begins with these words. */
function blockOf(nginx: string, words: string): string {
  const start = nginx.indexOf(words)
  expect(start, words).toBeGreaterThan(-1)
  return nginx.slice(start, nginx.indexOf('\n  }', start))
}

const bytesOf = (block: string) => {
  const [, number, unit] = /client_max_body_size (\d+)(k|m);/.exec(block)!
  return Number(number) * { k: 1024, m: 1024 * 1024 }[unit as 'k' | 'm']
}

test('nginx lets through what the server takes, and no more', () => {
  const nginx = read('nginx.conf')
  const uploads = everyCall.flatMap(([, { path, upload }]) => (upload ? [{ path, ...upload }] : []))
  const locations = [...nginx.matchAll(/location (~|=) (\S+) \{[^}]*client_max_body_size[^}]*\}/g)]
  const matches = ([, kind, pattern]: RegExpMatchArray, path: string) =>
    kind === '=' ? pattern === path : new RegExp(pattern!).test(path)
  for (const { path, mostBytes } of uploads) {
    const [block] = locations.find((location) => matches(location, path)) ?? []
    expect(block, `${path} has a location of its own`).toBeDefined()
    expect(bytesOf(block!) - mostBytes, path).toBeGreaterThan(0)
    expect(bytesOf(block!) - mostBytes, path).toBeLessThanOrEqual(1024 * 1024)
  }
  const others = everyCall.filter(([, { upload }]) => !upload).map(([, { path }]) => path)
  expect(others.filter((path) => locations.some((location) => matches(location, path)))).toEqual([])
  const body = /^const BODY_BYTES = (\d+) \* 1024$/m.exec(
    readFileSync(join(root, 'server/src/app.ts'), 'utf8'),
  )![1]
  expect(bytesOf(nginx)).toBe(Number(body) * 1024)
})

test('nginx streams events, says in the words of the panel that nothing answers, and never 503', () => {
  const nginx = read('nginx.conf')
  const streams = everyCall.filter(([, { file }]) => file === 'text/event-stream').map(([, { path }]) => path)
  expect(streams).toEqual([api.live.follow.path])
  for (const path of streams) expect(blockOf(nginx, `location = ${path} {`)).toContain('proxy_buffering off;')
  const [, words] = /return 502 '(.*)';/.exec(blockOf(nginx, 'location @away {'))!
  expect(JSON.parse(words!)).toEqual({ status: 'error', message: NO_RESPONSE })
  const without = nginx.replaceAll(/#.*/g, '')
  expect(without).toMatch(/error_page 502 504 =502 @away;/)
  expect(without).not.toMatch(/\b503\b|limit_req|limit_conn/)
})

test('nginx sends a call once more only where it has a key', () => {
  const nginx = read('nginx.conf')
  expect(nginx.match(/non_idempotent/g)).toHaveLength(1)
  expect(blockOf(nginx, 'location @keyed {')).toContain('non_idempotent')
  expect(blockOf(nginx, 'location / {\n    if')).toContain('if ($http_idempotency_key) { return 418; }')
})

onShell('going back to a second that the archive does not have yet says so, and can be tried again', () => {
  const bin = join(folder, 'bin')
  const programs = {
    pgbackrest: '',
    psql: 'exit 2',
    // It ends after it was started, as PostgreSQL does.
    pg_ctl: `[ "$3" = status ] && exit 3; echo 'FATAL:  recovery ended before configured recovery target was reached' > "$4"`,
  }
  mkdirSync(bin)
  for (const [name, does] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 })
  const script = join(folder, 'munim-recover')
  writeFileSync(script, read('recover.sh').replace(/\$\{POSTGRES_BIN\}/, bin))
  const moment = '2026-11-25 13:05:00+05:30'
  const { status, stderr } = spawnSync('sh', [script, moment, join(folder, 'recovered'), '5433'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    timeout: HANG_MS,
  })
  expect(status).toBe(1)
  expect(stderr).toContain(`The archive does not reach ${moment} yet`)
  expect(existsSync(join(folder, 'recovered'))).toBe(false)
})

test('the unit of the nightly backup has the settings of the server, and may do no more', () => {
  const [server, backup] = ['munim.service', 'munim-backup.service'].map((name) => {
    const kept = /^(NoNewPrivileges|EnvironmentFile|WorkingDirectory|User|Group|UMask|StateDirectoryMode)=/
    const [first, last] = read(name).split(/^(?=NoNewPrivileges=)/m) as [string, string]
    const lines = [...first.split('\n').filter((line) => kept.test(line)), ...last.split('\n')]
    return lines.filter((line) => line.includes('=') && !line.startsWith('WantedBy=')).sort()
  })
  expect(backup).toEqual(server)
  expect(server!.length).toBeGreaterThan(20)
})

test('no command names a program of PostgreSQL that Debian has in no PATH without its folder', () => {
  const apart = /(?<![/\w-])(initdb|pg_(checksums|controldata|ctl|resetwal|rewind|waldump))\b/
  for (const name of ['README.md', 'backup.sh', 'recover.sh', 'roles.sh'])
    expect(apart.exec(read(name)), name).toBeNull()
  expect(read('README.md')).toContain(`sudo -u postgres ${cluster.POSTGRES_BIN}/pg_ctl`)
})

onShell('the scripts are read by a shell, and systemd takes the units', () => {
  for (const name of [...readdirSync(deploy).filter((name) => name.endsWith('.sh')), 'fill'])
    execFileSync('sh', ['-n', join(deploy, name)])
  if (spawnSync('systemd-analyze', ['--version']).error) return // Another machine has it.
  const names = readdirSync(deploy).filter((name) => /\.(service|timer)$/.test(name))
  const units = names.map((name) => {
    const here = read(name).replaceAll('/srv/munim/node_modules/.bin/node', process.execPath)
    writeFileSync(join(folder, name), here.replaceAll('/srv/munim', root))
    return join(folder, name)
  })
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
})
