/**
 * Every command of README, CONTRIBUTING and docs, carried out as it is written, in a copy of this checkout, by a shell.
 * A placeholder is replaced by a place of the reader's own; where a command would take long, what is added says so.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCheckout } from '../support/checkout.ts'
import {
  ask,
  databaseIn,
  startTemplateServer,
  startTestServer,
  type TestServer,
} from '../support/database.ts'
import { documentedCommands } from '../support/documented.ts'
import { NO_POOLER, poolerProgram } from '../support/pooler.ts'
import { freePort } from '../support/ports.ts'
import { NO_RELEASE } from '../support/releases.ts'
import { OWNER } from '../support/server-process.ts'

let folder: string
let checkout: string
let database: Awaited<ReturnType<typeof startTemplateServer>>
let bare: TestServer | undefined
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'munim documented é-'))
  await chmod(folder, 0o755) // As root, PostgreSQL is another user, and passes through.
  checkout = join(folder, 'munim')
  copyCheckout(checkout)
  database = await startTemplateServer()
})

afterAll(async () => {
  for (const child of running) process.kill(-child.pid!, 'SIGKILL')
  await Promise.all([database.stop(), bare?.stop()])
  await rm(folder, { recursive: true, force: true })
})

/** Tests of this checkout over HTTP, on copies of the template that is here. `npm test -- http kinds` makes its own. */
const runHttp = (command: string) => {
  const { adminUrl, ownerUrl, url, template } = database
  return run(command, { TEMPLATE_SERVER: JSON.stringify({ adminUrl, ownerUrl, url, template }) })
}

/** As a person's own terminal has it: nothing of the npm that runs this test. Without colours, which CI has programs write. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_|VITE|DATABASE_|MUNIM_|INIT_CWD|FORCE_COLOR)/i.test(name),
  )
  const path = process.env.PATH!.split(delimiter).filter((entry) => !entry.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), PORT: '0', NO_COLOR: '1', ...more }
}

interface Running {
  /** Resolves once this was said; rejects when the command ends without. */
  says(words: RegExp): Promise<string>
  /** Ends it as Ctrl-C does, or as a supervisor does; its exit code, which after Ctrl-C is npm's own. */
  end(signal: 'SIGINT' | 'SIGTERM'): Promise<number | null>
  readonly ended: Promise<{ code: number | null; said: string }>
}

function begin(command: string, more: NodeJS.ProcessEnv = {}): Running {
  const options = { cwd: checkout, env: environment(more), detached: true } as const
  // A shell that a signal doesn't end, so that it tells how the command did.
  const child = spawn('sh', ['-c', `trap : INT TERM\n${command}`], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += String(part)
      for (const listen of listeners) listen()
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, said }
  })
  const says = (words: RegExp) =>
    new Promise<string>((done, fail) => {
      const listen = () => {
        const found = words.exec(said)
        if (found) done(found[1] ?? found[0])
      }
      listeners.add(listen)
      listen()
      void ended.then(() => fail(new Error(`${command} ended without ${words}: ${said}`)))
    })
  const end = async (signal: NodeJS.Signals) => {
    process.kill(-child.pid!, signal)
    return (await ended).code
  }
  return { says, end, ended }
}

/** Carries it out to its end, which must be a good one. What it said. */
async function run(command: string, more?: NodeJS.ProcessEnv): Promise<string> {
  const { code, said } = await begin(command, more).ended
  expect(code, `${command}\n${said}`).toBe(0)
  return said
}

/** The same with what cron and systemd know: no program of the user's own, and only these settings. */
function runBare(command: string, settings: Record<string, string> = {}): Promise<string> {
  const given = Object.keys(settings).map((name) => `${name}="$${name}"`)
  return run(['env', '-i', 'PATH=/usr/bin:/bin', ...given, 'sh -c "$COMMAND"'].join(' '), {
    ...settings,
    COMMAND: command,
  })
}

const CONFIRM = `body='{"ref_id":"432198765012","amount":500}'; curl https://…/hooks/deposit -H 'Content-Type: application/json' -d "$body" -H "X-Signature: sha256=$(printf %s "$body" | openssl dgst -sha256 -hmac "$DEPOSIT_HOOK_SECRET" -r | cut -d' ' -f1)"`
const MIGRATE =
  'DATABASE_URL=postgres://munim_app:…@db/munim MIGRATION_URL=postgres://munim:…@db/munim npm run migrate'
const NIGHTLY =
  '0 3 * * *  cd /srv/munim && node_modules/.bin/node --env-file=/etc/munim/munim.env server/src/programs/backup.ts /backups/$(date +\\%F)'
const STATEMENTS = `npm run bench -- statements users.list '{"limit": 10}'`
const ADDRESS = /Munim is at (\S+)/
const AGREE = 'The books agree'
const secret = { DEPOSIT_HOOK_SECRET: '' }
let office: { host: string; env: NodeJS.ProcessEnv; server: Running }
let recipient: string
let demo: { host: string; password: string; server: Running }

/** In an order in which each finds what it needs: first the servers of docs/operating.md, then those of the README. */
const entries: Record<string, (command: string) => Promise<void>> = {
  // Dry: the packages lie here, linked. Every clone begins with the true one.
  'npm ci': async (command) => void (await run(command, { npm_config_dry_run: 'true' })),
  'npm ci && npm run build': async (command) => {
    await run(command, { npm_config_dry_run: 'true' })
    expect(existsSync(join(checkout, 'panel/dist/index.html'))).toBe(true)
  },
  'openssl rand -hex 32': async (command) => {
    secret.DEPOSIT_HOOK_SECRET = (await run(command)).trim()
    expect(secret.DEPOSIT_HOOK_SECRET).toMatch(/^[0-9a-f]{64}$/)
  },
  'DATABASE_URL=postgres://… DATA_DIR=/var/lib/munim node_modules/.bin/node server/src/programs/start.ts':
    async (command) => {
      const env = { DATABASE_URL: database.ownerUrl, DATA_DIR: join(folder, 'var'), ...secret }
      const words = command.replace('postgres://…', '"$URL"').replace('/var/lib/munim', `"${env.DATA_DIR}"`)
      const server = begin(words, { ...secret, URL: database.ownerUrl, ADMIN_PASSWORD: OWNER.password })
      office = { host: await server.says(ADDRESS), env, server }
      expect(await ready(office.host)).toBe(200)
    },
  [CONFIRM]: async (command) => {
    expect(await run(command.replace('https://…', office.host), secret)).toContain('"status":"kept"')
  },
  'npm run backup -- /backups/2026-11-20': async (command) => {
    expect(await run(command.replace('/backups', '../backups'), office.env)).toContain('Saved in')
  },
  'npm run restore -- /backups/2026-11-20': async (command) => {
    const empty = { DATA_DIR: join(folder, 'restored') }
    expect(await run(command.replace('/backups', '../backups'), empty)).toContain(AGREE)
  },
  'npm run backup-key -- /safe/backup-key': async (command) => {
    const said = await run(command.replace('/safe', '..'))
    recipient = /^BACKUP_RECIPIENT=(age1\S+)$/m.exec(said)![1]!
  },
  'BACKUP_RECIPIENT=age1… npm run backup -- /backups/2026-11-21': async (command) => {
    const words = command.replace('age1…', recipient).replace('/backups', '../encrypted')
    expect(await run(words, office.env)).toContain('It is encrypted')
  },
  'BACKUP_IDENTITY=/safe/backup-key npm run restore -- /backups/2026-11-21': async (command) => {
    const words = command.replace('/safe', '..').replace('/backups', '../encrypted')
    expect(await run(words, { DATA_DIR: join(folder, 'opened') })).toContain(AGREE)
  },
  [NIGHTLY]: async (line) => {
    const settings = join(folder, 'munim.env')
    await writeFile(settings, `DATABASE_URL=${database.ownerUrl}\nDATA_DIR=${office.env.DATA_DIR}\n`)
    const command = /^(?:\S+\s+){5}(.*)$/.exec(line)![1]!.replaceAll('\\%', '%') // As cron reads its table.
    const here = command
      .replace('/srv/munim', `"${checkout}"`)
      .replace('/etc/munim/munim.env', `"${settings}"`)
    await runBare(here.replace('/backups', '../backups'))
    expect(globSync('backups/*/backup.json', { cwd: folder })).toHaveLength(2)
    expect(await office.server.end('SIGTERM')).toBe(0)
  },
  "create role munim login password '…';": (statement) => asSuperuser('postgres', statement),
  "create database munim owner munim encoding 'UTF8' template template0;": (statement) =>
    asSuperuser('postgres', statement),
  "create role munim_app login password '…';": (statement) => asSuperuser('munim', statement),
  'revoke create on schema public from public;': (statement) => asSuperuser('munim', statement),
  [MIGRATE]: async (command) => {
    const { host } = new URL(bare!.adminUrl)
    const words = command.replaceAll('…', 'secret1').replaceAll('@db', `@${host}`)
    expect(await run(words)).toContain('The database is ready')
    const env = { DATABASE_URL: /^DATABASE_URL=(\S+)/.exec(words)![1]!, DATA_DIR: join(folder, 'two') }
    const server = begin('node_modules/.bin/node server/src/programs/start.ts', env)
    expect(await ready(await server.says(ADDRESS))).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await run('npm run verify', env)).toContain(AGREE)
    // Each night's, as systemd reads its unit: with the settings of the server, which is not the owner.
    const unit = await readFile(join(checkout, 'deploy/munim-backup.service'), 'utf8')
    const [, exec] = /^ExecStart=(.*)$/m.exec(unit)!
    const started = exec!.replaceAll('%%', '%').replaceAll('$$', '$')
    const said = await runBare(started.replace('/var/lib/munim-backups', '../nightly'), env)
    expect(said).toMatch(/^Saved in (?!.*will not know)/s)
    await bare!.stop()
    bare = undefined
  },
  'npm start': async (command) => {
    const server = begin(command)
    const host = await server.says(ADDRESS)
    demo = { host, password: await server.says(/with the password (\S+)/), server }
    expect(await ready(host)).toBe(200)
  },
  // Two players of the twenty, two seconds of the thirty, on the port that was free.
  'npm run simulate -- --players 20 --seconds 30 --admin-password …': async (command) => {
    const fewer = command.replace('--players 20', '--players 2').replace('--seconds 30', '--seconds 2')
    await run(`${fewer.replace('…', demo.password)} --url ${demo.host}`)
  },
  'npm run verify': async (command) => void expect(await run(command)).toContain(AGREE),
  // Demonstration data is of the thirty days before today, whenever that is.
  'npm run replay -- --day 2026-11-22': async (command) => {
    const days = command.replace('--day 2026-11-22', '--from 2020-01-01 --to 2100-01-01')
    expect(await run(days)).toMatch(/\d bids of \S+ to \S+ replayed, they agree/)
  },
  'npm run remove-factors -- admin': async (command) => {
    const left = () => ask(database.ownerUrl, 'select from factors')
    await ask(
      database.ownerUrl,
      `insert into factors (admin_id, kind, name, secret, last_step, created_at) select id, 'totp', 'Lost', '', 0, now() from admins`,
    )
    expect(await run(command, office.env)).toContain('signs in with the password alone now')
    expect(await left()).toEqual([])
  },
  'npm run backup -- ./backup': async (command) => void expect(await run(command)).toContain('Saved in'),
  'DATA_DIR=./data-again npm run restore -- ./backup': async (command) => {
    expect(await run(command)).toContain(AGREE)
    await demo.server.end('SIGINT')
    await expect(fetch(demo.host)).rejects.toThrow()
  },
  'DEMO_DATA=off DATA_DIR=./data-real npm start': async (command) => {
    const server = begin(command)
    const host = await server.says(ADDRESS)
    expect(await ready(host)).toBe(200)
    await server.end('SIGINT')
    await expect(fetch(host)).rejects.toThrow()
  },
  'npm run dev': async (command) => {
    const server = begin(command, { DEMO_DATA: 'off', PORT: String(await freePort()) })
    await server.says(ADDRESS)
    await throughVite(await server.says(/(http:\/\/localhost:\d+)/))
    await server.end('SIGINT')
  },
  'PORT=4000 npm run dev': async (command) => {
    const server = begin(command.replace('4000', String(await freePort())), { DEMO_DATA: 'off' })
    await server.says(ADDRESS)
    await throughVite(await server.says(/(http:\/\/localhost:\d+)/))
    await server.end('SIGINT')
  },
  // Whole, `npm test` begins with it, as it is written.
  'npm run check': async (command) => {
    if (process.env.MUNIM_CARRIED_OUT === command) return
    await run('git init -q && git add .')
    await run(command)
  },
  // All of it is what runs this test; here one file of it.
  'npm test': async (command) =>
    void expect(await run(`${command} -- unit core/src/money`)).toContain('1 passed'),
  // Of these files one test each: whole they run beside this one.
  'npm test -- http users --testTimeout 20000': async (command) =>
    void expect(await runHttp(`${command} --exclude "**/users-*" -t "a page past the end"`)).toContain(
      '1 passed',
    ),
  'npm test -- http guards -u': async (command) =>
    void expect(await runHttp(`${command} -t "the schema that migrations make"`)).toContain('passed'),
  'npm test -- http kinds': async (command) => void expect(await run(command)).toContain('passed'),
  'npm test -- http replay': async (command) =>
    void expect(
      await runHttp(`${command} --exclude "**/replay-game*" -t "each of the twelve games wins"`),
    ).toContain('1 passed'),
  'npm test -- tidy migrations': async (command) => void expect(await run(command)).toContain('passed'),
  // Skipped, since this copy has no git history; its other test runs beside this one.
  'npm test -- tooling releases': async (command) =>
    void expect(await run(`${command} -t "a release is replaced"`)).toContain('2 skipped'),
  'npm test -- http users-fields': async (command) =>
    void expect(await runHttp(`${command} -t "each column of the table"`)).toContain('1 passed'),
  'SEED=… npm test': async (command) => {
    const histories = `HISTORIES=1 ${command.replace('…', '7')} -- http histories`
    expect(await runHttp(histories)).toContain('Histories from seed 7')
  },
  // `once`, `push` and `kill-void` are proven nowhere else: three rounds of twenty, a kill of five and a twentieth of the devices, a draw of ten. One second with one client.
  'npm run prove -- once': async (command) =>
    void expect(await run(`${command} --rounds 3`)).toContain('✓ kept'),
  // One kill of twenty and one of a server, beside a tenth of the calls, as root where Debian's packages are installed;
  // else it says what it needs.
  'npm run prove -- cluster': async (command) => {
    const { code, said } = await begin(`${command} --rounds 1 --size 0.1`).ended
    if (code === 0) return expect(said).toContain('✓ kept')
    const [missing] = /.*(apt-get install|Run it as root|is proved on Linux).*/.exec(said) ?? []
    expect(missing, said).toBeDefined()
    console.warn(`Not carried out: ${missing}`)
  },
  // This copy has no git history; with one, tests/tooling/releases.test.ts carries it out.
  'npm run prove -- upgrade': async (command) => {
    const { code, said } = await begin(command).ended
    expect(code).toBe(1)
    expect(said).toContain(NO_RELEASE)
  },
  'npm run prove -- told': async (command) =>
    void expect(await run(`${command} --rounds 0.1 --any-pace`)).toContain('✓ kept'),
  'npm run prove -- push': async (command) =>
    void expect(await run(`${command} --rounds 1 --size 0.05`)).toContain('✓ kept'),
  'npm run prove -- pooler': async (command) =>
    poolerProgram === undefined
      ? console.warn(`Not carried out: ${NO_POOLER}.`)
      : expect(await run(`${command} --rounds 2 --size 0.1`)).toContain('✓ kept'),
  'npm run prove -- kill-void': async (command) =>
    void expect(await run(`${command} --rounds 1 --size 0.5`)).toContain('✓ kept'),
  [STATEMENTS]: async (command) =>
    void expect(await run(command)).toMatch(/from user_counts c where true.* limit '\d+' offset '0'/s),
  // A fifth of a second of twenty, with a few.
  'npm run bench -- flood': async (command) =>
    void (await run(`${command} --connections 8 --addresses 4 --seconds 0.2 --players 1000`)),
  'npm run bench -- place': async (command) =>
    void (await run(`${command} --clients 1 --seconds 0.2 --rounds 1 --players 20 --bids 100 --followers 1`)),
  'npm run bench -- overload': async (command) =>
    expect(
      await run(`${command} --seconds 0.5 --clients 2 --players 20 --bids 100 --deposits 40 --markets 2`),
    ).toContain(AGREE),
  'npm run bench -- replica': async (command) =>
    expect(await run(`${command} --bids 200 --days 2 --players 20 --markets 2 --rounds 1`)).toContain(
      'by standby',
    ),
}

/** In a PostgreSQL of which nobody has made anything for Munim yet; `…` is a password. */
async function asSuperuser(name: string, statement: string): Promise<void> {
  bare ??= await startBare()
  await ask(databaseIn(bare.adminUrl, name), statement.replace('…', 'secret1'))
}

async function startBare(): Promise<TestServer> {
  const server = await startTestServer()
  for (const kind of ['database', 'role']) await ask(server.adminUrl, `alter ${kind} munim rename to before`)
  return server
}

const ready = async (host: string) =>
  (await fetch(`${host}/health/ready`, { headers: { connection: 'close' } })).status

/** Vite serves the panel, and hands calls on to the server. */
async function throughVite(vite: string): Promise<void> {
  expect((await fetch(vite)).status).toBe(200)
  // The server refuses it; 502 is that there is none, as while it restarts.
  const called = async () => (await fetch(`${vite}/admin/auth/login`, { method: 'POST' })).status
  await expect.poll(called).toBe(400)
}

test('every documented command is carried out here', () => {
  expect(
    documentedCommands(),
    'Add an entry that carries the new one out; take out what no document has',
  ).toEqual(Object.keys(entries).sort())
})

test.skipIf(process.platform === 'win32').each(Object.entries(entries))('%s', (command, carryOut) =>
  carryOut(command),
)
