/** The player's side over HTTP. */
import { type Answer, api } from '@munim/contract'
import { fieldsFor, isFlag, rupeesOf } from '@munim/core'
import { listActiveBanners } from '../banners/queries.ts'
import { placeBids } from '../bids/place.ts'
import { listBidsOf } from '../bids/queries.ts'
import { sql } from '../database/db.ts'
import { writeFeedback } from '../feedbacks/queries.ts'
import { openSession } from '../http/caller.ts'
import { laneOfPlayer } from '../http/lanes.ts'
import { type App, serve } from '../http/serve.ts'
import { listNotifications } from '../notifications/queries.ts'
import { forgetDevice, rememberDevice as rememberPhone } from '../push/devices.ts'
import { found } from '../refusal.ts'
import { readSettings } from '../settings/queries.ts'
import { changeUser } from '../users/change.ts'
import { listTransactionsOf, storedFields } from '../users/queries.ts'
import { hashSecrets, recognisePlayer, registerPlayer, rememberDevice } from './account.ts'
import { askForDeposit, askForWithdrawal, findReceiver, transferTo } from './money.ts'
import { checkActive, findOwnRequest, findPlayer, listOpenMarkets, listOwnRequests } from './queries.ts'

const SESSION_DAYS = 30

export function playerRoutes(app: App): void {
  serve(
    app,
    api.player.register,
    async (
      db,
      { user_name, mobile, referral },
      _caller,
      secrets: Awaited<ReturnType<typeof hashSecrets>>,
    ) => {
      const userId = await registerPlayer(db, { user_name, mobile, referral, ...secrets })
      const token = await openSession(db, { userId }, SESSION_DAYS)
      return { token, data: (await findPlayer(db, userId))! }
    },
    (_database, { password, mpin }) => hashSecrets(password, mpin),
  )

  serve(
    app,
    api.player.login,
    async (
      db,
      { device },
      _caller,
      { userId, knowsDevice }: Awaited<ReturnType<typeof recognisePlayer>>,
    ) => ({
      token: await openSession(db, { userId }, SESSION_DAYS),
      data: found(await findPlayer(db, userId), 'Player not found'),
      device: knowsDevice ? device! : await rememberDevice(db, userId),
    }),
    (database, input, { address }) => recognisePlayer(database, input, address),
  )

  serve(app, api.player.me, async (db, _input, { id }) => ({
    data: found(await findPlayer(db, id), 'Player not found'),
  }))

  serve(app, api.player.markets, async (db) => ({ data: await listOpenMarkets(db) }))

  serve(app, api.player.placeBids, async (db, { bids }, { id }) => {
    const placed = await placeBids(db, { userId: id, bids })
    return {
      data: placed.bids.map(({ id, marketId, market_date, pick: { game, ...pick }, points }) => ({
        id,
        marketId,
        market_date,
        ...pick,
        game_mode: game,
        points: rupeesOf(points),
      })),
      wallet: rupeesOf(placed.balance),
    }
  })

  serve(app, api.player.bids, async (db, page, { id }) => listBidsOf(db, id, page))

  serve(app, api.player.transactions, async (db, page, { id }) => listTransactionsOf(db, id, page))

  serve(app, api.player.updateProfile, async (db, details, { id, actor }) => {
    await checkActive(db, id)
    await changeUser(db, {
      id,
      changes: details,
      hashes: { password: undefined, mpin: undefined },
      actor,
    })
    return { data: (await findPlayer(db, id))! }
  })

  serve(app, api.player.requests, async (db, page, { id }) => listOwnRequests(db, id, page))

  serve(
    app,
    api.player.requestDeposit,
    async (db, { amount, transfer_type, ref_id = '' }, { id: userId }) => {
      const asking = { userId, amount, transferType: transfer_type, refId: ref_id }
      return { data: await findOwnRequest(db, await askForDeposit(db, asking)) }
    },
  )

  serve(app, api.player.requestWithdrawal, async (db, { amount, transfer_type }, { id: userId }) => {
    const id = await askForWithdrawal(db, { userId, amount, transferType: transfer_type })
    return { data: await findOwnRequest(db, id), wallet: (await findPlayer(db, userId))!.wallet }
  })

  serve(
    app,
    api.player.transfer,
    async (db, { mobile, amount }, { id: userId }) => ({
      wallet: rupeesOf(await transferTo(db, mobile, { userId, amount })),
    }),
    async (db, { mobile }, { id, lanes }) => {
      const receiver = await findReceiver(db, mobile)
      if (receiver && receiver.id !== id) lanes.push(laneOfPlayer(receiver.id))
    },
  )

  serve(app, api.player.appSettings, async (db) => {
    const { autoDeposit, auto_deposit, auto_verified, autoDeclareResult, version, ...shown } =
      await readSettings(db)
    return { data: shown }
  })

  serve(app, api.player.feedback, async (db, { feedback }, { id }) => {
    await checkActive(db, id)
    await writeFeedback(db, { userId: id, feedback })
    return {}
  })

  serve(app, api.player.notifications, async (db, page) => {
    const { notifications, total, totalPages } = (await listNotifications(db, { ...page, search: undefined }))
      .data
    return { data: notifications, total, totalPages }
  })

  serve(app, api.player.banners, async (db) => ({
    data: (await listActiveBanners(db)).map(({ id, imageUrl }) => ({ id, imageUrl })),
  }))

  serve(app, api.player.preferences, async (db, flags, { id, actor }) => {
    await checkActive(db, id)
    await changeUser(db, {
      id,
      changes: flags,
      hashes: { password: undefined, mpin: undefined },
      actor,
    })
    return {
      data: await db.only<Answer<typeof api.player.preferences>['data']>(
        sql`select ${storedFields(fieldsFor('by player').filter(isFlag))} from users u where id = ${id}`,
      ),
    }
  })

  serve(app, api.player.pushToken, async (db, { token }, { id }) => {
    await checkActive(db, id)
    if (token === '') await forgetDevice(db, id)
    else await rememberPhone(db, id, token)
    return {}
  })
}
