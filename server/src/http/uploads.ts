/** Receiving one file of a multipart call: streamed to a temporary file, bounded, hashed, and gone afterwards. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Upload } from '@munim/contract'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { Measure, type Measured } from './measure.ts'

/** A file as it came, not yet believed: its name and type are only what the sender says. */
export interface ReceivedFile extends Measured {
  /** Where it lies until the call has been answered. */
  readonly path: string
  readonly name: string
}

/** Text fields and the file of this call; a request that is no multipart has neither. */
export async function receiveForm(
  request: FastifyRequest,
  upload: Upload,
  folder: string,
): Promise<{ fields: Record<string, string>; file: ReceivedFile | undefined }> {
  if (!request.isMultipart()) return { fields: {}, file: undefined }
  const fields: Record<string, string> = {}
  let file: ReceivedFile | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: upload.mostBytes, files: 1, fields: 10, fieldSize: 10_000 },
    })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === upload.field) file = await store(part, folder)
      else part.file.resume()
    }
    return { fields, file }
  } catch (error) {
    request.raw.unpipe().resume() // What is left unread is in the way of the next call on its connection.
    await discard(file)
    throw refusalOf(error as { code?: string; statusCode?: number })
  }
}

export async function discard(file: ReceivedFile | undefined): Promise<void> {
  if (file) await rm(file.path, { force: true })
}

async function store(part: MultipartFile, folder: string): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const measure = new Measure()
  try {
    await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
    if (part.file.truncated) throw new Refusal(413, 'The file is too large')
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, name: part.filename ?? '', ...measure.result() }
}

/** The failure as a refusal; where the connection was cut there is no reader left. */
function refusalOf(error: { code?: string; statusCode?: number }): unknown {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(413, 'The file is too large')
  return new Refusal(400, 'The upload did not arrive whole')
}
