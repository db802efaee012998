/**
 * Where uploaded files live: below DATA_DIR/uploads, shared through the database, or in an S3-compatible store. Served at
 * /uploads under our own names.
 */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { t } from '@munim/contract'
import type { FastifyInstance } from 'fastify'
import { Disk } from 'flydrive'
import { faultOf } from '../database/data-dir.ts'
import type { Database } from '../database/db.ts'
import { refuse } from './faults.ts'
import { isHeld } from './held-files.ts'
import { isCopying, SharedFiles, shareShown } from './shared-files.ts'

export type Files = Disk

/** An S3-compatible store: AWS's, MinIO, Ceph, R2 … */
export interface Bucket extends Record<'region' | 'bucket' | 'accessKeyId' | 'secretAccessKey', string> {
  readonly endpoint: string | undefined
}

export interface Store {
  /** Files lie below it unless there is a bucket. */
  readonly dataDir: string
  readonly bucket?: Bucket | undefined
  readonly database: Database
  /** Whether other servers may use the same database, and then show the same files. */
  readonly isShared?: boolean
}

/** A bucket that says nothing and takes nothing for so long is not waited for; the client has no limit of its own. */
const SILENT_MS = 10_000

/** On disk by default. The S3 driver is loaded only where it is used. */
export async function openFiles({ dataDir, bucket, database, isShared = false }: Store): Promise<Files> {
  if (!bucket) {
    const folder = join(dataDir, 'uploads')
    if (isShared) await shareShown(database, folder)
    return new Disk(new SharedFiles(folder, database, isShared))
  }
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId, secretAccessKey },
      region,
      bucket: bucket.bucket,
      visibility: 'private',
      supportsACL: false,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5_000, socketTimeout: SILENT_MS },
      ...(endpoint && { endpoint }),
    }),
  )
}

/** Where files that are received lie until their call is answered. */
export const waitingIn = (dataDir: string): string => join(dataDir, 'waiting')

/** Removes what was being received or copied as a server of this DATA_DIR was killed: no server goes on with it. */
export async function removeHalfReceived(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'uploads')
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const copies = names.filter(isCopying).map((name) => join(folder, name))
  for (const path of [waitingIn(dataDir), ...copies]) await rm(path, { recursive: true, force: true })
}

/** An empty file takes no room on a disk, which may be full. */
const SOME = Buffer.alloc(8192)

/** Whether files can be written: received ones wait in the folder, also where they go to a bucket. */
export async function checkFolder(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, `.ready-${process.pid}`)
  try {
    await writeFile(file, SOME, { flush: true }).finally(() => rm(file, { force: true }))
    return undefined
  } catch (error) {
    return (faultOf(dataDir, error) as Error).message
  }
}

export async function checkBucket(files: Files): Promise<string | undefined> {
  return files.exists('ready.txt').then(
    () => undefined,
    () => t("The bucket for uploaded files can't be reached."),
  )
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  apk: 'application/vnd.android.package-archive',
}

/** Names are made by us: a folder, and a name that never comes again, so that a file may be kept for ever. */
const NAME = /^[a-z]{1,20}\/[a-z0-9.-]{1,80}\.(png|webp|apk)$/

export function serveFiles(http: FastifyInstance, files: Files, database: Database): void {
  // What was confirmed once stays so.
  const shown = new Set<string>()
  const isShown = async (name: string) => {
    if (!(await files.exists(name)) || (!shown.has(name) && (await isHeld(database, name)))) return false
    shown.add(name)
    return true
  }
  http.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const name = request.params['*']
    const [, ending] = NAME.exec(name) ?? []
    if (!ending || !(await isShown(name))) return refuse(reply, 404, t('There is no such file'))
    const { contentLength } = await files.getMetaData(name)
    const isApp = ending === 'apk'
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin') // The player app shows them.
      .header('content-length', contentLength)
      .header('content-disposition', isApp ? `attachment; filename="${name.split('/')[1]}"` : 'inline')
      .type(TYPES[ending]!)
      .send((await files.getStream(name)) as Readable)
  })
}
