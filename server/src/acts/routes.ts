/** Acts that wait for a second person over HTTP. */
import { type Answer, api, type Endpoint } from '@munim/contract'
import type { Files } from '../http/files.ts'
import { type Look, serveLook } from '../http/looks.ts'
import { type App, serve } from '../http/serve.ts'
import { confirmAct, declineAct, finishAct, prepareAct, withdrawAct } from './decide.ts'
import { listActs, readAlone, readWaiting } from './queries.ts'

type Act = Answer<typeof api.acts.list>['data'][number]

export function actRoutes(app: App): void {
  const { second } = app
  serveLook(app, api.acts.list, async (db, filter, caller) => {
    const page = await listActs(db, second, filter, caller)
    const data = await Promise.all(page.data.map((act) => withPicture(app.files, act)))
    return [{ ...page, data }, ...looksOf(page.data).map((look) => ({ ...look, asked: filter }))]
  })
  serve(app, api.acts.waiting, (db, _filter, caller) => readWaiting(db, second, caller))

  serve(app, api.acts.alone, async (db, _filter, { id }) => ({ data: await readAlone(db, id) }))

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

/** With the QR code that waits. */
async function withPicture(files: Files, act: Act): Promise<Act> {
  const path = act.effect?.after.merchant_qr
  const name = typeof path === 'string' ? path.replace('/uploads/', '') : undefined
  if (name === undefined || !(await files.exists(name))) return act
  const bytes = Buffer.from(await files.getBytes(name))
  return { ...act, picture: `data:image/png;base64,${bytes.toString('base64')}` }
}

/** What the effects show: the bank details of withdrawals, and what is staked on a draw before its result. */
function looksOf(acts: readonly Act[]): readonly Look[] {
  const seen = (call: Endpoint) => acts.filter((act) => act.call === call.path && act.effect !== null)
  const draws = new Set(seen(api.results.declare).map((act) => act.thing_id))
  return [
    { at: 'payees', rows: seen(api.wallet.decideWithdrawal).length },
    ...[...draws].map((at) => ({ at, rows: 1 })),
  ]
}
