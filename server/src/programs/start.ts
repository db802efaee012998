/** Starts a server: database, migrations, first administrator, demonstration data, HTTP. Stops it whole on SIGTERM. */
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { byMail, byWebhook, type Telling } from '../alerts/tell.ts'
import { watchAlerts } from '../alerts/watch.ts'
import type { Anchors } from '../anchors/folder.ts'
import { ensureKey } from '../anchors/key.ts'
import { stampKeyOf } from '../anchors/stamp.ts'
import type { AnchorState } from '../anchors/state.ts'
import { watchAnchors } from '../anchors/watch.ts'
import { buildApp, builtPanel, sourceOf } from '../app.ts'
import { ensureAdmin, type FirstSignIn } from '../auth/first-admin.ts'
import { watchBooks } from '../books/watch.ts'
import type { Database } from '../database/db.ts'
import { startEmbedded } from '../database/embedded.ts'
import { ONE_ROLE } from '../database/grants.ts'
import { connect } from '../database/postgres.ts'
import { purge } from '../database/purge.ts'
import { watchDays, watchMonths } from '../daybook/watch.ts'
import { fillDemonstration } from '../demo/fill.ts'
import { type Files, openFiles, removeHalfReceived } from '../http/files.ts'
import { removeUnconfirmed } from '../http/held-files.ts'
import { checkPanel } from '../http/panel.ts'
import type { App } from '../http/serve.ts'
import { startLoop } from '../loop.ts'
import { watchPush } from '../push/watch.ts'
import { watchResults } from '../results/watch.ts'
import { eraseLeft } from '../users/erase.ts'
import { checkAddress, checkDatabases, checkDataDir, whyDeaf } from './checks.ts'
import { type Config, readConfig } from './config.ts'
import { dropRoot } from './drop-root.ts'
import { loadVerifier } from './mobile-verifier.ts'
import { prepareDatabase } from './prepare.ts'
import { onShutdown } from './shutdown.ts'

/** Connections that the kernel keeps until they are taken: with Node's 511, a flood's are cut off unanswered. */
const BACKLOG = 4096
/** Below it only root listens. */
const UNPRIVILEGED = 1024
const STOP_WITHIN_MS = 10_000
const PURGE_FIRST_MS = 60_000
const PURGE_EVERY_MS = 3_600_000
const WRITING = 'Writing thirty days of demonstration data…'

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  let stop = async (): Promise<void> => process.exit(0) // Until it serves there is nothing to finish.
  onShutdown(() => void stop())
  await checkDataDir(config.dataDir)
  await checkAddress(config)
  const { mobileVerifierPath } = config
  const mobileVerifier = mobileVerifierPath ? await loadVerifier(mobileVerifierPath) : undefined
  await checkDatabases(config)
  await mkdir(config.dataDir, { recursive: true })
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config)
  const needsRoot = config.port > 0 && config.port < UNPRIVILEGED
  if (!needsRoot) await goOnAsUser(config)
  const url = config.databaseUrl ?? embedded!.url
  const ownerUrl = await prepareDatabase({
    url,
    ownerUrl: embedded?.ownerUrl ?? config.migrationUrl,
    hasQueue: config.fcm !== undefined,
  })
  const { sizes, readUrl, dataDir, bucket, port, host } = config
  const key = await ensureKey(config.dataDir, config.signingKey)
  const stampKey = stampKeyOf(key)
  const database = connect(url, { stampKey, sizes, readUrl })
  const isShared = config.databaseUrl !== undefined
  const signIn = await ensureAdmin(database, config)
  if (config.demoData) await fill(config, ownerUrl, stampKey)
  const sealingKey = key.derive('second factors')
  const anchorState: AnchorState = {}
  const known = { anchors: anchorState, database, isShared, mobileVerifier }
  await removeHalfReceived(dataDir).catch(() => {}) // It takes room only.
  const app = await buildApp({ ...config, ...known, sealingKey })
  const address = await app.http.listen({ port, host, backlog: BACKLOG }).catch(async (error) => {
    await embedded?.stop()
    throw whyDeaf(error, config) // Taken since it was looked at.
  })
  if (needsRoot) await goOnAsUser(config)
  console.log(greeting(address, signIn))
  if (signIn.warning) console.error(signIn.warning)
  if (ownerUrl === url) console.error(ONE_ROLE)
  const missing = config.panelOrigin ? undefined : await checkPanel(builtPanel)
  if (missing) console.error(missing)
  // What runs beside the calls has connections of its own: a proof of the books takes some for as long as it lasts.
  const beside = connect(url, { max: sizes.beside, applicationName: 'munim beside' })
  const signing = { dataDir, key, hasOtherKeys: isShared && !config.signingKey }
  const files = bucket && (await openFiles({ ...config, database, isShared }))
  const { results, loops } = watchAll({ config, app, database: beside, url, signing, files, anchorState })

  /** Finishes what is under way, then closes; gives up on what hangs. */
  stop = async () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await Promise.all([app.http.close(), ...loops.map((loop) => loop?.stop())])
    await results.stop()
    await Promise.all([database.close(), beside.close()])
    await embedded?.stop()
    process.exit(0)
  }
}

async function deleteOld(database: Database, { files }: App, signal: AbortSignal): Promise<void> {
  await removeUnconfirmed(database, files)
  await purge(database, signal)
  await eraseLeft(database)
}

interface Watched {
  readonly config: Config
  readonly app: App
  readonly database: Database
  readonly url: string
  readonly signing: Anchors
  readonly files: Files | undefined
  readonly anchorState: AnchorState
}

/** Begins what a server does by itself; results may be declared until the others have stopped. */
function watchAll({ config, app, database, url, signing, files, anchorState }: Watched) {
  const { log } = app.troubles
  const { sizes, fcm, anchorUrl } = config
  const loops = [
    watchBooks(database, log, signing),
    watchAnchors({
      ...signing,
      database,
      acts: app.database.acts,
      files,
      host: hostname(),
      url: anchorUrl,
      log,
      state: anchorState,
    }),
    startLoop((signal) => deleteOld(database, app, signal), {
      everyMs: PURGE_EVERY_MS,
      firstMs: PURGE_FIRST_MS,
      onFailed: (err) => log.error({ err }, 'What is past its time to keep could not be deleted.'),
    }),
    watchPush({ database, url, connections: sizes.push, fcm, metrics: app.metrics, log }),
    watchDays(database, log),
    watchAlerts(database, tellingOf(config, app, anchorState)),
    watchMonths(database, log),
  ]
  const source = () => sourceOf(app, config)
  return { results: watchResults({ database, source, onDeclared: app.onAutoDeclared, log }), loops }
}

function tellingOf(config: Config, { second, troubles }: App, anchors: AnchorState): Telling {
  const { alertHook, alertMail, panelOrigin, dataDir } = config
  const ways = {
    ...(alertHook && { webhook: byWebhook(alertHook.url, alertHook.secret) }),
    ...(alertMail && { mail: byMail(alertMail, panelOrigin) }),
  }
  return { anchors, unread: new Map(), second, dataDir, log: troubles.log, ways }
}

/** As a user that is not root, where root started this. */
async function goOnAsUser(config: Config): Promise<void> {
  const stays = await dropRoot(config)
  if (stays) console.error(stays)
}

/** As the owner: it locks tables while it writes, and has them analyzed. */
async function fill(config: Config, ownerUrl: string | undefined, stampKey: Buffer): Promise<void> {
  if (ownerUrl === undefined) throw new Error('DEMO_DATA is on, and needs MIGRATION_URL to be written.')
  await using database = connect(ownerUrl, { stampKey, plansAll: true })
  const files = await openFiles({ ...config, database, isShared: config.databaseUrl !== undefined })
  await fillDemonstration(database, { files, onStart: () => console.log(WRITING) })
}

function greeting(address: string, { userName, password }: FirstSignIn): string {
  const secret = password === undefined ? 'with its password' : `with the password ${password}`
  return `Munim is at ${address} — sign in as ${userName} ${secret}`
}
