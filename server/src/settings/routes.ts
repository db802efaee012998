/** Settings and game rates over HTTP. */
import { api, GUARDS, type Input, t, wrongInAddress } from '@munim/contract'
import { RATE_KEYS } from '@munim/core'
import type { Db } from '../database/db.ts'
import { type Caller, checkFields } from '../http/caller.ts'
import { checkFreshFields } from '../http/fresh.ts'
import { foresee } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { suspectLoweredGuard } from '../ledger/suspect.ts'
import { madeFromOld, Refusal } from '../refusal.ts'
import { isDemonstration, readSettings, type Settings, writeRate, writeSettings } from './queries.ts'
import { checkVersion, pointTo, type StoredApp, storeApp, storeQr } from './uploads.ts'

export function settingRoutes(app: App, isSourceConnected: boolean): void {
  const shown = async (db: Db) => ({
    data: {
      ...(await readSettings(db)),
      provider_connected: app.depositHookSecret !== undefined,
      source_connected: isSourceConnected || (await isDemonstration(db)),
    },
  })

  serve(app, api.settings.get, shown)

  serve(app, api.settings.update, async (db, { version, ...sent }, caller) => {
    const change = checkChange(await readSettings(db, 'lock'), { version, ...sent }, caller)
    checkFreshFields(api.settings.update, Object.keys(change.after), caller)
    if (Object.keys(change.after).length > 0) await writeSettings(db, change.after)
    for (const guard of loweredIn(change))
      await suspectLoweredGuard(db, { ...guard, actor: caller.actor, at: await db.now() })
    caller.trail.push({ subject: 'settings', id: 'global', ...change })
    return shown(db)
  })

  serve(
    app,
    api.settings.updateQr,
    async (db, _input, { trail }, path: string) => {
      const before = { merchant_qr: await pointTo(db, 'merchant_qr', path) }
      const after = { merchant_qr: path }
      trail.push({ subject: 'settings', id: 'global', before, after })
      return { data: after }
    },
    (_database, _input, caller, file) => storeQr(app.files, file, caller),
  )

  serve(
    app,
    api.settings.uploadApp,
    async (db, { app_version }, { trail }, stored: StoredApp) => {
      const change = appChange(await readSettings(db, 'lock'), app_version, stored)
      await pointTo(db, 'app_link', stored.app_link)
      await writeSettings(db, { app_version })
      trail.push({ subject: 'settings', id: 'global', ...change })
      return { data: { app_link: stored.app_link, app_version } }
    },
    async (database, { app_version }, caller, file) => {
      checkVersion((await readSettings(database)).app_version, app_version)
      return storeApp(app.files, file, app_version, caller)
    },
  )

  serve(app, api.settings.updateRates, async (db, input, { trail }) => {
    const change = rateChange(await readSettings(db, 'lock'), input)
    await writeRates(db, change.after)
    trail.push({ subject: 'rates', id: 'global', ...change })
    return shown(db)
  })

  settingsForeseen(app)
}

function settingsForeseen(app: App): void {
  const global = { subject: 'settings', id: 'global', name: '' } as const
  // Where it is asked for, they stay as they are told.
  const told = (db: Db, isAsked: boolean) => readSettings(db, isAsked ? 'lock' : 'read')
  foresee(app, api.settings.update, async (db, { input, by, isAsked }) => {
    const change = checkChange(await told(db, isAsked), input, by)
    const { fieldSeconds = {} } = api.settings.update
    const limits = Object.keys(change.after).flatMap((key) => fieldSeconds[key] ?? [])
    // Where none concerns what is left of an act that waits, who confirms it reads that all the same.
    if (Object.keys(change.after).length === 0) return null
    // What waits is what it changes: of what was sent along another save may have changed the rest, and the version.
    const settled = Object.fromEntries(Object.keys(input).map((key) => [key, change.after[key]]))
    return { ...global, limits: [...new Set(limits)], ...change, settled }
  })
  foresee(app, api.settings.updateQr, async (db, { prepared, isAsked }) => {
    const { merchant_qr } = await told(db, isAsked)
    return { ...global, limits: ['payee'], before: { merchant_qr }, after: { merchant_qr: prepared } }
  })
  foresee(app, api.settings.uploadApp, async (db, { input, prepared, isAsked }) => {
    const change = appChange(await told(db, isAsked), input.app_version, prepared as StoredApp)
    return { ...global, limits: ['payee'], ...change }
  })
  foresee(app, api.settings.updateRates, async (db, { input, isAsked }) => {
    const change = rateChange(await told(db, isAsked), input)
    if (Object.keys(change.after).length === 0) return null
    const settled = { version: undefined, rates: change.after }
    return { ...global, subject: 'rates', limits: ['rates'], ...change, settled }
  })
}

/** What this would change; refused where it may not. */
function checkChange(
  before: Settings,
  { version, ...sent }: Input<typeof api.settings.update>,
  by: Pick<Caller, 'rights'>,
) {
  checkVersionSeen(before, version)
  const change = changeOf(before, sent)
  checkFields(api.settings.update, Object.keys(change.after), by)
  checkAddresses(change.after)
  checkBounds({ ...before, ...change.after } as Settings)
  return change
}

/** Refused where the version is not above the current one. */
function appChange(current: Settings, app_version: string, stored: StoredApp) {
  checkVersion(current.app_version, app_version)
  const before = { app_link: current.app_link, app_version: current.app_version }
  return { before, after: { ...stored, app_version } }
}

/** The guards that hold less than before. A higher sum tells of fewer wins, and 0 of none. */
function loweredIn({ before, after }: ReturnType<typeof checkChange>) {
  const holds = (key: string, value: unknown) =>
    key === 'large_win' ? -(Number(value) || Infinity) : Number(value)
  return GUARDS.filter((key) => key in after && holds(key, after[key]) < holds(key, before[key])).map(
    (guard) => ({ guard, before: before[guard] as number | boolean, now: after[guard] as number | boolean }),
  )
}

function rateChange(before: Settings, { rates, version }: Input<typeof api.settings.updateRates>) {
  checkVersionSeen(before, version)
  return changeOf(before.rates.global, rates as Record<string, number>)
}

function checkVersionSeen({ version: current }: Settings, version: number | undefined): void {
  if (version === undefined || version === current) return
  throw madeFromOld(t('The settings were saved by somebody else meanwhile. Reload and try again.'), 'version')
}

async function writeRates(db: Db, changed: Readonly<Record<string, unknown>>): Promise<void> {
  if (Object.keys(changed).length === 0) return
  await writeSettings(db, {}) // another version
  for (const key of RATE_KEYS) {
    const min = changed[`${key}_1`]
    const multiplier = changed[`${key}_2`]
    if (min !== undefined) await writeRate(db, key, 'min', min as number)
    if (multiplier !== undefined) await writeRate(db, key, 'multiplier', multiplier as number)
  }
}

/** What the players' app opens is https, so that no setting runs as a script there. A stored address may stay http. */
function checkAddresses(changed: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(changed).flatMap(([key, value]) => {
    const sentence = wrongInAddress(key, value)
    return sentence === undefined ? [] : [[key, sentence] as const]
  })
  const [first] = wrong
  if (first)
    throw new Refusal(400, first[1], { errors: wrong.length > 1 ? Object.fromEntries(wrong) : undefined })
}

/** A least above the most would stop all deposits, withdrawals, bets or transfers. */
function checkBounds(settings: Settings): void {
  for (const name of ['deposit', 'withdraw', 'betting', 'transfer'] as const) {
    if (settings[`${name}_min`] > settings[`${name}_max`])
      throw new Refusal(400, '{name}_min must not be above {name}_max', { values: { name } })
  }
}
