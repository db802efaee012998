/** A server that root started goes on as another user once nothing needs root any more: HTTP, pictures and APKs are read as that one. */
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { canEnter, type Person, personFor, run } from '../database/binaries.ts'
import { filesIn } from '../database/cluster.ts'
import type { Config } from './config.ts'

/** What the server writes below DATA_DIR beside its database. */
const OWN = ['anchors', 'first-password', 'signing-key', 'uploads', 'waiting']
const program = join(import.meta.dirname, '../../..')

/**
 * From here on as the user RUN_AS, else as the owner of the embedded database or of DATA_DIR, `postgres` or `nobody`. Where that
 * user can't reach the program or DATA_DIR, it stays root and returns a sentence that says so; throws it where RUN_AS is set.
 */
export async function dropRoot({
  dataDir,
  runAs,
}: Pick<Config, 'dataDir' | 'runAs'>): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || runAs === 'root') return undefined
  const files = filesIn(dataDir)
  const person = await personFor(existsSync(files) ? files : dataDir, runAs)
  if (person.uid === undefined) return undefined
  const closed = await firstClosed([program, dataDir], person)
  if (closed) {
    const why = `the user ${await nameOf(person)} can't enter ${closed}`
    if (runAs) throw new Error(`RUN_AS is ${runAs}, and ${why}.`)
    return `The server goes on as root, since ${why}: move it, or start it as a user of its own.`
  }
  await handOver(dataDir, person)
  flushCompileCache()
  process.setgroups!([person.gid])
  process.setgid!(person.gid)
  process.setuid!(person.uid)
  return undefined
}

async function firstClosed(folders: readonly string[], person: Person): Promise<string | undefined> {
  for (const folder of folders) if (!(await canEnter(folder, person))) return folder
  return undefined
}

/** What root wrote there before. DATA_DIR itself stays whose it is where this user can write into it. */
async function handOver(dataDir: string, person: Person): Promise<void> {
  const owner = `${person.uid}:${person.gid}`
  const { code } = await run('/bin/sh', ['-c', 'test -w "$0"', dataDir], person)
  if (code !== 0) await run('chown', [owner, dataDir])
  const own = OWN.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  if (own.length > 0) await run('chown', ['-R', owner, ...own])
}

const nameOf = async ({ uid }: Person) => (await run('id', ['-un', String(uid)])).output.trim()
