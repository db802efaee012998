/** The API document, OpenAPI 3.1, made from the contract, and its page at /docs. Its schemas: document-schemas.ts. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type Access, api, type Endpoint, LIMITS, RIGHTS } from '@munim/contract'
import type { FastifyInstance } from 'fastify'
import munim from '../../../package.json' with { type: 'json' }
import { nameOf, schemasOf } from './document-schemas.ts'
import { asksForFresh } from './fresh.ts'
import { takesKey } from './serve.ts'

export function documentOf(served: readonly Endpoint[]) {
  const { schemas, calls } = schemasOf(served)
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      calls.map((call) => [
        call.endpoint.path,
        { post: operationOf(call, 'post'), ...(call.endpoint.alsoGet && { get: operationOf(call, 'get') }) },
      ]),
    ),
    components: {
      schemas,
      responses: { Waits: waitsAnswer, ...refusalAnswers() },
      parameters: { IdempotencyKey: repeatKey, FactorProof: factorProof },
      securitySchemes: { token, signature },
    },
  }
}

const info = {
  title: 'Munim',
  version: munim.version,
  description:
    'POST with a JSON body; the raw token in Authorization. Money is rupees with at most two decimals, ' +
    'times are HH:mm in India, instants ISO 8601 in UTC. A success is `{"status":"success", …}`, ' +
    'a refusal `{"status":"error","message":…}`. Where a limit of the house holds an act of an administrator, ' +
    'the answer is 202 and `{"status":"waiting", …}`: nothing is done until another one confirms it. Keys of a body that are not described are ignored, and an ' +
    'answer may gain keys in a later version. A filter that is missing, empty or null is off. A path that ' +
    'ends in Csv answers its list as a file, all pages of it; one that ends in Pdf a document. Uploaded files are served below `/uploads/`.',
  contact: { name: 'The operator of this installation' },
  license: { name: 'All rights reserved', identifier: 'LicenseRef-Munim' },
}

type Call = ReturnType<typeof schemasOf>['calls'][number]

function operationOf({ endpoint, body, answer }: Call, method: 'get' | 'post') {
  return {
    tags: [areaOf(endpoint)],
    operationId: method === 'get' ? `get${nameOf(endpoint)}` : uncapitalised(nameOf(endpoint)),
    summary: /^.+?(?=\.( |$))/.exec(endpoint.description)![0],
    description: `${endpoint.description}${asked(endpoint)}`,
    security: SECURITY[endpoint.access],
    parameters: parametersOf(endpoint),
    ...(method === 'post' &&
      body && {
        requestBody: {
          required: !endpoint.body.safeParse({}).success,
          content: { [endpoint.upload ? 'multipart/form-data' : 'application/json']: { schema: body } },
        },
      }),
    responses: {
      200: {
        description: endpoint.file ? FILES[endpoint.file] : 'Success',
        content: { [endpoint.file ?? 'application/json']: { schema: answer } },
        ...(isSaved(endpoint) && { headers: { 'Content-Disposition': fileName } }),
      },
      ...(endpoint.second && { 202: { $ref: '#/components/responses/Waits' } }),
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${REFUSALS[status].name}` },
        ]),
      ),
    },
  }
}

const inJson = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
})

const refusalAnswers = () =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { name, description }]) => [
      name,
      {
        description,
        content: inJson(status === '500' ? 'Fault' : 'Refusal'),
        ...(status === '429' && { headers: { 'Retry-After': retryAfter } }),
      },
    ]),
  )

type Area = keyof typeof api

/** The headings of the page, one an area, each with what its calls are about. */
const AREAS: Readonly<Record<Area, string>> = {
  auth: "The administrator's sign-in.",
  dashboard: 'Figures of the ledger to the paisa, and what waits for the administrator.',
  daybook: 'What the house made on a business day, by market, and how its accounts moved.',
  users: 'Players: finding and changing them, moving money in and out of their wallets.',
  markets: 'Markets: names, times, weekdays and games, and the digits of their current draw.',
  bids: "All players' bids, their figures, and cancelling one.",
  results: 'Declaring a draw, taking it back, voiding it, and what the house risks meanwhile.',
  risk: 'What a number may cost the house in a draw, and how much of that is used.',
  wallet: 'Deposits and withdrawals that players asked for, and what the payment provider confirms.',
  settings: 'Limits, switches, texts, payees and game rates.',
  reports:
    'What happened to money and bids, of all players at once, what administrators did, and what to look at.',
  notifications: 'Notices that every player sees in the app.',
  protection: 'Play with measure: limits and pauses of a player.',
  push: "Push messages to players' phones.",
  feedbacks: 'What players write to the house.',
  find: 'One text, held against all that has a name or a number.',
  banners: "Pictures in the player's app.",
  live: 'What reaches open screens by itself.',
  administrators: 'Who works here, and what each may do.',
  security: 'Above which limits acts of administrators wait for a second person.',
  acts: 'Acts that wait for a second person: confirming, declining and withdrawing them.',
  alerts: 'What needs a person, whatever screen is open.',
  desk: 'The work queue: what waits for an administrator, with what a decision needs.',
  factors: "The administrator's own second factors.",
  views: 'How an administrator looks at lists: filters, order and columns, kept by name.',
  player: "The player's own side: what the player app calls.",
}

/** The rights that a call asks for and the limits by which it may wait, as the end of its description. */
function asked(endpoint: Endpoint): string {
  if (endpoint.access !== 'admin' || endpoint.right === 'own') return ''
  const { right, fieldRights = {} } = endpoint
  const rights = [...new Set([right, Object.values(fieldRights)].flat(2))]
  const waits = endpoint.second?.map((each) => LIMITS[each]).join('; ')
  return ` Rights: ${rights.map((each) => RIGHTS[each]).join('; ')}.${waits ? ` May wait for a second person: ${waits}.` : ''}`
}

function areaOf(endpoint: Endpoint): string {
  const areas = Object.entries(api).filter(([, calls]) => Object.values(calls).includes(endpoint as never))
  return areas[0]![0]
}

const SECURITY: Record<Access, object[]> = {
  admin: [{ token: [] }],
  player: [{ token: [] }],
  provider: [{ signature: [] }],
  anyone: [],
}

const token = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'As a sign-in answered it' }
const signature = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Signature',
  description: "sha256= and the hex of the HMAC-SHA256 of the body's bytes, with DEPOSIT_HOOK_SECRET",
}

const REFUSALS = {
  400: {
    name: 'BadRequest',
    description: 'The body is not valid; `errors` names the fields where several are wrong',
  },
  401: { name: 'Unauthorized', description: 'No, wrong or expired token, password or signature' },
  403: { name: 'Forbidden', description: 'Not allowed' },
  404: { name: 'NotFound', description: 'There is no such thing' },
  409: {
    name: 'Conflict',
    description: 'The state forbids it, or the Idempotency-Key was used with another body',
  },
  413: { name: 'ContentTooLarge', description: 'The body or the file is too large' },
  415: { name: 'UnsupportedMediaType', description: 'The Content-Type is not the one of this call' },
  429: {
    name: 'TooManyRequests',
    description: 'Not now, and nothing was changed: too many attempts, busy, or the database is away',
  },
  500: { name: 'InternalServerError', description: 'Our fault; `requestId` finds it in the log' },
  502: { name: 'BadGateway', description: 'The source of results failed' },
} as const

/** Every call reads a body and may come when there are too many; the rest depends on who may call and what it does. */
function refusalsOf(endpoint: Endpoint): readonly (keyof typeof REFUSALS)[] {
  const { access, refusals = [] } = endpoint
  const statuses = [400, 413, 415, 429, 500, ...refusals] as (keyof typeof REFUSALS)[]
  if (access !== 'anyone') statuses.push(401)
  if (endpoint.path.startsWith('/admin/')) statuses.push(403)
  if (takesKey(endpoint)) statuses.push(409)
  return [...new Set(statuses)].sort()
}

function parametersOf(endpoint: Endpoint): object[] {
  const names = [takesKey(endpoint) && 'IdempotencyKey', asksForFresh(endpoint) && 'FactorProof']
  return names.filter(Boolean).map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const factorProof = {
  name: 'Factor-Proof',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'What entering a second factor answered, at most five minutes ago; of who has one. Else 403.',
}

const repeatKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  description:
    'The same key with the same body gets the stored answer for 24 hours, with Answered-At; with another body 409.',
}

const retryAfter = { description: 'Seconds until it is worth calling again', schema: { type: 'integer' } }
const fileName = { description: 'The name of the file', schema: { type: 'string' } }

const waitsAnswer = {
  description: 'It waits for a second person; nothing is done yet',
  content: inJson('Waits'),
}

const isSaved = ({ file }: Endpoint) => file === 'text/csv' || file === 'application/pdf'

const FILES = {
  'text/csv': 'A file in UTF-8 with a byte order mark; a title line, then a line for each row',
  'application/pdf': 'A file of A4 pages',
  'text/event-stream': 'Server-sent events; this is the data of one of them',
}

function uncapitalised(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1)
}

/** Serves the document, made when it is first asked for, and its page at /docs; to be called when everything else is served. */
export async function serveDocument(http: FastifyInstance, served: readonly Endpoint[]): Promise<void> {
  await http.register(swagger, { openapi: {}, transformObject: () => documentOf(served) as never })
  await http.register(swaggerUi, {
    routePrefix: '/docs',
    // A hundred calls and more: their areas first, and a field to find one.
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'none',
      filter: true,
      deepLinking: true,
      defaultModelsExpandDepth: 0,
    },
    theme: { title: 'Munim: the calls' },
  })
}
