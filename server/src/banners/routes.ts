/** Banners over HTTP. An image that was replaced or deleted goes once the change has been committed. */
import { api, msg } from '@munim/contract'
import { removeStored } from '../http/images.ts'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { found, Refusal } from '../refusal.ts'
import { changeBanner, deleteBanner, findBanner, insertBanner, listBanners } from './queries.ts'
import { storeBanner } from './store.ts'

const NOT_FOUND = msg('Banner not found')

export function bannerRoutes(app: App): void {
  serve(app, api.banners.list, listBanners)

  serve(
    app,
    api.banners.create,
    async (db, { isActive = true }, { trail }, path: string) => {
      const data = await insertBanner(db, { path, isActive })
      trail.push({ subject: 'banner', id: data.id, after: { imageUrl: path, isActive } })
      return { data }
    },
    async (_database, _input, caller, file) => {
      if (!file || file.bytes === 0) throw new Refusal(400, 'Please select an image')
      return storeBanner(app.files, file.path, caller)
    },
  )

  serve(
    app,
    api.banners.update,
    async (db, { id, isActive }, { trail, onCommit }, path: string | undefined) => {
      const before = found(await findBanner(db, id), NOT_FOUND)
      const data = await changeBanner(db, { id, path, isActive })
      trail.push({ subject: 'banner', id, ...changeOf(before, { isActive, imageUrl: path }) })
      if (path) onCommit.push(() => removeStored(app.files, before.imageUrl))
      return { data }
    },
    async (database, { id }, caller, file) => {
      found(await findBanner(database, id), NOT_FOUND)
      return file && file.bytes > 0 ? storeBanner(app.files, file.path, caller) : undefined
    },
  )

  serve(app, api.banners.remove, async (db, { id }, { trail, onCommit }) => {
    const before = found(await findBanner(db, id), NOT_FOUND)
    await deleteBanner(db, id)
    trail.push({ subject: 'banner', id, before: { imageUrl: before.imageUrl }, after: { deleted: true } })
    onCommit.push(() => removeStored(app.files, before.imageUrl))
  })
}
