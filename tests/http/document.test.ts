/** Every call of the contract: that it is served, guarded, documented, and broken by no body. */
import swagger from '@fastify/swagger'
import { type Access, api } from '@munim/contract'
import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '../../server/src/database/db.ts'
import { openSession } from '../../server/src/http/caller.ts'
import { documentOf } from '../../server/src/http/document.ts'
import { holdToDocument } from '../support/answers.ts'
import { everyCall } from '../support/contract.ts'
import { backOffice, type Options } from '../support/office.ts'
import { PROVIDER_SECRET } from '../support/provider.ts'

const office = await backOffice()
await office.market('KALYAN')

/** Who may call, as this test goes in. */
async function allowed(access: Access): Promise<Options> {
  if (access === 'anyone') return { as: 'nobody' }
  if (access === 'provider') return { as: 'nobody', signedWith: PROVIDER_SECRET }
  return { as: await signedIn(access) }
}

/** A session of its own for each call: signing out, a new password and a deletion end sessions. */
async function signedIn(access: 'admin' | 'player') {
  if (access === 'player') return office.user('Asha', 100)
  const { id } = await office.database.only<{ id: number }>(sql`select id from admins order by id limit 1`)
  return { token: await openSession(office.database, { adminId: id }, 1) }
}

type Operation = {
  operationId: string
  summary: string
  description: string
  security: object[]
  responses: Record<string, object>
  requestBody: object
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}
const { text } = await office.send('/docs/json', undefined, { method: 'GET' })
const document = JSON.parse(text) as Document

test('the API document is OpenAPI 3.1 and holds together', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.info).toMatchObject({ title: 'Munim', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const operation of operations) {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '500']))
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[245]\d\d$/)
      expect(response).toHaveProperty(status === '200' ? 'description' : '$ref')
    }
  }
  for (const [, reference] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = reference!
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
    expect(found, reference).toBeTypeOf('object')
  }
})

test('every call says in a sentence of its own what it does', () => {
  const operations = Object.values(document.paths).map(({ post }) => post!)
  const summaries = operations.map(({ summary }) => summary)
  expect(new Set(summaries).size).toBe(summaries.length)
  for (const { summary, description } of operations) {
    expect(summary).toMatch(/^[A-Z][a-z]+s [^.]{3,}$/)
    expect(description).toMatch(/^[A-Z].*\.$/)
  }
})

test('an answer that the document does not know is noticed, and one that is not as it says', async () => {
  const http = Fastify()
  await http.register(swagger, {
    mode: 'static',
    specification: { document: documentOf([api.auth.whoAmI]) as never },
  })
  const untrue = holdToDocument({ http, served: [api.auth.whoAmI] })
  const data = {
    id: 1,
    userName: 'admin',
    role: 'Owner',
    rights: ['see'],
    mustChangePassword: false,
    mustSetUpFactor: false,
    isDemonstration: false,
    confirms: false,
    newDevices: [],
    language: null,
  }
  const answers = [
    [200, { status: 'success', data }],
    [200, { data }],
    [401, { status: 'error', message: 'Please sign in again' }],
    [418, { status: 'error', message: 'A teapot' }],
  ] as const
  let next = 0
  http.post(api.auth.whoAmI.path, (_request, reply) =>
    reply.code(answers[next]![0]).send(answers[next++]![1]),
  )
  for (const _ of answers) await http.inject({ method: 'POST', url: api.auth.whoAmI.path })
  const path = `POST ${api.auth.whoAmI.path}`
  expect([...untrue]).toEqual([
    `${path} 200 application/json: data must have required property 'status'`,
    `${path} 418 application/json: the document knows no such answer`,
  ])
})

test('the document has a page', async () => {
  const page = await office.send('/docs/', undefined, { method: 'GET' })
  expect(page).toMatchObject({ code: 200, text: expect.stringContaining('swagger') })
})

test('no two calls share a path, and each is served once', () => {
  const paths = everyCall.map(([, { path }]) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(office.app.served.map(({ path }) => path).sort()).toEqual([...paths].sort())
})

test.each(everyCall)('%s is in the document, and lets in only whom it is for', async (_name, endpoint) => {
  const operation = document.paths[endpoint.path]?.post
  const guards = {
    admin: [{ token: [] }],
    player: [{ token: [] }],
    provider: [{ signature: [] }],
    anyone: [],
  }
  expect(operation?.security).toEqual(guards[endpoint.access])
  if (endpoint.access === 'anyone') return
  expect(operation?.responses).toHaveProperty('401')
  const isSigned = endpoint.access === 'provider'
  const message = isSigned ? 'The signature is not that of this body' : 'Please sign in again'
  const stranger = { code: 401, status: 'error', message }
  const other = endpoint.access === 'admin' ? 'player' : 'admin'
  expect(await office.call(endpoint.path, {}, { as: 'nobody' })).toEqual(stranger)
  expect(await office.call(endpoint.path, {}, { as: await signedIn(other) })).toEqual(stranger)
})

/** What people, scripts and broken clients put where something else is due. */
const odd = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    0.001,
    1e21,
    9e18,
    -9e15,
    '',
    ' ',
    '0',
    '1',
    '-',
    'a\0b',
    '\ud800',
    '२',
    '%',
  ],
  ...[
    '2026-02-30',
    '2026-03-11',
    '99:99',
    '12:00',
    'running',
    'close',
    'x'.repeat(5000),
    "'; drop table users; --",
  ],
  ...[[], {}, [1], ['x'], [[]], { a: 1 }, { state: true }, { toString: 1 }, [null]],
)

/** Bodies with the call's own keys and odd values in them. */
function bodiesOf(body: z.ZodType): fc.Arbitrary<unknown> {
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  const fields = Object.fromEntries(Object.keys(properties).map((key) => [key, odd]))
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: odd },
  )
}

/** All that is written, with the acts of the audit and without. */
async function prints() {
  const all = await office.fingerprint({ withAudit: true })
  return { all, butAudit: all.replace(/^audit .*$/m, '') }
}

test.each(everyCall)(
  'no body breaks %s, and one that is refused changes nothing',
  async (_name, endpoint) => {
    /** Who calls, and what is written: the same until a call does something. */
    let known: { caller: Options; before: Awaited<ReturnType<typeof prints>> } | undefined
    /** Sent since then, and not looked at: no schema takes them. */
    let refused: unknown[] = []
    const expectNothingOf = async (bodies: readonly unknown[]) => {
      refused = []
      const which = JSON.stringify(bodies).slice(0, 500)
      if (bodies.length > 0) expect((await prints()).all, which).toBe(known!.before.all)
    }
    // A wrong code, or passkey, is told.
    const isTold = endpoint === api.factors.enter || endpoint === api.factors.enterPasskey
    await fc.assert(
      fc.asyncProperty(bodiesOf(endpoint.body), async (body) => {
        await office.forgive()
        const mayDo = isTold || endpoint.body.safeParse(body).success
        if (mayDo) await expectNothingOf(refused)
        known ??= { caller: await allowed(endpoint.access), before: await prints() }
        const { caller, before } = known
        const said = await office.call(endpoint.path, body, caller) // throws on a fault
        if (said.code !== 200) expect(said.message).toBeTypeOf('string')
        if (!mayDo && said.code !== 200) return void refused.push(body)
        known = undefined
        if (said.code === 200 && endpoint.effect !== 'read') return
        const after = await prints()
        // What was read may have left a row: looking counts too.
        if (said.code === 200 || isTold) expect(after.butAudit).toBe(before.butAudit)
        else expect(after.all).toBe(before.all)
        if (!isTold) known = { caller, before: after }
      }),
      { numRuns: Number(process.env.ODD_BODIES ?? 12) },
    )
    await expectNothingOf(refused)
  },
)

/** More than an integer of the database holds, as those of markets, roles, administrators and views are. */
const BEYOND = 3_000_000_000
/** What calls need beside the number of a row, so that it is looked for. */
const BESIDE: Readonly<Record<string, unknown>> = {
  ...{
    text: 'a text',
    note: 'a note',
    title: 'a title',
    reason: 'a reason',
    name: 'NAME',
    page: 'a'.repeat(16),
  },
  ...{ date: '2026-11-20', open_time: '12:00', close_time: '13:00', half: 'open', panna: '128', limits: [] },
  ...{
    userName: 'New',
    password: 'a long secret',
    amount: 5,
    until: null,
    isActive: false,
    isReadByAdmin: true,
  },
}
const NOT_TAKEN = /^(Market ID|ID) is missing$|^(market|marketId) must be an ID$|^ids.0 must be text$/
const rowFields = everyCall.flatMap(([name, endpoint]) => {
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, { readonly enum?: readonly unknown[] }>>
    required?: readonly string[]
  }
  const fields = Object.keys(properties).filter((field) => /^_?id$|Ids?$|^ids$|^market$/.test(field))
  return endpoint.upload ? [] : fields.map((field) => [name, field, endpoint, properties, required] as const)
})

test.each(rowFields)('%s is not broken by a number in %s that no row can have', async (...asked) => {
  const [name, field, { path, access }, properties, required] = asked
  const due = (name === 'administrators.update' ? ['id', 'isActive'] : required).map((each) => [
    each,
    BESIDE[each] ?? (each === 'rights' ? ['see'] : properties[each]!.enum?.[0]) ?? 1,
  ])
  for (const value of field.endsWith('s') ? [[BEYOND]] : [BEYOND, String(BEYOND)]) {
    const body = { ...Object.fromEntries(due), [field]: value }
    const said = await office.call(path, body, await allowed(access)) // throws on a fault
    // Of markets, and of alerts, devices and sessions, the contract takes none; all else is looked for.
    if (said.code === 400) expect(said.message).toMatch(NOT_TAKEN)
  }
})
