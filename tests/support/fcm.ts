/**
 * A push service on loopback that speaks as Google's does: the sign-in with its signed word, FCM HTTP v1, all of its
 * errors, and its bad days. What a device's token begins with says how it is answered.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { HANG_MS } from './waits.ts'

/** What FCM may say instead of taking a message; `drop` and `take and drop` end the connection without an answer. */
type Answer =
  | 'take'
  | 'drop'
  | 'take and drop'
  | { status: number; code: string; field?: string; retryAfter?: string; says?: string; plain?: true }

const ANSWERS: Readonly<Record<string, Answer>> = {
  unregistered: { status: 404, code: 'UNREGISTERED' },
  malformed: { status: 400, code: 'INVALID_ARGUMENT', field: 'message.token' },
  garbled: {
    status: 400,
    code: 'INVALID_ARGUMENT',
    says: 'The registration token is not a valid FCM registration token',
  },
  unwelcome: { status: 400, code: 'INVALID_ARGUMENT', field: 'message.notification.title' },
  stranger: { status: 403, code: 'SENDER_ID_MISMATCH' },
  apple: { status: 401, code: 'THIRD_PARTY_AUTH_ERROR' },
  drop: 'drop',
  lost: 'take and drop',
}

/** How the whole service is; each lasts until another is set. */
type Mood = 'well' | 'too many' | 'away' | 'broken' | 'denied' | 'wrong address' | 'signed out'

const MOODS: Readonly<Record<Exclude<Mood, 'well'>, Answer>> = {
  'too many': { status: 429, code: 'QUOTA_EXCEEDED', retryAfter: '1' },
  away: { status: 503, code: 'UNAVAILABLE', retryAfter: '1' },
  broken: { status: 500, code: 'INTERNAL' },
  denied: { status: 403, code: 'PERMISSION_DENIED' },
  'wrong address': { status: 404, code: '', plain: true },
  'signed out': { status: 401, code: 'UNAUTHENTICATED' },
}

export type FakeFcm = Awaited<ReturnType<typeof startFcm>>

export async function startFcm() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const granted = new Set<string>()
  const service = {
    mood: 'well' as Mood,
    /** Each answer waits so long. */
    delayMs: 0,
    signIns: 0,
    /** Instead of a token. */
    signInAnswer: undefined as undefined | { status: number; error: string },
    requests: 0,
    atOnce: 0,
    mostAtOnce: 0,
    /** What arrived at each device, by its token: the messages' ids. */
    arrived: new Map<string, string[]>(),
    bodies: [] as Body[],
    /** Every request for a message, in order. */
    times: [] as { at: number; status: number }[],
  }
  /** Devices that begin with `flaky` and have failed once. */
  const flaky = new Set<string>()

  // A connection that rests is kept: on a busy machine its end would meet the next request, whose answer is then unknown.
  const server = createServer({ keepAliveTimeout: HANG_MS }, (request, response) => {
    void (async () => {
      const text = await readText(request)
      if (request.url === '/token') return signIn(text, response)
      await receive(request, text, response)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = {
    type: 'service_account',
    project_id: 'munim-test',
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    client_email: 'push@munim-test.iam.gserviceaccount.com',
    token_uri: `${url}/token`,
  }

  async function signIn(text: string, response: ServerResponse): Promise<void> {
    service.signIns++
    if (service.signInAnswer) {
      const { status, error } = service.signInAnswer
      return send(response, status, { error })
    }
    const form = new URLSearchParams(text)
    const isRight =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      (await jwtVerify(form.get('assertion') ?? '', publicKey, {
        algorithms: ['RS256'],
        issuer: account.client_email,
        audience: account.token_uri,
        maxTokenAge: '1h',
        requiredClaims: ['exp', 'iat', 'scope'],
      }).then(
        ({ payload, protectedHeader }) =>
          payload.scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
          protectedHeader.kid === account.private_key_id,
        () => false,
      ))
    if (!isRight) return send(response, 400, { error: 'invalid_grant' })
    const token = `access-${randomUUID()}`
    granted.add(token)
    send(response, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer' })
  }

  async function receive(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    service.requests++
    service.atOnce++
    service.mostAtOnce = Math.max(service.mostAtOnce, service.atOnce)
    if (service.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, service.delayMs))
    service.atOnce--
    const isHere =
      request.url === `/v1/projects/${account.project_id}/messages:send` && request.method === 'POST'
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const body = JSON.parse(text) as Body
    const { token, data } = body.message
    let answer: Answer = answerTo(token)
    if (!isHere) answer = MOODS['wrong address']
    else if (!granted.has(bearer)) answer = { status: 401, code: 'UNAUTHENTICATED' }
    else if (service.mood !== 'well') answer = MOODS[service.mood]
    service.times.push({ at: Date.now(), status: typeof answer === 'object' ? answer.status : 200 })
    if (answer === 'take' || answer === 'take and drop') {
      service.arrived.set(token, [...(service.arrived.get(token) ?? []), data.id])
      service.bodies.push(body)
    }
    if (answer === 'drop' || answer === 'take and drop') return void response.destroy()
    if (answer === 'take')
      return send(response, 200, { name: `projects/munim-test/messages/${randomUUID()}` })
    if (answer.plain) return void response.writeHead(answer.status).end('<h1>Not here</h1>')
    send(response, answer.status, errorOf(answer), answer.retryAfter)
  }

  function answerTo(token: string): Answer {
    const [kind = ''] = token.split('-')
    if (kind !== 'flaky' || flaky.has(token)) return ANSWERS[kind] ?? 'take'
    flaky.add(token)
    return { status: 500, code: 'INTERNAL' }
  }

  return Object.assign(service, {
    url,
    account,
    /** Access tokens that are good now. */
    granted,
    /** All access tokens end, as they do at Google's when the key is revoked or an hour has passed. */
    signOut: () => granted.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

interface Body {
  readonly message: {
    readonly token: string
    readonly notification: { readonly title: string; readonly body?: string }
    readonly data: { readonly id: string; readonly type: string }
    readonly android: { readonly ttl: string }
  }
}

function errorOf({ status, code, field, says = 'The request was refused.' }: Exclude<Answer, string>) {
  const STATUS: Record<number, string> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    500: 'INTERNAL',
    503: 'UNAVAILABLE',
  }
  const details: object[] = [
    { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code },
  ]
  if (field) {
    const fieldViolations = [{ field, description: 'Invalid value' }]
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations })
  }
  return { error: { code: status, message: says, status: STATUS[status], details } }
}

function send(response: ServerResponse, status: number, body: object, retryAfter?: string): void {
  const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
