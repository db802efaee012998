/** Images of people's making: believed only once they are decoded, and stored only as we encode them again. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'
import type { Files } from './files.ts'

const FORMATS = new Set(['png', 'jpeg', 'webp', 'gif', 'avif', 'heif'])
/** 40 megapixels: a phone's camera, and no bomb. */
const MOST_PIXELS = 40_000_000

/** A file's path, or the bytes themselves. */
export type Image = string | Buffer

/**
 * Decodes, turns upright, bounds the size, encodes again and stores; the path below /uploads.
 * Its removal is added to `onRollback` of the call, or of another caller that stores it.
 */
export async function storeImage(
  files: Files,
  image: Image,
  { folder, most, format }: { folder: string; most: number; format: 'png' | 'webp' },
  { onRollback }: Pick<Caller, 'onRollback'>,
): Promise<string> {
  const bytes = await encode(image, most, format)
  const name = `${folder}/${randomUUID()}.${format}`
  await files.put(name, bytes, { contentType: `image/${format}` })
  onRollback.push(() => files.delete(name))
  return `/uploads/${name}`
}

async function encode(given: Image, most: number, format: 'png' | 'webp'): Promise<Buffer> {
  try {
    const image = sharp(given, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format: found } = await image.metadata()
    if (!found || !FORMATS.has(found)) throw new Error(`${found} is not taken`)
    const resized = image
      .rotate()
      .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    return await resized.toFormat(format, { quality: 86 }).toBuffer()
  } catch {
    throw new Refusal(400, 'This file is not an image that can be read')
  }
}

/** Removes a stored file by its path below /uploads; none is no fault. */
export async function removeStored(files: Files, path: string): Promise<void> {
  if (path.startsWith('/uploads/')) await files.delete(path.slice('/uploads/'.length))
}
