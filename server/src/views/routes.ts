/** Views of lists over HTTP: each administrator's own. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { deleteView, listViews, readView, renameView, saveView, writeDefault } from './queries.ts'

export function viewRoutes(app: App): void {
  serve(app, api.views.list, async (db, _input, { id }) => ({ data: await listViews(db, id) }))

  serve(app, api.views.save, async (db, asked, { id: adminId }) => {
    const id = await saveView(db, asked, adminId)
    if (asked.isDefault) await writeDefault(db, { list: asked.list, id }, adminId)
    return { data: await readView(db, id, adminId) }
  })

  serve(app, api.views.rename, async (db, { id, name }, { id: adminId }) => {
    await renameView(db, { id, name }, adminId)
    return { data: await readView(db, id, adminId) }
  })

  serve(app, api.views.setDefault, async (db, { list, id }, { id: adminId }) => {
    if (id !== null) await readView(db, id, adminId, list)
    await writeDefault(db, { list, id }, adminId)
  })

  serve(app, api.views.remove, async (db, { id }, { id: adminId }) => {
    await deleteView(db, id, adminId)
  })
}
