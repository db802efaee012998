/**
 * A cluster on this one machine, made of the very files of deploy: three "machines" with addresses of their own
 * (127.0.57.1 …) that have etcd, Patroni with PostgreSQL, and a server of Munim each, behind one HAProxy and one nginx
 * with TLS. Folder and ports are its own; nothing of it is left when it is closed.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { type Person, personFor } from '../../../server/src/database/binaries.ts'
import { isPostgresOf, isRunning, readPidFile, signal } from '../../../server/src/database/postmaster.ts'
import { OWNER } from '../../../tests/support/server-process.ts'
import { until } from '../../../tests/support/waits.ts'
import { withChildren } from '../house.ts'
import { CannotProve } from '../promise.ts'
import { begin, findPrograms, type Program, run } from './programs.ts'

const root = join(import.meta.dirname, '../../..')
const deploy = join(root, 'deploy')
export const SITE_NODES = [1, 2, 3] as const
type Node = (typeof SITE_NODES)[number]
const addressOf = (node: Node) => `127.0.57.${node}`
const PORTS = [
  'HTTP',
  'HTTPS',
  'SERVER',
  'POSTGRES',
  'PRIMARY',
  'POOLER',
  'PATRONI',
  'ETCD',
  'ETCD_PEER',
] as const

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Lays it out and starts all but the servers: a migrated database without a player. */
export async function openSite(say: (line: string) => void): Promise<Site> {
  const bin = findPrograms()
  if (process.getuid!() !== 0)
    throw new CannotProve(
      'Run it as root: PostgreSQL and Patroni are started as the user postgres, as Debian does.',
    )
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'munim-cluster-'))
  chmodSync(folder, 0o755)
  const person = (await personFor(folder, 'postgres')) as Required<Person>
  chownSync(folder, person.uid, person.gid)
  const site = new Site({ folder, person, bin, ports: await freePorts() })
  try {
    say(`laid out in ${folder}`)
    await site.open(say)
    return site
  } catch (error) {
    await site.close()
    throw error
  }
}

async function freePorts(): Promise<Record<string, number>> {
  const probes = PORTS.map(() => createServer().listen(0, '0.0.0.0'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = PORTS.map((name, nth) => [name, (probes[nth]!.address() as { port: number }).port])
  for (const probe of probes) probe.close()
  return Object.fromEntries(ports)
}

interface Place {
  readonly folder: string
  readonly person: Required<Person>
  readonly bin: string
  readonly ports: Record<string, number>
}

export class Site {
  private readonly place: Place
  private readonly secrets: Record<string, string>
  private readonly programs = new Map<string, Program>()
  /** What browsers and players speak to: nginx, with TLS. */
  readonly address: string
  /** The primary by HAProxy, as the owner of the database. */
  readonly ownerUrl: string

  constructor(place: Place) {
    this.place = place
    const names = ['SUPERUSER', 'REPLICATION', 'REWIND', 'PATRONI', 'OWNER', 'APP']
    const passwords = names.map((name) => [`${name}_PASSWORD`, randomBytes(12).toString('hex')])
    this.secrets = {
      ...Object.fromEntries(passwords),
      SIGNING_KEY: randomBytes(32).toString('hex'),
      BACKUP_PASSPHRASE: 'for the proof',
    }
    this.address = `https://localhost:${place.ports.HTTPS}`
    this.ownerUrl = `postgres://munim:${this.secrets.OWNER_PASSWORD}@127.0.0.1:${place.ports.PRIMARY}/munim`
  }

  async open(say: (line: string) => void): Promise<void> {
    this.makeCertificate()
    for (const node of SITE_NODES) this.layOut(node)
    for (const node of SITE_NODES) this.beginEtcd(node)
    await until(() => this.answers(addressOf(1), 'ETCD', '/health'), 200)
    say('etcd answers')
    this.beginPatroni(1)
    await until(() => this.answers(addressOf(1), 'PATRONI', '/primary'), 200)
    this.runAs(1, 'pgbackrest', ['--stanza=munim', 'stanza-create'])
    for (const node of [2, 3] as const) this.beginPatroni(node)
    await this.untilWhole()
    say('three PostgreSQL, one of them the synchronous standby')
    this.begin('haproxy', 1, 'haproxy', ['-db', '-f', this.file(1, 'haproxy.cfg')])
    this.begin('nginx', 1, 'nginx', ['-c', this.file(1, 'nginx-main.conf'), '-e', this.file(1, 'nginx.log')])
    const { OWNER_PASSWORD, APP_PASSWORD } = this.secrets
    const psql = { PGHOST: this.file(1, 'run'), PGPORT: String(this.place.ports.POSTGRES) }
    this.runAs(1, join(deploy, 'roles.sh'), [], { OWNER_PASSWORD, APP_PASSWORD, ...psql })
    this.runProgram('migrate', { ...this.serverEnv(1), MIGRATION_URL: this.ownerUrl })
  }

  /** Starts servers and waits until nginx leads to them. */
  async startServers(): Promise<void> {
    await Promise.all(SITE_NODES.map((node) => this.startServer(node)))
    await until(() => isWell(`${this.address}/health/live`), 200)
  }

  async startServer(node: Node): Promise<void> {
    const env = { ...this.serverEnv(node), ADMIN_PASSWORD: OWNER.password, LOG_LEVEL: 'warn' }
    const program = join(root, 'server/src/programs/start.ts')
    this.begin(`server ${node}`, node, process.execPath, [program], env)
    await until(() => this.answers(addressOf(node), 'SERVER', '/health/live'), 100)
  }

  killServer = (node: Node): Promise<void> => this.kill(`server ${node}`)

  /** Kills every PostgreSQL process of the primary; with `machine` its Patroni and etcd too. Which one it was. */
  async killPrimary(how: 'postgres' | 'machine'): Promise<Node> {
    const node = await until(() => this.primary())
    if (how === 'machine') await Promise.all([this.kill(`patroni ${node}`), this.kill(`etcd ${node}`)])
    await killPostgresIn(this.file(node, 'postgres'))
    return node
  }

  /** Starts what was killed of it, and waits until all three are there and one is the synchronous standby. */
  async restore(node: Node): Promise<void> {
    if (!this.programs.has(`etcd ${node}`)) this.beginEtcd(node)
    if (!this.programs.has(`patroni ${node}`)) this.beginPatroni(node)
    await this.untilWhole()
  }

  /** Copies the database into the archive, as each night. */
  async backUp(): Promise<void> {
    const node = await until(() => this.primary())
    this.runAs(node, 'sh', [this.file(node, 'backup.sh')])
  }

  /** Waits until all that is written so far is in the archive. */
  async archiveAll(): Promise<void> {
    const node = await until(() => this.primary())
    const where = ['-h', this.file(node, 'run'), '-p', String(this.place.ports.POSTGRES), '-U', 'postgres']
    const ask = (query: string) =>
      this.runAs(node, 'psql', [...where, '-d', 'postgres', '-Atc', query]).trim()
    const last = ask('select pg_walfile_name(pg_switch_wal())')
    await until(() => ask('select last_archived_wal from pg_stat_archiver') >= last, 200)
  }

  /** Brings the database as of that moment (as PostgreSQL reads it) into a folder beside; the address as its owner. */
  async recover(moment: string): Promise<string> {
    const node = await until(() => this.primary())
    const [port] = Object.values(await freePorts()) as [number]
    this.runAs(node, 'sh', [this.file(node, 'recover.sh'), moment, this.recovered, String(port)])
    return Object.assign(new URL(this.ownerUrl), { port }).href
  }

  /** What `npm run verify` prints of a database, run by machine 1 or, `afar`, where no anchors are. */
  verify(url: string, where: 'here' | 'afar'): string {
    const env = { ...this.serverEnv(1), DATABASE_URL: url }
    return this.runProgram(
      'verify',
      where === 'here' ? env : { ...env, DATA_DIR: join(this.place.folder, 'afar') },
    )
  }

  async close(): Promise<void> {
    await Promise.all([...this.programs.keys()].map((name) => this.kill(name)))
    for (const folder of [...SITE_NODES.map((node) => this.file(node, 'postgres')), this.recovered])
      await killPostgresIn(folder)
    rmSync(this.place.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  private readonly file = (node: Node, name: string): string => join(this.place.folder, String(node), name)

  private get recovered(): string {
    return join(this.place.folder, 'recovered')
  }

  /** The filled files of one machine, in its folder. */
  private layOut(node: Node): void {
    const { folder, person, bin, ports } = this.place
    for (const name of ['run', 'log', 'spool', 'lock', 'nginx', 'data', 'etcd', 'postgres']) {
      mkdirSync(this.file(node, name), { recursive: true, mode: 0o700 })
      chownSync(this.file(node, name), person.uid, person.gid)
    }
    chownSync(this.file(node, ''), person.uid, person.gid)
    const own: Record<string, string | number> = {
      ...this.secrets,
      ...Object.fromEntries(PORTS.map((name) => [`${name}_PORT`, ports[name]!])),
      ...Object.fromEntries(SITE_NODES.map((each) => [`MACHINE_${each}`, addressOf(each)])),
      NETWORK: '127.0.0.0/8',
      DOMAIN: 'localhost',
      TLS_CERTIFICATE: join(folder, 'certificate.pem'),
      TLS_KEY: join(folder, 'key.pem'),
      BACKUP_TYPE: 'posix',
      BACKUP_PATH: join(folder, 'archive'),
      DATA_DIR: this.file(node, 'data'),
      POSTGRES_DIR: this.file(node, 'postgres'),
      POSTGRES_BIN: bin,
      SOCKET_DIR: this.file(node, 'run'),
      ETCD_DIR: this.file(node, 'etcd'),
      NODE: node,
      ADDRESS: addressOf(node),
    }
    const kept = readFileSync(join(deploy, 'cluster.env'), 'utf8').split('\n')
    const values = kept.map((line) => {
      const [, name = ''] = /^([A-Z][A-Z0-9_]*)=/.exec(line) ?? []
      return name in own ? `${name}=${own[name]}` : line
    })
    const env = this.file(node, 'cluster.env')
    writeFileSync(env, values.join('\n'))
    const files = ['etcd.env', 'haproxy.cfg', 'munim.env', 'nginx.conf', 'patroni.yml', 'pgbackrest.conf']
    for (const name of [...files, 'backup.sh', 'recover.sh']) {
      const filling = { person: {}, env: { CLUSTER_ENV: env }, log: this.file(node, 'log/fill.log') }
      const filled = run(join(deploy, 'fill'), [join(deploy, name)], filling)
      writeFileSync(this.file(node, name), filled)
    }
    writeFileSync(this.file(node, 'nginx-main.conf'), this.nginxMain(node))
  }

  /** What Debian has around a site: /etc/nginx/nginx.conf. */
  private nginxMain(node: Node): string {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    return `daemon off;
      pid ${this.file(node, 'nginx/pid')};
      events { worker_connections 1024; }
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${this.file(node, `nginx/${name}`)};`).join('\n')}
        include ${this.file(node, 'nginx.conf')};
      }`
  }

  /** One for localhost, which this process takes from then on. */
  private makeCertificate(): void {
    const { folder, person } = this.place
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    const whose = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const log = join(folder, 'openssl.log')
    run('openssl', ['req', ...what, ...whose, '-keyout', key, '-out', certificate], { person, log })
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificate, 'utf8')])
  }

  private running(node: Node, name: string, env: NodeJS.ProcessEnv = {}) {
    const archive = {
      PGBACKREST_CONFIG: this.file(node, 'pgbackrest.conf'),
      PGBACKREST_LOG_PATH: this.file(node, 'log'),
      PGBACKREST_LOCK_PATH: this.file(node, 'lock'),
      PGBACKREST_SPOOL_PATH: this.file(node, 'spool'),
    }
    const log = this.file(node, `log/${name.split('/').at(-1)}.log`)
    return { person: this.place.person, env: { HOME: this.place.folder, ...archive, ...env }, log }
  }

  private begin(
    name: string,
    node: Node,
    program: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): void {
    this.programs.set(name, begin(program, args, this.running(node, name, env)))
  }

  private runAs(node: Node, program: string, args: readonly string[], env?: NodeJS.ProcessEnv): string {
    return run(program, args, this.running(node, program, env))
  }

  private beginEtcd(node: Node): void {
    this.begin(`etcd ${node}`, node, 'etcd', [], settingsIn(this.file(node, 'etcd.env')))
  }

  private beginPatroni(node: Node): void {
    this.begin(`patroni ${node}`, node, 'patroni', [this.file(node, 'patroni.yml')])
  }

  private runProgram(name: string, env: NodeJS.ProcessEnv): string {
    return this.runAs(1, process.execPath, [join(root, `server/src/programs/${name}.ts`)], env)
  }

  /** As systemd gives it: what munim.env says. */
  private serverEnv(node: Node): NodeJS.ProcessEnv {
    return {
      ...settingsIn(this.file(node, 'munim.env')),
      NODE_COMPILE_CACHE: join(this.place.folder, 'compiled'),
    }
  }

  private async kill(name: string): Promise<void> {
    const program = this.programs.get(name)
    this.programs.delete(name)
    await program?.kill()
  }

  private answers(address: string, port: (typeof PORTS)[number], path: string): Promise<boolean> {
    return isWell(`http://${address}:${this.place.ports[port]}${path}`)
  }

  private async primary(): Promise<Node | undefined> {
    for (const node of SITE_NODES) if (await this.answers(addressOf(node), 'PATRONI', '/primary')) return node
    return undefined
  }

  /** All three are there, and one of them is what a commit waits for. */
  private async untilWhole(): Promise<void> {
    await until(async () => {
      const node = await this.primary()
      if (node === undefined) return false
      const address = `http://${addressOf(node)}:${this.place.ports.PATRONI}/cluster`
      const said = await fetch(address).catch(() => undefined)
      const { members = [] } = ((await said?.json().catch(() => undefined)) ?? {}) as { members?: Member[] }
      const isThere = ({ state }: Member) => state === 'running' || state === 'streaming'
      return (
        members.length === 3 && members.every(isThere) && members.some(({ role }) => role === 'sync_standby')
      )
    }, 200)
  }
}

const isWell = (address: string): Promise<boolean> =>
  fetch(address).then(
    (said) => said.ok,
    () => false,
  )

/** NAME=value lines, as systemd reads them. */
function settingsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value!] as const]
    }),
  )
}

/** Every process of the PostgreSQL in this folder, as fast as they can be told. */
async function killPostgresIn(folder: string): Promise<void> {
  const file = await readPidFile(folder)
  if (file === undefined || !(await isPostgresOf(file.pid, folder))) return
  for (const each of withChildren(file.pid)) signal(each, 'SIGKILL')
  await until(async () => !(await isRunning(file.pid)))
}
