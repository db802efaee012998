/** What the environment says, read once at the start. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { Mail } from '../alerts/tell.ts'
import { readSecret } from '../anchors/key.ts'
import type { Options } from '../app.ts'
import { isRecipient } from '../backup/seal.ts'
import { hostsOf, isPooled } from '../database/address.ts'
import { EMBEDDED_CONNECTIONS } from '../database/cluster.ts'
import { connectionsOf, type Sizes, sizesOf } from '../database/sizes.ts'
import type { Bucket } from '../http/files.ts'
import { BUSY_AFTER_MS } from '../http/load.ts'
import { LOGGED_ADDRESSES, type LoggedAddress } from '../http/log.ts'
import { type Fcm, readServiceAccount } from '../push/fcm.ts'

/** What PostgreSQL keeps for its superusers by default. */
const SUPERUSERS = 3

/** What the server is put together with (app.ts), and what starts it and runs beside it. */
export interface Config extends Required<Pick<Options, OfServer>> {
  readonly port: number
  readonly host: string
  /** The user that a server started by root goes on as; undefined: the database's own. */
  readonly runAs: string | undefined
  /** A PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** The same database as its owner, who migrates it; undefined: the role of DATABASE_URL does, if it is the owner. */
  readonly migrationUrl: string | undefined
  /** A standby of it that lists and reports are read from; undefined: they are read where all is. */
  readonly readUrl: string | undefined
  readonly adminUser: string
  readonly adminPassword: string | undefined
  /** Fill an empty database with demonstration data. */
  readonly demoData: boolean
  /** The 32 bytes that anchors are signed with; undefined: those in DATA_DIR, made at the first start. */
  readonly signingKey: Buffer | undefined
  /** Where each anchor is sent to; undefined: nowhere. */
  readonly anchorUrl: string | undefined
  /** Where alerts are posted to, and what they are signed with; undefined: nowhere. */
  readonly alertHook: { readonly url: string; readonly secret: string } | undefined
  /** Whom alerts are mailed to; undefined: none is mailed. */
  readonly alertMail: Mail | undefined
  /** Public keys of age that backups are encrypted for; none: they are in clear. */
  readonly backupRecipients: readonly string[]
  /** How many days backups are kept once a newer one is made; undefined: none is removed. */
  readonly backupKeepDays: number | undefined
  /** The file of the private key that a backup is opened with. */
  readonly backupIdentity: string | undefined
  /** The module that sends codes to players' mobiles; undefined: mobiles are not verified. */
  readonly mobileVerifierPath: string | undefined
}

type OfServer =
  | ('dataDir' | 'bucket' | 'fcm' | 'sizes' | 'busyAfterMs' | 'docs' | 'metrics' | 'logLevel' | 'logAddress')
  | ('panelOrigin' | 'panelNetworks' | 'trustedProxies')
  | ('resultSourceUrl' | 'resultSourceHosts' | 'depositHookSecret')

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const databaseUrl = readDatabaseUrl('DATABASE_URL', environment.DATABASE_URL)
  return {
    port: readWhole('PORT', environment.PORT ?? '3000', [0, 65_535], 'a number'),
    host: environment.HOST || '127.0.0.1',
    dataDir: resolve(environment.DATA_DIR || './data'),
    runAs: environment.RUN_AS || undefined,
    databaseUrl,
    migrationUrl: readUrlBeside(environment, 'MIGRATION_URL'),
    readUrl: readUrlBeside(environment, 'DATABASE_READ_URL', STANDBY),
    sizes: readSizes(environment, databaseUrl === undefined),
    busyAfterMs: readWhole(
      'BUSY_AFTER_MS',
      environment.BUSY_AFTER_MS || BUSY_AFTER_MS,
      [100, 600_000],
      'milliseconds',
    ),
    adminUser: environment.ADMIN_USER || 'admin',
    adminPassword: environment.ADMIN_PASSWORD || undefined,
    demoData: readSwitch('DEMO_DATA', environment.DEMO_DATA, databaseUrl === undefined),
    panelOrigin: readOrigin(environment.PANEL_ORIGIN),
    trustedProxies: readProxies(environment.TRUSTED_PROXIES),
    resultSourceUrl: readSource(environment.RESULT_SOURCE_URL),
    resultSourceHosts: (environment.RESULT_SOURCE_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    depositHookSecret: environment.DEPOSIT_HOOK_SECRET || undefined,
    signingKey: readSigningKey(environment.SIGNING_KEY),
    anchorUrl: readAddress('ANCHOR_URL', environment.ANCHOR_URL),
    alertHook: readAlertHook(environment),
    alertMail: readAlertMail(environment),
    backupRecipients: readRecipients(environment.BACKUP_RECIPIENT),
    backupKeepDays: readKeepDays(environment.BACKUP_KEEP_DAYS),
    backupIdentity: environment.BACKUP_IDENTITY || undefined,
    bucket: readBucket(environment),
    fcm: readFcm(environment),
    mobileVerifierPath: environment.MOBILE_VERIFIER ? resolve(environment.MOBILE_VERIFIER) : undefined,
    logAddress: readLogAddress(environment.LOG_ADDRESS),
    panelNetworks: readNetworks(environment.PANEL_NETWORKS),
    docs: readSwitch('DOCS', environment.DOCS, databaseUrl === undefined),
    metrics: readSwitch('METRICS', environment.METRICS, databaseUrl === undefined),
    logLevel: readLogLevel(environment.LOG_LEVEL) ?? (databaseUrl === undefined ? 'warn' : 'info'),
  }
}

const wrong = (name: string, text: string | undefined, must: string): Error =>
  new Error(`${name} is ${JSON.stringify(text)}; it must be ${must}`)

function readList(name: string, text: string, isRight: (entry: string) => boolean, must: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  const strange = entries.find((entry) => !isRight(entry))
  if (strange === undefined) return entries
  throw new Error(`${name} has ${JSON.stringify(strange)}; it must be ${must}, with commas`)
}

function readWhole(
  name: string,
  given: string | number,
  [least, most]: readonly [number, number],
  of: string,
): number {
  const [text, number] = [String(given).trim(), Number(given)]
  if (/^[0-9]+$/.test(text) && number >= least && number <= most) return number
  throw wrong(name, text, `${of} from ${least} to ${most}`)
}

/** `target_session_attrs` of an address that is written to, and of one that is only read from; the first is meant without. */
const PRIMARY = ['read-write', 'primary']
const STANDBY = ['standby', 'prefer-standby', 'read-only', 'any']

/** A PostgreSQL, on one host or several. The address is repeated in no message: it contains the password. */
function readDatabaseUrl(name: string, text: string | undefined, targets = PRIMARY): string | undefined {
  if (!text) return undefined
  const [host] = hostsOf(text) ?? []
  if (host !== undefined) {
    const { searchParams: said } = new URL(host)
    checkPooling(name, said)
    checkTls(name, said)
    if (said.get('host')?.includes(','))
      throw new Error(
        `${name} names several hosts behind host=: they are named before the database, one:5432,two:5432`,
      )
    const wanted = said.get('target_session_attrs') ?? targets[0]!
    if (!targets.includes(wanted))
      throw new Error(
        `${name} has target_session_attrs=${wanted}; it must be ${targets[0]}, since Munim ${targets === PRIMARY ? 'writes' : 'only reads'} there`,
      )
    return text
  }
  throw new Error(
    `${name} must be like postgres://user:password@host:5432/database, with signs such as @ / # in the password ` +
      'written as %40 %2F %23',
  )
}

/** What holds for a pooler that pools transactions holds for every other one. */
function checkPooling(name: string, said: URLSearchParams): void {
  const mode = said.get('pool_mode')
  if (mode !== null && mode !== 'transaction')
    throw new Error(
      `${name} has pool_mode=${mode}; it must be transaction, which suits a pooler in any mode, or left out`,
    )
  if (mode !== null && said.has('options'))
    throw new Error(`${name} has options, which a pooler (pool_mode) does not hand on: leave one of them out`)
}

/** `require` and `verify-ca` check as much as `verify-full` does: the driver knows no less. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

function checkTls(name: string, said: URLSearchParams): void {
  const mode = said.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new Error(`${name} has sslmode=${mode}; it must be one of ${SSL_MODES.join(', ')}`)
  for (const setting of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = said.get(setting)
    if (path !== null) readFileOf(`${name} has ${setting}, which`, path)
  }
}

/** What addresses beside DATABASE_URL need that for, and why they go past a pooler. */
const BESIDE = {
  MIGRATION_URL: ['the same database, as the role that the server is', 'a migration holds a lock'],
  DATABASE_READ_URL: [
    'the primary that it is a standby of',
    'behind a pooler each statement may find another standby',
  ],
} as const

function readUrlBeside(environment: NodeJS.ProcessEnv, name: keyof typeof BESIDE, targets = PRIMARY) {
  const [needs, why] = BESIDE[name]
  if (environment[name] && !environment.DATABASE_URL) throw new Error(`${name} needs DATABASE_URL: ${needs}`)
  const url = readDatabaseUrl(name, environment[name], targets)
  if (url && isPooled(url))
    throw new Error(`${name} has pool_mode, but must lead to PostgreSQL itself: ${why}`)
  return url
}

function readSizes(environment: NodeJS.ProcessEnv, isEmbedded: boolean): Sizes {
  const sizes = sizesOf(({ setting, usual, least, most }) =>
    readWhole(setting, environment[setting] || usual, [least, most], 'a number of connections'),
  )
  const [sum, room] = [connectionsOf(sizes), EMBEDDED_CONNECTIONS - SUPERUSERS]
  if (!isEmbedded || sum <= room) return sizes
  throw new Error(`POOL_… come to ${sum} connections, and the embedded database takes ${room} of a server`)
}

function readOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text) return text
  throw wrong('PANEL_ORIGIN', text, 'like https://panel.example.com, with nothing after it')
}

function readProxies(text: string | undefined): string | undefined {
  if (!text) return undefined
  readList('TRUSTED_PROXIES', text, isProxy, 'addresses, ranges like 10.0.0.0/8 or loopback')
  return text
}

function readNetworks(text: string | undefined): readonly string[] | undefined {
  return text ? readList('PANEL_NETWORKS', text, isRange, 'addresses or ranges like 10.0.0.0/8') : undefined
}

const isProxy = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isRange(text)

function isRange(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]*)(?:\/([0-9]{1,3}))?$/.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(bits) >= 1 && Number(bits) <= most
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function readLogLevel(text: string | undefined): string | undefined {
  if (!text || LOG_LEVELS.includes(text)) return text || undefined
  throw wrong('LOG_LEVEL', text, `one of ${LOG_LEVELS.join(', ')}`)
}

function readLogAddress(text: string | undefined): LoggedAddress {
  const named = LOGGED_ADDRESSES.find((each) => each === (text || 'whole'))
  if (named) return named
  throw wrong('LOG_ADDRESS', text, `one of ${LOGGED_ADDRESSES.join(', ')}`)
}

function readSwitch(name: string, text: string | undefined, byDefault: boolean): boolean {
  if (text === undefined || text === '') return byDefault
  if (['on', 'true', '1', 'yes'].includes(text.toLowerCase())) return true
  if (['off', 'false', '0', 'no'].includes(text.toLowerCase())) return false
  throw wrong(name, text, 'on or off')
}

function readSource(text: string | undefined): string | undefined {
  if (!text) return undefined
  const isWhole = ['{marketId}', '{date}'].every((place) => text.includes(place))
  if (isWhole && URL.canParse(text) && /^https?:/.test(text)) return text
  throw wrong('RESULT_SOURCE_URL', text, 'an http address with {marketId} and {date}')
}

/** The key is repeated in no message. */
function readSigningKey(text: string | undefined): Buffer | undefined {
  if (!text) return undefined
  const secret = readSecret(text)
  if (secret) return secret
  throw new Error('SIGNING_KEY must be 32 bytes in hex or base64, such as `openssl rand -hex 32` prints')
}

function readRecipients(text: string | undefined): readonly string[] {
  const isRight = (each: string) => each === '' || isRecipient(each)
  return readList('BACKUP_RECIPIENT', text ?? '', isRight, 'public keys of age (age1…)').filter(Boolean)
}

function readKeepDays(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (/^[1-9][0-9]{0,4}$/.test(text)) return Number(text)
  throw wrong('BACKUP_KEEP_DAYS', text, 'a number of days, 1 or more')
}

function readAlertHook({ ALERT_URL, ALERT_SECRET }: NodeJS.ProcessEnv): Config['alertHook'] {
  const url = readAddress('ALERT_URL', ALERT_URL)
  if (url === undefined) return undefined
  if (!ALERT_SECRET)
    throw new Error('ALERT_URL needs ALERT_SECRET, which what is posted there is signed with')
  return { url, secret: ALERT_SECRET }
}

/** The address of the mail server is repeated in no message: it contains the password. */
function readAlertMail({ ALERT_MAIL, ALERT_FROM, SMTP_URL }: NodeJS.ProcessEnv): Mail | undefined {
  if (!ALERT_MAIL) return undefined
  if (!ALERT_FROM || !SMTP_URL)
    throw new Error('ALERT_MAIL needs SMTP_URL, the mail server, and ALERT_FROM, the address of who sends')
  if (!/^smtps?:\/\/./.test(SMTP_URL) || !URL.canParse(SMTP_URL))
    throw new Error('SMTP_URL must be like smtp://user:password@host:587, or smtps:')
  const isForMail = (address: string) => /^[^\s@,]+@[^\s@,]+$/.test(address)
  const to = readList('ALERT_MAIL', ALERT_MAIL, isForMail, 'addresses for mail')
  if (!isForMail(ALERT_FROM)) throw wrong('ALERT_FROM', ALERT_FROM, 'an address for mail')
  return { url: SMTP_URL, from: ALERT_FROM, to }
}

function readAddress(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^https?:/.test(text) && URL.canParse(text)) return text
  throw wrong(name, text, 'an http address')
}

function readBucket(environment: NodeJS.ProcessEnv): Bucket | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_REGION } = environment
  if (!S3_BUCKET) return undefined
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  return {
    endpoint: readAddress('S3_ENDPOINT', S3_ENDPOINT),
    region: S3_REGION || 'us-east-1',
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** FCM_SERVICE_ACCOUNT is the path of the file that Google gives, or its content. FCM_URL is for tests. */
function readFcm({ FCM_SERVICE_ACCOUNT: account, FCM_URL: url }: NodeJS.ProcessEnv): Fcm | undefined {
  if (!account) return undefined
  const text = account.trimStart().startsWith('{') ? account : readFileOf('FCM_SERVICE_ACCOUNT', account)
  return readServiceAccount(text, url || 'https://fcm.googleapis.com')
}

function readFileOf(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${what} names a file that can't be read (${(error as { code?: string }).code})`)
  }
}
