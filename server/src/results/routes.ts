/** Results over HTTP. */
import { api, say } from '@munim/contract'
import { rupeesOf, warningsOf } from '@munim/core'
import { serveCsv } from '../http/csv.ts'
import { serveLook } from '../http/looks.ts'
import { foresee } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { exposureFile, predictedFile, traceOfPrediction } from './csv.ts'
import { declareResult } from './declare.ts'
import { findDueHalves } from './due.ts'
import { readExposure, readExposureCell } from './exposure.ts'
import { type Fetched, fetchForReview } from './fetch-result.ts'
import { listWaiting } from './open-stakes.ts'
import { listToRecover } from './players-below-zero.ts'
import { foreseeDeclaring, predictResult } from './predict.ts'
import { listPrevious } from './queries.ts'
import { previewRevert, revertResult } from './revert.ts'
import type { Source } from './source.ts'
import { effectOf, traceOfDeclaring, traceOfReverting } from './trace.ts'
import { foreseeVoid, payVoid, previewVoid, type Voided, voidDraw } from './void.ts'

export function resultRoutes(app: App, source: () => Source): void {
  serve(
    app,
    api.results.declare,
    async (db, { marketId, date, confirmEarly = false, basedOn, ...typed }, { actor, trail }) => {
      const what = { marketId, date, typed, isEarlyKnown: confirmEarly, basedOn }
      const declared = await declareResult(db, { ...what, actor, source: 'manual' })
      const data = effectOf({ belowZero: 0, withdrawalsCancelled: 0, ...declared })
      trail.push(traceOfDeclaring(marketId, typed, data))
      return { data, warnings: [...declared.warnings] }
    },
  )

  serve(
    app,
    api.results.revert,
    async (db, { marketId, date, session, basedOn, toldToBank }, { actor, trail }) => {
      const reverted = await revertResult(db, { marketId, date, session, basedOn, toldToBank, actor })
      trail.push(traceOfReverting(reverted, session))
      return { data: effectOf(reverted), warnings: [] }
    },
  )

  serve(app, api.results.previewRevert, async (db, { marketId, date, session }) => {
    const foreseen = await previewRevert(db, { marketId, date, session })
    const { toldToBank, ofDeleted, result, declarationIds } = foreseen
    const told = { toldToBank, ofDeleted: rupeesOf(ofDeleted) }
    const data = { ...effectOf(foreseen), ...told, result, declarations: [...declarationIds] }
    return { data, warnings: [] }
  })

  voidRoutes(app)
  resultsForeseen(app)

  serve(app, api.results.previous, listPrevious)

  serve(app, api.results.predict, async (db, input, { trail }) => {
    trail.push(traceOfPrediction(input))
    return predictResult(db, input)
  })

  serveCsv(app, api.results.predictCsv, predictedFile)

  serve(
    app,
    api.results.fetch,
    async (db, _input, _caller, fetched: Fetched) => ({
      data: {
        result: fetched.result,
        date: fetched.date,
        source: new URL(source().url).host,
        fetchedAt: (await db.now()).toISOString(),
      },
      warnings: [...warningsOf(fetched.result).map(say), ...fetched.warnings],
    }),
    (database, input) => fetchForReview(database, source(), input),
  )

  serve(app, api.results.due, async (db, asked) => ({ data: await findDueHalves(db, await db.now(), asked) }))

  serve(app, api.results.toRecover, listToRecover)

  serve(app, api.results.waiting, async (db) => ({ data: await listWaiting(db) }))

  exposureRoutes(app)
}

/** What each outcome would cost: every look leaves a row in the audit. */
function exposureRoutes(app: App): void {
  serveLook(app, api.results.exposure, async (db, input) => {
    const data = await readExposure(db, input)
    const rows = data.halves.reduce((sum, { cells }) => sum + cells.length, 0)
    return [{ data }, { at: `${input.marketId} ${data.date}`, rows }]
  })

  serveCsv(app, api.results.exposureCsv, exposureFile)

  serveLook(app, api.results.exposureCell, async (db, input) => {
    const data = await readExposureCell(db, input)
    const at = `${input.marketId} ${data.date} ${data.half} ${data.panna}`
    return [{ data }, { at, rows: data.parts.length }]
  })
}

function voidRoutes(app: App): void {
  const ending = new AbortController()
  app.http.addHook('preClose', async () => ending.abort())
  serve(
    app,
    api.results.voidDraw,
    async (db, { marketId, date, reason, basedOn }, { actor, trail }) => {
      const { isUnderWay, ...voided } = await voidDraw(db, { marketId, date, reason, basedOn, actor })
      const data = refundOf(voided)
      trail.push({
        subject: 'draw',
        id: `${marketId} ${date}`,
        ...(!isUnderWay && { before: { running: data.refunded, points: data.amount } }),
        after: isUnderWay ? { refundsAwaited: data } : { voided: data.halves.join(' and '), reason, ...data },
      })
      return { data }
    },
    undefined,
    (database, { marketId, date }) => payVoid(database, { marketId, date }, ending.signal),
  )

  serve(app, api.results.previewVoid, async (db, { marketId, date }) => {
    const foreseen = await previewVoid(db, { marketId, date })
    return { data: { ...refundOf(foreseen), ofDeleted: rupeesOf(foreseen.ofDeleted) } }
  })
}

function resultsForeseen(app: App): void {
  foresee(app, api.results.declare, (db, { input, isAsked }) => foreseeDeclaring(db, input, isAsked))
  foresee(app, api.results.revert, async (db, { input, isAsked }) => {
    const reverted = await previewRevert(db, { date: undefined, session: undefined, ...input }, isAsked)
    const { name } = reverted.market
    const trace = traceOfReverting(reverted, input.session)
    // Without a date it is the current draw's, which is another tomorrow; and another result may be declared by then.
    // What a bank is told of until then is seen by who confirms it.
    const settled = { date: reverted.date, basedOn: reverted.declarationIds, toldToBank: undefined }
    const { toldToBank, ofDeleted } = reverted
    const after = {
      ...trace.after,
      ...(ofDeleted > 0 && { ofDeleted: rupeesOf(ofDeleted) }),
      ...(toldToBank > 0 && { toldToBank }),
    }
    const moving = ['belowZero', 'withdrawalsCancelled']
    return { ...trace, before: {}, after, moving, name, limits: ['reverts'], amount: reverted.paid, settled }
  })
  foresee(app, api.results.voidDraw, (db, { input, isAsked }) => foreseeVoid(db, input, isAsked))
}

function refundOf({ date, halves, refunded, players, amount }: Voided) {
  return { date, halves: [...halves], refunded, players, amount: rupeesOf(amount) }
}
