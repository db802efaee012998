/**
 * Uploaded files of several servers: each is on the disk of the server that took it and in the database, from where another
 * takes a copy when it is first asked for it. Names are given once, so a copy is never stale.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'
import { type Database, sql } from '../database/db.ts'

const PART_BYTES = 2 ** 20
/** What a file is called while it is written: its name, and an id. No file that is shown ends so. */
const COPYING = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isCopying = (name: string): boolean => COPYING.test(name)

export class SharedFiles extends FSDriver {
  readonly #folder: string
  readonly #database: Database
  /** Whether what is stored here goes into the database. */
  readonly #shares: boolean
  readonly #arriving = new Map<string, Promise<boolean>>()

  constructor(folder: string, database: Database, shares: boolean) {
    super({ location: folder, visibility: 'public' })
    this.#folder = folder
    this.#database = database
    this.#shares = shares
  }

  /** Whether it is here, or was in the database and is here now. */
  override async exists(name: string): Promise<boolean> {
    return (await super.exists(name)) || this.#fetch(name)
  }

  override async put(...[name, ...put]: Parameters<FSDriver['put']>): Promise<void> {
    await this.#whole(name, (fresh) => super.put(fresh, ...put))
    await this.#share(name)
  }

  override async putStream(...[name, ...put]: Parameters<FSDriver['putStream']>): Promise<void> {
    await this.#whole(name, (fresh) => super.putStream(fresh, ...put))
    await this.#share(name)
  }

  override async delete(name: string): Promise<void> {
    await this.#database.run(sql`delete from stored_files where name = ${name}`)
    await super.delete(name)
  }

  async #share(name: string): Promise<void> {
    if (!this.#shares) return
    await share(this.#database, this.#folder, name).catch(async (error) => {
      await super.delete(name)
      throw error
    })
  }

  /** Once, however many ask for it. */
  #fetch(name: string): Promise<boolean> {
    const arriving = this.#arriving.get(name) ?? this.#copy(name).finally(() => this.#arriving.delete(name))
    this.#arriving.set(name, arriving)
    return arriving
  }

  async #copy(name: string): Promise<boolean> {
    const first = await this.#partOf(name, 0)
    if (!first) return false
    await this.#whole(name, (fresh) => super.putStream(fresh, Readable.from(this.#partsAfter(name, first))))
    return true
  }

  /** A server that is killed meanwhile, or a backup that is made, leaves no half of a file under its name. */
  async #whole(name: string, write: (fresh: string) => Promise<void>): Promise<void> {
    const fresh = `${name}.${randomUUID()}`
    try {
      await write(fresh)
      await rename(join(this.#folder, fresh), join(this.#folder, name))
    } finally {
      await rm(join(this.#folder, fresh), { force: true })
    }
  }

  async *#partsAfter(name: string, first: Buffer): AsyncGenerator<Buffer> {
    for (let part = 1, bytes: Buffer | undefined = first; bytes; part++) {
      yield bytes
      bytes = await this.#partOf(name, part)
    }
  }

  async #partOf(name: string, part: number): Promise<Buffer | undefined> {
    const row = await this.#database.maybe<{ bytes: Buffer }>(sql`
      select bytes from stored_files where name = ${name} and part = ${part}`)
    return row?.bytes
  }
}

/** Puts a file of this disk into the database, whole or not at all. */
async function share(database: Database, folder: string, name: string): Promise<void> {
  await database.transaction(async (db) => {
    let part = 0
    for await (const bytes of createReadStream(join(folder, name), { highWaterMark: PART_BYTES })) {
      await db.run(sql`
        insert into stored_files (name, part, bytes) values (${name}, ${part++}, ${bytes}) on conflict do nothing`)
    }
  })
}

/** Shares what is shown and lies on this disk only: stored before there were several servers, or restored from a backup. */
export async function shareShown(database: Database, folder: string): Promise<void> {
  const shown = await database.many<{ name: string }>(sql`
    select substr(path, length('/uploads/') + 1) as name from (
      select merchant_qr as path from settings union select app_link from settings union select image_path from banners
    ) shown
    where path like '/uploads/%' and not exists (
      select from stored_files f where f.name = substr(path, length('/uploads/') + 1) and part = 0)`)
  for (const { name } of shown) {
    if (existsSync(join(folder, name))) await share(database, folder, name)
  }
}
