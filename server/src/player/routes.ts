/** The calls of the player app. What they do, and their SQL, is in the areas. */
import { api, PLAYER_SESSION_DAYS } from '@munim/contract'
import { rupeesOf } from '@munim/core'
import { type Recognised, rememberDevice, visitOf } from '../auth/devices.ts'
import { endSession } from '../auth/own.ts'
import { hashPassword } from '../auth/password.ts'
import {
  accountOf,
  changeOwnSecrets,
  checkOwnMpin,
  checkOwnPassword,
  endOwnSession,
  holdMpin,
  holdPlayer,
  listSessions,
  type OwnHashes,
  recognisePlayer,
} from '../auth/player.ts'
import { listActiveBanners } from '../banners/queries.ts'
import { placeBids } from '../bids/place.ts'
import { bidsOf } from '../bids/queries.ts'
import type { Db } from '../database/db.ts'
import { readPage } from '../database/list.ts'
import { writeFeedback } from '../feedbacks/queries.ts'
import { type Caller, openSession } from '../http/caller.ts'
import type { Visit } from '../http/guard.ts'
import { laneOfPlayer } from '../http/lanes.ts'
import { placeOf } from '../http/network.ts'
import { type App, serve } from '../http/serve.ts'
import { listOpenMarkets } from '../markets/open.ts'
import { listNotifications } from '../notifications/queries.ts'
import { readProtection } from '../protection/queries.ts'
import { pauseOwnPlay, setOwnLimit } from '../protection/set.ts'
import { forgetDevice, rememberDevice as rememberPhone } from '../push/devices.ts'
import { found, Refusal } from '../refusal.ts'
import { readSettings } from '../settings/queries.ts'
import { type Changing, changeUser, NO_HASHES } from '../users/change.ts'
import { checkActive, findPlayer, readPreferences } from '../users/own.ts'
import { transactionsOf } from '../users/queries.ts'
import { hashSecrets, registerPlayer } from '../users/register.ts'
import { keepRegistration, secondsToWait } from '../users/registrations.ts'
import { findReceiver, transferTo } from '../users/transfer.ts'
import { askProvider, keepVerified, type MobileVerifier } from '../users/verify-mobile.ts'
import { askForDeposit, askForWithdrawal } from '../wallet/ask.ts'
import { findOwnRequest, listOwnRequests } from '../wallet/own.ts'

/** `verifier`: who sends codes to mobiles; undefined: no provider does. */
export function playerRoutes(app: App, verifier: MobileVerifier | undefined): void {
  serveSignIn(app)
  serveSecrets(app)
  serveMobile(app, verifier)
  serveAccount(app)
  serveBets(app)
  serveMoney(app)
  serveNews(app)
  serveProtection(app)
}

function serveSignIn(app: App): void {
  serve(
    app,
    api.player.register,
    async (
      db,
      { user_name, mobile, referral, device },
      { address, onCommit },
      { visit, ...secrets }: Awaited<ReturnType<typeof hashSecrets>> & { visit: Visit },
    ) => {
      const known = { device: undefined, visit: { ...visit, account: accountOf(mobile) } }
      let own = ''
      const registration = { user_name, mobile, referral, ...secrets }
      const userId = await registerPlayer(db, registration, async (userId) => {
        await keepRegistration(db, userId, { place: placeOf(address), device })
        own = await rememberDevice(db, known, { userId }, { guard: app.guard, onCommit })
      })
      const token = await openSession(db, { userId, device: own }, PLAYER_SESSION_DAYS)
      return { token, data: await getPlayer(db, userId), device: own }
    },
    (database, { password, mpin, device }, caller) => {
      const origin = visitOf(caller, device)
      const visit = { ...origin, by: 'new' as const, account: `new from ${origin.place.address}` }
      return app.guard.admit(visit, async () => {
        const seconds = await secondsToWait(database, { ...origin, device }, app.guard.limits.registrations)
        if (seconds > 0) throw app.guard.refuse(visit, seconds)
        return { visit, ...(await hashSecrets(password, mpin)) }
      })
    },
  )

  serve(
    app,
    api.player.login,
    async (db, _input, { onCommit }, known: Recognised) => {
      await holdPlayer(db, known)
      const owner = { userId: known.id }
      const device = await rememberDevice(db, known, owner, { guard: app.guard, onCommit })
      const token = await openSession(db, { ...owner, device }, PLAYER_SESSION_DAYS)
      return { token, data: await getPlayer(db, known.id), device }
    },
    (_database, input, caller) => recognisePlayer(app, input, caller),
  )
}

function serveSecrets(app: App): void {
  serve(app, api.player.logout, async (db, _input, { tokenHash }) => {
    await endSession(db, tokenHash)
  })

  const change = async (db: Db, _input: object, caller: Caller, hashes: OwnHashes) => {
    await checkActive(db, caller.id)
    await changeOwnSecrets(db, caller, hashes)
  }

  serve(app, api.player.changePassword, change, async (_database, { password, newPassword }, caller) => {
    if (password === newPassword)
      throw new Refusal(400, 'New password must be different from current password')
    const checked = await checkOwnPassword(app, password, caller)
    return { password: await hashPassword(newPassword), checked }
  })

  serve(app, api.player.changeMpin, change, async (_database, { password, mpin }, caller) => {
    const checked = await checkOwnPassword(app, password, caller)
    return { mpin: await hashPassword(mpin), checked }
  })

  serve(app, api.player.sessions, async (db, _input, caller) => ({ data: await listSessions(db, caller) }))

  serve(app, api.player.endSession, async (db, { id: session }, { id }) => {
    if (!(await endOwnSession(db, id, session))) throw new Refusal(404, 'This session has ended')
  })
}

function serveMobile(app: App, verifier: MobileVerifier | undefined): void {
  serve(
    app,
    api.player.verifyMobile,
    async (db, _input, { id }, checked: string | undefined) => ({
      data: { verified: await keepVerified(db, id, checked) },
    }),
    (database, { code }, { id, address }) => {
      const onFault = (err: unknown) => app.http.log.error({ err }, 'MOBILE_VERIFIER failed')
      const place = placeOf(address)
      const from = place.isOwn ? undefined : { place, limits: app.guard.limits.registrations }
      return askProvider(database, verifier, { id, code, from, onFault })
    },
  )
}

interface NamedMpin {
  readonly mayChangePayee: boolean
  /** What is stored of the mpin that was named, where the settings ask for it. */
  readonly checked: string | undefined
}

function serveAccount(app: App): void {
  serve(app, api.player.me, async (db, _input, { id }) => ({ data: await getPlayer(db, id) }))

  serve(
    app,
    api.player.updateProfile,
    async (db, { mpin, ...details }, { id, actor }, { mayChangePayee, checked }: NamedMpin) => {
      if (checked !== undefined) await holdMpin(db, id, checked)
      await changeOwn(db, { id, changes: details, actor, mayChangePayee })
      return { data: await getPlayer(db, id) }
    },
    async (database, { mpin }, caller) => {
      const { payee_mpin } = await readSettings(database)
      const checked = payee_mpin && mpin !== undefined ? await checkOwnMpin(app, mpin, caller) : undefined
      return { mayChangePayee: !payee_mpin || mpin !== undefined, checked }
    },
  )

  serve(app, api.player.preferences, async (db, flags, { id, actor }) => {
    await changeOwn(db, { id, changes: flags, actor, mayChangePayee: true })
    return { data: await readPreferences(db, id) }
  })

  serve(app, api.player.pushToken, async (db, { token }, caller) => {
    await checkActive(db, caller.id)
    if (token === '') await forgetDevice(db, caller.id)
    else await rememberPhone(db, caller, token)
  })
}

function serveBets(app: App): void {
  serve(app, api.player.markets, async (db) => ({ data: await listOpenMarkets(db) }))

  serve(app, api.player.placeBids, async (db, slip, { id }) => {
    const placed = await placeBids(db, { userId: id, ...slip })
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

  serve(app, api.player.bids, async (db, page, { id }) => readPage(db, bidsOf(id), page))
}

function serveMoney(app: App): void {
  serve(app, api.player.transactions, async (db, page, { id }) => readPage(db, transactionsOf(id), page))

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
    return { data: await findOwnRequest(db, id), wallet: (await getPlayer(db, userId)).wallet }
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
}

function serveNews(app: App): void {
  serve(app, api.player.appSettings, async (db) => {
    const { autoDeposit, auto_deposit, auto_verified, autoDeclareResult, version, ...settings } =
      await readSettings(db)
    // By which size the house looks at a win, and when it closes its books, no player is told.
    const { large_win, close_days, ...shown } = settings
    return { data: shown }
  })

  serve(app, api.player.notifications, async (db, page) => {
    const { notifications, total, totalPages } = (await listNotifications(db, { ...page, search: undefined }))
      .data
    return { data: notifications, total, totalPages }
  })

  serve(app, api.player.banners, async (db) => ({
    data: (await listActiveBanners(db)).map(({ id, imageUrl }) => ({ id, imageUrl })),
  }))

  serve(app, api.player.feedback, async (db, { feedback }, { id }) => {
    await checkActive(db, id)
    await writeFeedback(db, { userId: id, feedback })
  })
}

function serveProtection(app: App): void {
  serve(app, api.player.protection, async (db, _, { id }) => ({ data: await readProtection(db, id) }))

  serve(app, api.player.setLimit, async (db, limit, { id: userId }) => {
    await checkActive(db, userId)
    await setOwnLimit(db, { userId, ...limit })
    return { data: await readProtection(db, userId) }
  })

  serve(app, api.player.pausePlay, async (db, { days }, { id: userId }) => {
    await checkActive(db, userId)
    await pauseOwnPlay(db, { userId, days })
    return { data: await readProtection(db, userId) }
  })
}

/** Refused where the player was deleted meanwhile. */
async function getPlayer(db: Db, id: number) {
  return found(await findPlayer(db, id), 'Player not found')
}

/** Writes what players change of themselves; their secrets are no part of it. */
async function changeOwn(db: Db, own: Omit<Changing, 'hashes'>): Promise<void> {
  await checkActive(db, own.id)
  await changeUser(db, { ...own, hashes: NO_HASHES })
}
