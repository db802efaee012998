/** Acts that wait for a second person over HTTP. */
import { api } from '@munim/contract'
import { type App, serve } from '../http/serve.ts'
import { confirmAct, declineAct, finishAct, prepareAct, withdrawAct } from './decide.ts'
import { listActs } from './queries.ts'

export function actRoutes(app: App): void {
  const { second } = app
  serve(app, api.acts.list, (db, filter, caller) => listActs(db, second, filter, caller))

  serve(
    app,
    api.acts.confirm,
    async (db, deciding, caller, prepared: unknown) => ({
      data: await confirmAct(db, second, deciding, caller, prepared),
    }),
    (database, { id }, caller) => prepareAct(database, second, id, caller),
    (database, { id }) => finishAct(database, second, id),
  )

  serve(app, api.acts.decline, async (db, deciding, caller) => ({
    data: await declineAct(db, second, deciding, caller),
  }))

  serve(app, api.acts.withdraw, async (db, { id }, caller) => ({
    data: await withdrawAct(db, second, id, caller),
  }))
}
