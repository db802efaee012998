/** The files of the embedded PostgreSQL: made once, in one step that is either done or not, and its settings. */
import { randomBytes } from 'node:crypto'
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Binaries, canEnter, commonHome, type Person, run, shellSafe } from './binaries.ts'
import { damaged } from './data-dir.ts'

export type Cluster = {
  files: string
  binaries: Binaries
  person: Person
  durable: boolean
  connections: number
}

/** The folder of the files inside DATA_DIR; where root's folders keep PostgreSQL out, a link to `commonHome`. */
export const filesIn = (dataDir: string) => join(dataDir, 'postgres')

/** The superuser; the owner of the application's database, who migrates it; whom the server is to it (grants.ts). */
const ROLES = ['postgres', 'munim', 'munim_server'] as const
export type Role = (typeof ROLES)[number]
export type Passwords = Readonly<Record<Role, string>>

const passwordFile = (files: string, role: Role) => join(files, `${role}-password`)

/** The password of each role: who can read its file may be it. In earlier files all have the owner's. */
export async function passwordsOf(files: string): Promise<Passwords> {
  const owners = await readFile(passwordFile(files, 'munim'), 'utf8')
  const read = (role: Role) => readFile(passwordFile(files, role), 'utf8').catch(() => owners)
  const texts = await Promise.all(ROLES.map(async (role) => [role, (await read(role)).trim()]))
  return Object.fromEntries(texts)
}

/** Those that are missing: files from before each role had its own. A password is there whole or not at all. */
async function makePasswords(files: string, person: Person): Promise<void> {
  for (const role of ROLES) {
    const path = passwordFile(files, role)
    if (await stat(path).catch(() => undefined)) continue
    await writePassword(`${path}.new`, person)
    await rename(`${path}.new`, path)
  }
  await syncFolder(files)
}

async function writePassword(path: string, person: Person): Promise<void> {
  await writeFile(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  if (person.uid !== undefined) await chown(path, person.uid, person.gid)
}

/** Where the server's very first words go; later ones are in `log/`. */
export const firstWords = (files: string) => join(files, 'start.log')

/** Makes the files unless they are there, and puts right what moving them may have broken. */
export async function prepareFiles(dataDir: string, binaries: Binaries, person: Person): Promise<string> {
  const files = filesIn(dataDir)
  await removeUnfinished(dataDir)
  const madeBy = await versionIn(files)
  if (madeBy === undefined) {
    const left = await readdir(files).catch(() => [])
    if (left.length > 0) throw damaged(dataDir, `${join(files, 'PG_VERSION')} is missing`)
    await initialise(dataDir, files, binaries, person)
  } else if (!/^\d+\s*$/.test(madeBy)) {
    throw damaged(dataDir, `${join(files, 'PG_VERSION')} is no version`)
  } else if (Number(madeBy) !== binaries.major) {
    throw new Error(
      `${files} was made by PostgreSQL ${madeBy.trim()}, and this is ${binaries.major}. ` +
        'Restore a backup into a DATA_DIR of its own.',
    )
  } else if (person.uid !== undefined && (await stat(files)).uid === 0) {
    await run('chown', ['-R', `${person.uid}:${person.gid}`, await realpath(files)]) // Root copied them back.
  }
  const at = await realpath(files)
  await makePasswords(at, person)
  return at
}

/** The major version that made these files; undefined where there are none. */
async function versionIn(files: string): Promise<string | undefined> {
  try {
    return await readFile(join(files, 'PG_VERSION'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${files} can't be read: start Munim as the user who made it.`, { cause: error })
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-'))
      await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** Everything happens in a folder beside, and one rename at the end makes it the cluster. */
async function initialise(dataDir: string, files: string, binaries: Binaries, person: Person): Promise<void> {
  const inside = await canEnter(dataDir, person)
  const place = inside ? dataDir : await makeCommonPlace()
  const fresh = await mkdtemp(join(place, 'postgres.new-'))
  const made = join(fresh, 'files')
  const password = passwordFile(fresh, 'postgres')
  await writePassword(password, person)
  if (person.uid !== undefined) await chown(fresh, person.uid, person.gid)

  const how = ['-D', made, '-U', 'postgres', '--pwfile', password]
  await shellSafe(binaries.folder, (folder) => runInitdb({ ...binaries, folder }, person, how))
  await appendFile(
    join(made, 'postgresql.conf'),
    "\n# Written anew at each start. ALTER SYSTEM overrules it.\ninclude 'munim.conf'\n",
  )
  await rename(password, passwordFile(made, 'postgres'))
  await syncFolder(made)

  await unlink(files).catch(() => {}) // A link whose end is gone.
  const final = inside ? files : join(place, 'postgres')
  await rename(made, final)
  if (!inside) await symlink(final, files)
  await syncFolder(dataDir)
  await rm(fresh, { recursive: true, force: true })
}

/** A folder that every person can pass through; root only. */
async function makeCommonPlace(): Promise<string> {
  await mkdir(commonHome, { recursive: true })
  await chmod(commonHome, 0o755)
  const place = await mkdtemp(join(commonHome, 'data-'))
  await chmod(place, 0o755)
  return place
}

/** Text in code point order and letters by Unicode, whatever the machine's own language: the same everywhere. */
async function runInitdb(binaries: Binaries, person: Person, args: readonly string[]): Promise<void> {
  const program = join(binaries.folder, 'initdb')
  const common = [
    ...args,
    '--encoding=UTF8',
    '--auth-host=scram-sha-256',
    '--auth-local=scram-sha-256',
    '--lc-messages=C',
  ]
  const builtIn = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const locales = binaries.major >= 17 ? [builtIn] : [['--locale=C.UTF-8'], ['--locale=C']]
  let output = ''
  for (const locale of locales) {
    const made = await run(program, [...common, ...locale], person)
    if (made.code === 0) return
    output = made.output
  }
  throw new Error(`PostgreSQL could not make its files: ${output.trim()}`)
}

/** So that a rename outlives the machine's power. Windows does this by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}

/** The connections that the embedded PostgreSQL takes; three of them are its superuser's. */
export const EMBEDDED_CONNECTIONS = 60

/** Writes the settings for this start. What a line of the log could give away is left out of it: values and rows. */
export async function writeSettings(cluster: Cluster, port: number): Promise<void> {
  const { files, person, durable, connections } = cluster
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20 // MB
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: connections,
    shared_buffers: memory < 2000 ? '128MB' : '256MB',
    effective_cache_size: `${Math.round(Math.min(memory / 2, 4096))}MB`,
    maintenance_work_mem: '64MB',
    work_mem: '8MB',
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log', // A week of them, then over again.
    log_truncate_on_rotation: 'on',
    log_rotation_size: 0,
    log_min_duration_statement: '2s',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  const path = join(files, 'munim.conf')
  await writeFile(path, `# Written by Munim at each start.\n${lines.join('')}`, { mode: 0o600 })
  if (person.uid !== undefined) await chown(path, person.uid, person.gid)
}
