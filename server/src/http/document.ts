/** The API document, OpenAPI 3.1, made from the contract, and its page at /docs. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Access, Endpoint } from '@munim/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const REFUSALS: Record<number, string> = {
  400: 'The body is not valid; `errors` names the fields where several are wrong',
  401: 'No, wrong or expired token',
  403: 'Not allowed',
  404: 'There is no such thing',
  409: 'The state forbids it',
  413: 'Too large',
  429: 'Too many attempts',
  500: 'Our fault; `requestId` finds it in the log',
  502: 'An outside service failed',
}

/** Everything that is served, as one OpenAPI document. */
export function documentOf(served: readonly Endpoint[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Munim',
      version: '0.1.0',
      description:
        'POST with a JSON body; the raw token in Authorization. Money is rupees with at most two decimals, ' +
        'times are HH:mm in India, instants ISO 8601 in UTC. A success is `{"status":"success", …}`, ' +
        'a refusal `{"status":"error","message":…}`.',
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description: "sha256= and the hex of the HMAC-SHA256 of the body's bytes, with DEPOSIT_HOOK_SECRET",
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['status', 'message'],
          properties: {
            status: { const: 'error' },
            message: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
          },
        },
      },
    },
    paths: Object.fromEntries(served.map((endpoint) => [endpoint.path, { post: operationOf(endpoint) }])),
  }
}

const SECURITY: Record<Access, object[]> = {
  admin: [{ token: [] }],
  player: [{ token: [] }],
  provider: [{ signature: [] }],
  anyone: [],
}

function operationOf(endpoint: Endpoint) {
  const statuses = [400, ...(endpoint.access === 'anyone' ? [] : [401]), ...(endpoint.refusals ?? []), 500]
  return {
    tags: [
      endpoint.path
        .split('/')
        .slice(1, endpoint.access === 'admin' ? 3 : 2)
        .join(' '),
    ],
    operationId: endpoint.path.slice(1).replaceAll('/', '_'),
    summary: /^.+?(?=\.( |$))/.exec(endpoint.description)![0],
    description: endpoint.description,
    security: SECURITY[endpoint.access],
    parameters: endpoint.effect === 'write' && endpoint.access !== 'anyone' ? [repeatKey] : [],
    requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    responses: {
      200: {
        description: 'Success',
        content: endpoint.file
          ? { [endpoint.file]: { schema: schemaOfFile(endpoint) } }
          : { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
      },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: REFUSALS[status] ?? 'Refused',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  }
}

const repeatKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  description: 'The same key with the same body gets the stored answer for 24 hours; with another body 409.',
}

/** A file is text; a stream is events, of which one is described. */
function schemaOfFile({ file, answer }: Endpoint) {
  return file === 'text/event-stream' ? schemaOf(answer, 'output') : { type: 'string' }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

/** Serves the document and its page at /docs; to be called when everything else is served. */
export async function serveDocument(http: FastifyInstance, served: readonly Endpoint[]): Promise<void> {
  const document = documentOf(served)
  await http.register(swagger, { mode: 'static', specification: { document: document as never } })
  await http.register(swaggerUi, { routePrefix: '/docs' })
}
