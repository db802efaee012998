/**
 * The release before this Munim, taken from the git history, and this Munim as it will meet it: with migrations of a release
 * after that. Both are laid out as checkouts whose packages are those of this one.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The workspaces that a server runs from. */
const PARTS = ['core', 'contract', 'server']

interface Release {
  readonly version: string
  readonly commit: string
}

/**
 * Below the changes that are not released yet, the first section of CHANGELOG.md is the release before; its commit is the
 * one with its title. Undefined where this folder has no such commit: nothing is fetched.
 */
export function findReleaseBefore(): Release | undefined {
  const sections = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)/gm)].map(
    ([, name]) => name!,
  )
  const version = sections[1]!
  const title = `^release: ${version.replaceAll('.', '\\.')} `
  const commit = git('log', '-1', '--format=%H', `--grep=${title}`)?.toString().trim()
  return commit ? { version, commit } : undefined
}

/** Said where it is skipped. */
export const NO_RELEASE =
  'the release before is not in the git history here: a clone with its whole history has it (git fetch --unshallow)'

function git(...args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined // No git, or no history of this folder.
  }
}

export interface Releases {
  /** The folders of their programs. */
  readonly before: string
  readonly next: string
  readonly remove: () => Promise<void>
}

/** A migration of the next release, in its transaction, and one that is made apart from it. */
const PLANTED: readonly (readonly [name: string, text: string])[] = [
  [
    'planted',
    `alter table banners add column planted text;
     create table planted (id integer primary key);`,
  ],
  [
    'planted-apart',
    '-- Apart: postings are many.\ncreate index concurrently planted_notes on postings (note);',
  ],
]
const PIECES = `column banners.planted = text
column planted.id = integer not null
constraint planted_pkey on planted = PRIMARY KEY (id)
index planted_notes on postings = CREATE INDEX planted_notes ON public.postings USING btree (note)
index planted_pkey on planted = CREATE UNIQUE INDEX planted_pkey ON public.planted USING btree (id)
table planted = plain
`

/** Lays out both. `next` has all that this checkout has, committed or not, and what is planted. */
export async function layOutReleases({ commit }: Release): Promise<Releases> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'munim-releases-'))
  await chmod(folder, 0o755) // As root, a server goes on as another user, and passes through.
  const [before, next] = [join(folder, 'before'), join(folder, 'next')] as const
  const archive = join(folder, 'before.tar')
  if (!git('archive', `--output=${archive}`, commit, ...PARTS, 'package.json'))
    throw new Error(`git archive can't write ${commit} to ${archive}`)
  mkdirSync(before)
  execFileSync('tar', ['-xf', archive, '-C', before])
  mkdirSync(next)
  for (const part of [...PARTS, 'package.json'])
    cpSync(join(root, part), join(next, part), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  plant(join(next, 'server/src/database'))
  for (const each of [before, next]) linkPackages(each)
  const programsIn = (release: string) => join(release, 'server/src/programs')
  return {
    before: programsIn(before),
    next: programsIn(next),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function plant(database: string): void {
  const last = Number(readdirSync(join(database, 'migrations')).sort().at(-1)!.slice(0, 4))
  for (const [nth, [name, text]] of PLANTED.entries())
    writeFileSync(
      join(database, 'migrations', `${String(last + 1 + nth).padStart(4, '0')}-${name}.sql`),
      text,
    )
  rewrite(join(database, 'schema.txt'), (schema) => schema + PIECES)
  rewrite(join(database, 'grants.ts'), (text) =>
    text.replace('const WRITES = {\n', "$&  planted: 'insert',\n"),
  )
}

function rewrite(path: string, change: (text: string) => string): void {
  const [text] = [readFileSync(path, 'utf8')]
  const changed = change(text)
  if (changed === text) throw new Error(`${path} has no place for what is planted`)
  writeFileSync(path, changed)
}

/** Packages are found where they are linked from; our own workspaces are the release's. */
function linkPackages(release: string): void {
  const packages = join(release, 'node_modules')
  mkdirSync(join(packages, '@munim'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@munim') continue
    symlinkSync(join(root, 'node_modules', name), join(packages, name), 'junction')
  }
  for (const part of PARTS) symlinkSync(join(release, part), join(packages, '@munim', part), 'junction')
}
