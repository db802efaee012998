/** The merchant's QR image and the player app: what is taken, where it is kept, what the settings point to. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import yauzl from 'yauzl'
import { type Db, sql } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import type { Files } from '../http/files.ts'
import { storeImage } from '../http/images.ts'
import type { ReceivedFile } from '../http/uploads.ts'
import { Refusal } from '../refusal.ts'

/** Stored again as PNG; the path below /uploads. */
export async function storeQr(files: Files, file: ReceivedFile | undefined, caller: Caller): Promise<string> {
  if (!file || file.bytes === 0) throw new Refusal(400, 'Please select a QR code image')
  return storeImage(files, file.path, { folder: 'qr', most: 1200, format: 'png' }, caller)
}

/** What is known of an uploaded app, for who confirms it and for the audit. */
export interface StoredApp {
  /** Below /uploads. */
  readonly app_link: string
  readonly app_size: number
  readonly app_sha256: string
}

/** Stored as it came once it is a zip with an Android manifest. The previous one is kept. */
export async function storeApp(
  files: Files,
  file: ReceivedFile | undefined,
  version: string,
  caller: Caller,
): Promise<StoredApp> {
  if (!file || file.bytes === 0) throw new Refusal(400, 'Please select an APK file to upload.')
  if (!file.name.toLowerCase().endsWith('.apk')) throw new Refusal(400, 'Only .apk files can be uploaded')
  await checkApk(file)
  const name = `app/munim-${version}-${randomUUID().slice(0, 8)}.apk`
  await files.putStream(name, createReadStream(file.path), { contentLength: file.bytes })
  caller.onRollback.push(() => files.delete(name))
  return { app_link: `/uploads/${name}`, app_size: file.bytes, app_sha256: file.sha256 }
}

const MOST_ENTRIES = 200_000

/** Reads the whole list of entries and unpacks none of them. */
async function checkApk(file: ReceivedFile): Promise<void> {
  const type = await fileTypeFromFile(file.path)
  const isZip = type !== undefined && ['zip', 'apk', 'jar'].includes(type.ext)
  const hasManifest = isZip && (await listsManifest(file.path))
  if (!hasManifest) throw new Refusal(400, 'This file is not an Android app')
}

/** One manifest, and no entry that would be unpacked outside its folder: yauzl refuses such names. */
function listsManifest(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    yauzl.open(path, { lazyEntries: true, autoClose: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return resolve(false)
      let left = MOST_ENTRIES
      let manifests = 0
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName === 'AndroidManifest.xml') manifests++
        if (--left <= 0) {
          zip.close()
          return resolve(false)
        }
        zip.readEntry()
      })
      zip.on('end', () => resolve(manifests === 1)) // Of two, each reader would take another.
      zip.on('error', () => resolve(false))
      zip.readEntry()
    })
  })
}

/** Refuses a version that is not above the current one: the player app compares. `current` '': none yet. */
export function checkVersion(current: string, next: string): void {
  const isAbove = current === '' || compareVersions(next, current) > 0
  if (!isAbove) throw new Refusal(400, 'App version must be greater than {current}', { values: { current } })
}

/** Below zero, zero or above, number by number; a missing number is zero. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number))
  for (let place = 0; place < 4; place++) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The path that was there before. */
export async function pointTo(db: Db, column: 'merchant_qr' | 'app_link', path: string): Promise<string> {
  const { before } = await db.only<{ before: string }>(sql`
    select ${sql.ref(column)} as before from settings for no key update`)
  await db.run(sql`update settings set ${sql.ref(column)} = ${path}, version = version + 1`)
  return before
}
