/** A banner's picture on its way into the store. */
import type { Caller } from '../http/caller.ts'
import type { Files } from '../http/files.ts'
import { type Image, storeImage } from '../http/images.ts'

/** As wide as a phone's screen in its own pixels. */
const MOST_PIXELS = 1600

/** The path below /uploads; removed again when the call, or another caller that stores it, fails. */
export function storeBanner(files: Files, image: Image, undo: Pick<Caller, 'onRollback'>): Promise<string> {
  return storeImage(files, image, { folder: 'banners', most: MOST_PIXELS, format: 'webp' }, undo)
}
