/** The server put together: transport, guards, areas, document, panel. programs/start.ts starts it, tests start it too. */
import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { ANSWERED_AT } from '@munim/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { actRoutes } from './acts/routes.ts'
import { administratorRoutes } from './administrators/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import type { AnchorState } from './anchors/state.ts'
import { authRoutes } from './auth/routes.ts'
import { bannerRoutes } from './banners/routes.ts'
import { bidRoutes } from './bids/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database } from './database/db.ts'
import { checkServes } from './database/ready.ts'
import { type Sizes, USUAL } from './database/sizes.ts'
import { daybookRoutes } from './daybook/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { factorRoutes } from './factors/routes.ts'
import { feedbackRoutes } from './feedbacks/routes.ts'
import { serveAnchorFigures, serveHouseFigures } from './figures/house.ts'
import { serveReplicaFigures } from './figures/replica.ts'
import { findRoutes } from './find/routes.ts'
import { countTroubles } from './http/busy.ts'
import { serveDocument } from './http/document.ts'
import { answerFaults, refuseAddress, refuseUnread } from './http/faults.ts'
import { type Bucket, checkBucket, checkFolder, openFiles, serveFiles, waitingIn } from './http/files.ts'
import { type GuardLimits, openGuard } from './http/guard.ts'
import { serveHealth } from './http/health.ts'
import { openLanes } from './http/lanes.ts'
import { BUSY_AFTER_MS, type Delays, measureDelays, openLoad } from './http/load.ts'
import { type LoggedAddress, logEachRequest } from './http/log.ts'
import { countRefusals, serveMetrics, timeAutoDeclaring } from './http/metrics.ts'
import { checkPanel, servePanel } from './http/panel.ts'
import { limitPanel } from './http/panel-networks.ts'
import { openSecond } from './http/second.ts'
import type { App } from './http/serve.ts'
import { liveRoutes } from './live/routes.ts'
import { marketRoutes } from './markets/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { playerRoutes } from './player/routes.ts'
import { protectionRoutes } from './protection/routes.ts'
import type { Fcm } from './push/fcm.ts'
import { pushRoutes } from './push/routes.ts'
import { Refusal } from './refusal.ts'
import { reportRoutes } from './reports/routes.ts'
import { declareResult } from './results/declare.ts'
import { demoSourceUrl, serveDemoSource } from './results/demo-source.ts'
import { resultRoutes } from './results/routes.ts'
import type { Source } from './results/source.ts'
import { riskRoutes } from './risk/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { userRoutes } from './users/routes.ts'
import type { MobileVerifier } from './users/verify-mobile.ts'
import { viewRoutes } from './views/routes.ts'
import { walletRoutes } from './wallet/routes.ts'

const BODY_BYTES = 256 * 1024
const BODY_WITHIN_MS = 30_000
const CLOSE_EVERY_MS = 50
/** 150 MB at 1.5 Mbit/s. */
const FILE_WITHIN_MS = 900_000
/** PostgreSQL's detail of a refused row is the whole row, hashes included. */
const UNLOGGED = ['req.headers.authorization', 'err.detail', 'err.where']
/** Where `npm run build` puts the panel. */
export const builtPanel = join(import.meta.dirname, '../../panel/dist')

export interface Options {
  readonly database: Database
  /** Those of its pools; undefined: the usual ones. */
  readonly sizes?: Sizes
  /** info: one JSON line a request, which production wants; warn: faults only, for a person at a terminal. */
  readonly logLevel: string
  /** How much of an address the log keeps; undefined: all of it. */
  readonly logAddress?: LoggedAddress
  /** From where administrators' calls are taken; without it, from everywhere. */
  readonly panelNetworks?: readonly string[] | undefined
  /** Whether /docs and /metrics are served. */
  readonly docs?: boolean
  readonly metrics?: boolean
  /** Where the log goes; undefined: to standard output. For tests. */
  readonly log?: { write(line: string): void }
  /** Hold every answer against the contract. For tests. */
  readonly checkAnswers?: boolean
  /** The origin of a panel on another host; undefined: this server has it. */
  readonly panelOrigin?: string | undefined
  /** The folder of the built panel. For tests. */
  readonly panel?: string
  /** Proxies whose word about the caller's address is taken: addresses, ranges or 'loopback', with commas. */
  readonly trustedProxies?: string | undefined
  /** Embedded database, generated secrets, anchors, and uploaded files unless they go to a bucket. */
  readonly dataDir: string
  readonly bucket?: Bucket | undefined
  /** Whether other servers may use the same database, and then show the same files. */
  readonly isShared?: boolean
  /** Google's push service; undefined: messages are kept. */
  readonly fcm?: Fcm | undefined
  /** Who sends codes to players' mobiles; undefined: no provider does. */
  readonly mobileVerifier?: MobileVerifier | undefined
  /** Where results are fetched, with {marketId} and {date}; undefined: the built-in demonstration source. */
  readonly resultSourceUrl?: string | undefined
  /** Hosts that the source may send on to. */
  readonly resultSourceHosts?: readonly string[]
  /** What the payment provider signs its confirmations with; undefined: none is connected. */
  readonly depositHookSecret?: string | undefined
  /** How far the anchors are, which are signed beside; undefined: none are. */
  readonly anchors?: AnchorState
  /** What secrets in the database are sealed with (anchors/key.ts): 32 bytes; undefined: some that end with the process. */
  readonly sealingKey?: Buffer
  /** How much strangers may ask for; undefined: LIMITS (http/guard.ts). */
  readonly limits?: GuardLimits
  /** How long an act may wait before it is refused, in milliseconds; undefined: BUSY_AFTER_MS (http/load.ts). */
  readonly busyAfterMs?: number
  /** How long calls wait; undefined: as it is measured. For tests. */
  readonly delays?: () => Delays
  /** How long the body of a call may take to arrive. For tests. */
  readonly bodyWithinMs?: number
}

export async function buildApp(options: Options): Promise<App> {
  const { database, logLevel, checkAnswers = false, panelOrigin, trustedProxies, dataDir } = options
  const { panel = builtPanel, busyAfterMs = BUSY_AFTER_MS } = options
  const http = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: FILE_WITHIN_MS,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    trustProxy: trustedProxies ?? false,
    logger: { level: logLevel, redact: UNLOGGED, ...(options.log && { stream: options.log }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseUnread,
  }) as unknown as FastifyInstance
  const files = await openFiles(options)
  const metrics = serveMetrics(http, options.metrics ?? true)
  serveHouseFigures(metrics, database, options.fcm !== undefined)
  serveAnchorFigures(metrics, options.anchors ?? {})
  serveReplicaFigures(metrics, database.replica, http.log)
  const guard = openGuard(options.limits)
  const app: App = {
    http,
    database,
    lanes: openLanes((options.sizes ?? USUAL).writing, busyAfterMs),
    load: openLoad(metrics, options.delays ?? measureDelays(http, database), busyAfterMs),
    guard,
    troubles: countTroubles(metrics, http.log),
    second: openSecond(),
    served: [],
    checkAnswers,
    files,
    waitingFolder: waitingIn(dataDir),
    metrics,
    onAutoDeclared: timeAutoDeclaring(metrics),
    sealingKey: options.sealingKey ?? randomBytes(32),
    panelOrigin,
    depositHookSecret: options.depositHookSecret,
  }

  http.decorateRequest('caller')
  leaveUnusedSockets(http)
  endSlowBodies(http, options.bodyWithinMs ?? BODY_WITHIN_MS)
  readBodies(http)
  answerFaults(http, { troubles: app.troubles, late: guard.late, onRefusal: countRefusals(metrics) })
  logEachRequest(http, { address: options.logAddress ?? 'whole', trustsProxies: !!trustedProxies })
  if (options.panelNetworks) limitPanel(http, options.panelNetworks)
  await guardAnswers(http)
  if (panelOrigin) {
    const shown = { exposedHeaders: ['content-disposition', 'retry-after', ANSWERED_AT] }
    await http.register(cors, { origin: panelOrigin, methods: ['GET', 'POST'], ...shown })
  }
  await http.register(multipart)
  await http.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })

  serveAreas(app, options)
  if (!options.resultSourceUrl) serveDemoSource(app)
  serveFiles(http, files, database)
  serveHealth(http, {
    'The database': () => checkServes(database.quick),
    'The folder of DATA_DIR': () => checkFolder(dataDir),
    ...(options.bucket && { 'The bucket for uploaded files': () => checkBucket(files) }),
    ...(!panelOrigin && { 'The panel': () => checkPanel(panel) }),
  })
  if (options.docs ?? true) await serveDocument(http, app.served)
  await servePanel(http, panel)
  return app
}

function serveAreas(app: App, options: Options): void {
  authRoutes(app)
  administratorRoutes(app)
  securityRoutes(app)
  actRoutes(app)
  alertRoutes(app, { dataDir: options.dataDir, anchors: options.anchors ?? {} })
  factorRoutes(app)
  deskRoutes(app)
  dashboardRoutes(app)
  daybookRoutes(app)
  userRoutes(app)
  viewRoutes(app)
  marketRoutes(app, declareResult)
  bidRoutes(app)
  riskRoutes(app)
  resultRoutes(app, () => sourceOf(app, options))
  walletRoutes(app)
  reportRoutes(app)
  settingRoutes(app, !!options.resultSourceUrl)
  notificationRoutes(app)
  pushRoutes(app, options.fcm !== undefined)
  feedbackRoutes(app)
  protectionRoutes(app)
  findRoutes(app)
  bannerRoutes(app)
  liveRoutes(app)
  playerRoutes(app, options.mobileVerifier)
}

/** Where results are fetched; the built-in source is this server itself, so it is known once it listens. */
export function sourceOf(
  { http }: App,
  { resultSourceUrl, resultSourceHosts = [] }: Pick<Options, 'resultSourceUrl' | 'resultSourceHosts'>,
): Source {
  const listens = http.server.address() as AddressInfo
  const address = ['0.0.0.0', '::'].includes(listens.address) ? '127.0.0.1' : listens.address
  const host = address.includes(':') ? `[${address}]` : address
  return {
    url: resultSourceUrl ?? demoSourceUrl(`http://${host}:${listens.port}`),
    hosts: resultSourceHosts,
    isDemonstration: !resultSourceUrl,
  }
}

/** No inline script anywhere; inline styles are how Mantine sets its variables. */
const contentPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
}

/** Helmet's headers, which are the same on every answer: they are made for the first one. */
async function guardAnswers(http: FastifyInstance): Promise<void> {
  const contentSecurityPolicy = { directives: contentPolicy }
  await http.register(helmet, { global: false, contentSecurityPolicy, hsts: false })
  let headers: Map<string, string> | undefined
  http.addHook('onRequest', (_request, reply, done) => {
    // Node's types lack how names are written.
    const raw = reply.raw as typeof reply.raw & { getRawHeaderNames(): string[] }
    if (headers) raw.setHeaders(headers)
    else {
      void reply.helmet()
      headers = new Map(raw.getRawHeaderNames().map((name) => [name, String(raw.getHeader(name))]))
    }
    done()
  })
}

/**
 * Shutting down waits for calls under way and for nothing else: not for connections without a request, which Node counts
 * as busy, and not for idle ones that are kept for another call, now or once the call under way is answered.
 */
function leaveUnusedSockets(http: FastifyInstance): void {
  const unused = new Set<Socket>()
  let isEnding = false
  http.server.on('connection', (socket: Socket) => {
    if (isEnding) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  http.server.on('request', ({ socket }) => unused.delete(socket))
  http.addHook('onSend', async (_request, reply) => {
    if (isEnding) reply.header('connection', 'close')
  })
  http.addHook('preClose', async () => {
    isEnding = true
    for (const socket of unused) socket.destroy()
    // An answer that had begun before, such as a file, has promised to keep its connection.
    const closing = setInterval(() => http.server.closeIdleConnections(), CLOSE_EVERY_MS)
    http.server.once('close', () => clearInterval(closing))
  })
}

/**
 * Destroys a request whose body is late, counted from when its reading begins: waiting for the token's check does not
 * count. A file from a caller that may send it has as long as `FILE_WITHIN_MS`.
 */
function endSlowBodies(http: FastifyInstance, withinMs: number): void {
  http.addHook('preParsing', async (request) => {
    const { raw } = request
    if (raw.complete) return
    const timer = setTimeout(() => {
      const isFile = request.caller && request.routeOptions.config.takesFile
      if (!isFile && !raw.complete) raw.destroy()
    }, withinMs).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/**
 * A call without a body is a call with an empty one; an empty body where fields are due is refused by the contract. What is
 * no UTF-8 would be stored with signs in its place that nothing tells apart.
 */
function readBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (bytes.length === 0) done(null, {})
    else if (!isUtf8(bytes)) done(new Refusal(400, 'The text of the request is not UTF-8'))
    else void parse(request, bytes.toString(), done)
  })
}
