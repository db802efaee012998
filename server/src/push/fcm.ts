/**
 * Google's push service, FCM HTTP v1, as it is documented: signed in to as a service account, one request a device.
 * What each of its answers means for the device is decided here and nowhere else.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { request as requestInClear } from 'node:http'
import { request as requestInTls } from 'node:https'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'
import { z } from 'zod'

export interface Fcm {
  /** Where messages go; another only in tests. */
  readonly url: string
  readonly projectId: string
  readonly clientEmail: string
  readonly privateKey: KeyObject
  readonly privateKeyId: string | undefined
  /** Where a signed word is exchanged for an access token; the service account's file names it. */
  readonly tokenUrl: string
  /** How long an answer is waited for, in milliseconds. */
  readonly withinMs: number
}

export interface Message {
  readonly id: number
  readonly title: string
  readonly description: string
  /** Which preference of the player it obeys. */
  readonly kind: 'personal' | 'result'
  /** Whole seconds for which FCM keeps it for a phone that is off. */
  readonly secondsLeft: number
}

/**
 * What came of one request.
 * later: FCM did not take it, so it may be tried again; `isGeneral`: no other device need be tried meanwhile.
 * unknown: it may have been taken, so it must not be.
 */
export type Outcome =
  | { readonly is: 'sent' | 'failed' | 'dead' | 'unknown' }
  | { readonly is: 'later'; readonly isGeneral: boolean; readonly because: string; readonly waitMs: number }

type Later = Extract<Outcome, { is: 'later' }>

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const WITHIN_MS = 5_000
/** What FCM asks for where a 429 names no time. */
const TOO_MANY_MS = 60_000
const REFUSED_MS = 60_000
const FAILED_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** A token is renewed so long before it ends. */
const AHEAD_MS = 120_000

const serviceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
})

/** From the JSON that Google gives for a service account. Throws a sentence that repeats nothing of its content. */
export function readServiceAccount(text: string, url: string): Fcm {
  try {
    const account = serviceAccount.parse(JSON.parse(text))
    const privateKey = createPrivateKey(account.private_key)
    if (privateKey.asymmetricKeyType !== 'rsa') throw new Error('RS256 needs an RSA key')
    return {
      url: url.replace(/\/+$/, ''),
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey,
      privateKeyId: account.private_key_id,
      tokenUrl: account.token_uri,
      withinMs: WITHIN_MS,
    }
  } catch {
    throw new Error(
      'FCM_SERVICE_ACCOUNT must be the JSON of a service account, or the path of a file that holds it',
    )
  }
}

export type Sender = ReturnType<typeof openSender>

export function openSender(fcm: Fcm) {
  let access: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<Later | undefined> | undefined

  /** Makes sure of an access token that FCM takes; where none can be had, why, and when to try again. One request at a time. */
  async function signIn(): Promise<Later | undefined> {
    if (access && Date.now() < access.until) return undefined
    asking ??= askForToken().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function askForToken(): Promise<Later | undefined> {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(fcm.privateKeyId && { kid: fcm.privateKeyId }) })
      .setIssuer(fcm.clientEmail)
      .setAudience(fcm.tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(fcm.privateKey)
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answered = await ask(fcm.tokenUrl, { headers, body: form.toString() }, fcm.withinMs)
    if (!(answered instanceof Answered)) return later(true, "Google's sign-in cannot be reached", FAILED_MS)
    const { status, said } = answered
    const granted = granting.safeParse(said)
    if (status === 200 && granted.success) {
      const { access_token: token, expires_in: seconds } = granted.data
      access = { token, until: Date.now() + Math.max(1_000, seconds * 1000 - AHEAD_MS) }
      return undefined
    }
    const word = refusing.safeParse(said).data?.error
    const isBusy = status === 429 || status >= 500
    return isBusy
      ? later(true, `Google's sign-in answers ${status}`, answered.waitMs ?? FAILED_MS)
      : later(true, `Google refuses the FCM credentials (${word ?? status})`, REFUSED_MS)
  }

  /** One request for one device. Never throws. Twice only where the first was refused for an access token that ended early. */
  async function send(deviceToken: string, message: Message): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const hindrance = await signIn()
      if (hindrance) return hindrance
      const used = access!.token
      const answered = await ask(
        `${fcm.url}/v1/projects/${encodeURIComponent(fcm.projectId)}/messages:send`,
        {
          headers: { authorization: `Bearer ${used}`, 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(deviceToken, message)),
        },
        fcm.withinMs,
      )
      if (!(answered instanceof Answered)) return answered
      const outcome = outcomeOf(answered)
      if (outcome !== 'signed out') return outcome
      if (access?.token === used) access = undefined
      if (attempt === 2) return later(true, 'FCM refuses the access token', REFUSED_MS)
    }
  }

  return { signIn, send }
}

function bodyOf(token: string, { id, title, description, kind, secondsLeft }: Message) {
  const until = Math.floor(Date.now() / 1000) + secondsLeft
  return {
    message: {
      token,
      notification: { title, ...(description && { body: description }) },
      data: { id: String(id), type: kind },
      android: { priority: 'HIGH', ttl: `${secondsLeft}s` },
      apns: { headers: { 'apns-expiration': String(until) } },
      webpush: { headers: { TTL: String(secondsLeft) } },
    },
  }
}

const granting = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number().default(3600),
})
const refusing = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) })

/** The error of Google's services; `errorCode` is FCM's own, `field` the part of the request that is wrong. */
const fault = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
})

class Answered {
  readonly status: number
  /** The body, where it was JSON. */
  readonly said: unknown
  /** Retry-After, where it was sent. */
  readonly waitMs: number | undefined
  constructor(status: number, said: unknown, retryAfter: string | null) {
    this.status = status
    this.said = said
    this.waitMs = readRetryAfter(retryAfter)
  }
}

interface Asked {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The answer, or what its missing means: a request that never left may leave again, one that may have arrived must not.
 * It is written once there is a connection, so before nothing of it has left. `fetch` does not tell when that is.
 */
function ask(url: string, { headers, body }: Asked, withinMs: number): Promise<Answered | Outcome> {
  const isInTls = url.startsWith('https:')
  const open = isInTls ? requestInTls : requestInClear
  const length = Buffer.byteLength(body)
  const options = { method: 'POST', headers: { ...headers, 'content-length': length } }
  return new Promise((resolve) => {
    let isLeaving = false
    let isAnswered = false
    const request = open(url, { ...options, signal: AbortSignal.timeout(withinMs) }, async (response) => {
      isAnswered = true
      const said = await text(response)
        .then(JSON.parse)
        .catch(() => undefined)
      resolve(new Answered(response.statusCode!, said, response.headers['retry-after'] ?? null))
    })
    const leave = () => {
      isLeaving = true
      request.end(body)
    }
    request.on('socket', (socket) => {
      if (request.reusedSocket || !socket.connecting) leave()
      else socket.once(isInTls ? 'secureConnect' : 'connect', leave)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return
      const because = error.name === 'AbortError' ? 'no connection' : (error.code ?? error.name)
      resolve(isLeaving ? { is: 'unknown' } : later(true, `FCM cannot be reached (${because})`, FAILED_MS))
    })
  })
}

function later(isGeneral: boolean, because: string, waitMs: number): Later {
  return { is: 'later', isGeneral, because, waitMs: Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS) }
}

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode, and what its own clients make of it. */
function outcomeOf({ status, said, waitMs }: Answered): Outcome | 'signed out' {
  if (status >= 200 && status < 300) return { is: 'sent' }
  const error = fault.safeParse(said).data?.error
  const code = error?.details.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status ?? ''
  const word = /^[A-Z_]{1,40}$/.test(code) ? ` ${code}` : '' // What FCM sends is not trusted to be a code.
  const general = (ms: number) => later(true, `FCM answers ${status}${word}`, waitMs ?? ms)
  switch (status) {
    case 400:
      return { is: error && isAboutToken(error) ? 'dead' : 'failed' }
    case 401: // Of Apple's or the browser's keys: the project's matter, not this token's, and no other access token helps.
      return code === 'THIRD_PARTY_AUTH_ERROR' ? { is: 'failed' } : 'signed out'
    case 403: // The token is good for another project: ours may be the wrong one, so the token stays.
      return code === 'SENDER_ID_MISMATCH' ? { is: 'failed' } : general(REFUSED_MS)
    case 404: // Only FCM's own word buries a token; a wrong address answers 404 too.
      return code === 'UNREGISTERED' || code === 'NOT_FOUND' ? { is: 'dead' } : general(REFUSED_MS)
    case 429:
      return general(TOO_MANY_MS)
  }
  if (status >= 500) return later(waitMs !== undefined, `FCM answers ${status}`, waitMs ?? FAILED_MS)
  return status < 400 ? general(REFUSED_MS) : { is: 'failed' }
}

function isAboutToken({ message, details }: z.infer<typeof fault>['error']): boolean {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  return fields.includes('message.token') || /registration token/i.test(message)
}

/** Seconds, or a date. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}
