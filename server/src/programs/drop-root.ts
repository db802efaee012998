/** A server that root started goes on as another user once nothing needs root any more: HTTP, pictures and APKs are read as that one. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { canEnter, type Person, personFor, run } from '../database/binaries.ts'
import { filesIn } from '../database/cluster.ts'
import type { Config } from './config.ts'

/** What the server writes below DATA_DIR beside its database. */
const OWN = ['anchors', 'first-password', 'handed-on.json', 'signing-key', 'uploads', 'waiting']
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
  const closed = await findClosed(dataDir, person)
  if (closed) {
    const why = `the user ${await nameOf(person)} can't work in ${closed}`
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

/** The folder that keeps this user out. DATA_DIR is handed over where it holds nothing but what Munim writes. */
async function findClosed(dataDir: string, person: Person): Promise<string | undefined> {
  for (const folder of [program, dirname(dataDir)]) if (!(await canEnter(folder, person))) return folder
  if (await canWrite(dataDir, person)) return undefined
  const names = await readdir(dataDir)
  if (!names.every((name) => [...OWN, 'postgres', 'programs'].includes(name))) return dataDir
  await run('chown', [ownerOf(person), dataDir])
  return (await canWrite(dataDir, person)) ? undefined : dataDir
}

const canWrite = async (folder: string, person: Person) =>
  (await run('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder], person)).code === 0

/** What root wrote there before. */
async function handOver(dataDir: string, person: Person): Promise<void> {
  const own = OWN.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  if (own.length > 0) await run('chown', ['-R', ownerOf(person), ...own])
}

const ownerOf = ({ uid, gid }: Person) => `${uid}:${gid}`

const nameOf = async ({ uid }: Person) => (await run('id', ['-un', String(uid)])).output.trim()
