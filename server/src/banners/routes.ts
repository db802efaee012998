/** Banners over HTTP. An image that was replaced or deleted goes once the change has been committed. */
import { api } from '@munim/contract'
import { changeOf } from '../audit/trail.ts'
import { sql } from '../database/db.ts'
import type { Caller } from '../http/caller.ts'
import { removeStored, storeImage } from '../http/images.ts'
import { type App, serve } from '../http/serve.ts'
import type { ReceivedFile } from '../http/uploads.ts'
import { found, Refusal } from '../refusal.ts'
import { changeBanner, findBanner, insertBanner, listBanners } from './queries.ts'

/** As wide as a phone's screen in its own pixels. */
const MOST_PIXELS = 1600
const NOT_FOUND = 'Banner not found'

export function bannerRoutes(app: App): void {
  const store = (file: ReceivedFile, caller: Caller) =>
    storeImage(app.files, file, { folder: 'banners', most: MOST_PIXELS, format: 'webp' }, caller)

  serve(app, api.banners.list, listBanners)

  serve(
    app,
    api.banners.create,
    async (db, { isActive = true }, { trail }, path: string) => {
      const data = await insertBanner(db, { path, isActive })
      trail.push({ thing: 'banner', id: data.id, after: { imageUrl: path, isActive } })
      return { data }
    },
    async (_database, _input, caller, file) => {
      if (!file || file.bytes === 0) throw new Refusal(400, 'Please select an image')
      return store(file, caller)
    },
  )

  serve(
    app,
    api.banners.update,
    async (db, { id, isActive }, { trail, afterwards }, path: string | undefined) => {
      const before = found(await findBanner(db, id), NOT_FOUND)
      const data = await changeBanner(db, { id, path, isActive })
      trail.push({ thing: 'banner', id, ...changeOf(before, { isActive, imageUrl: path }) })
      if (path) afterwards.push(() => removeStored(app.files, before.imageUrl))
      return { data }
    },
    async (database, { id }, caller, file) => {
      found(await findBanner(database, id), NOT_FOUND)
      return file && file.bytes > 0 ? store(file, caller) : undefined
    },
  )

  serve(app, api.banners.remove, async (db, { id }, { trail, afterwards }) => {
    const before = found(await findBanner(db, id), NOT_FOUND)
    await db.run(sql`delete from banners where id = ${id}`)
    trail.push({ thing: 'banner', id, before: { imageUrl: before.imageUrl }, after: { deleted: true } })
    afterwards.push(() => removeStored(app.files, before.imageUrl))
    return {}
  })
}
