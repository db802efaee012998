/** Holds every answer of a server against its own API document, whoever asked and however. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../server/src/http/serve.ts'

type Content = Record<string, { readonly schema: object } | undefined>
interface Response {
  readonly $ref?: string
  readonly content?: Content
}
interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Response> }> | undefined>
  readonly components: { readonly responses: Record<string, Response> }
}

interface Known {
  readonly document: Document
  readonly wrongIn: ReturnType<typeof validators>
}

/** By the calls that are served: made and compiled once for all files of a worker. */
const known = new Map<string, Known>()

/** What was not as the document says, once each; filled as the server answers. To be called before it listens. */
export function holdToDocument({ http, served }: Pick<App, 'http' | 'served'>): ReadonlySet<string> {
  const untrue = new Set<string>()
  http.addHook('onSend', async (request, reply, payload) => {
    const { document, wrongIn } = knownOf(http, served.map(({ path }) => path).join())
    const path = request.routeOptions.url ?? ''
    const operation = document.paths[path]?.[request.method.toLowerCase()]
    if (!operation) return
    const type = String(reply.getHeader('content-type')).split(';')[0]!
    const wrong = wrongIn(operation.responses[reply.statusCode], type, payload)
    if (wrong) untrue.add(`${request.method} ${path} ${reply.statusCode} ${type}: ${wrong}`)
  })
  return untrue
}

function knownOf(http: FastifyInstance, calls: string): Known {
  let it = known.get(calls)
  if (it === undefined) {
    const document = http.swagger() as unknown as Document
    it = { document, wrongIn: validators(document) }
    known.set(calls, it)
  }
  return it
}

/** Schemas are compiled as they are met: few of a test file's calls are all of them. */
function validators(document: Document) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known = compiled.get(schema) ?? ajv.compile(absolute(schema))
    compiled.set(schema, known)
    return known
  }
  return (documented: Response | undefined, type: string, payload: unknown): string | undefined => {
    const { content } = resolved(document, documented) ?? {}
    const schema = content?.[type]?.schema
    if (!schema) return 'the document knows no such answer'
    if (type !== 'application/json') return undefined
    const validate = validatorOf(schema)
    return validate(JSON.parse(String(payload))) ? undefined : ajv.errorsText(validate.errors)
  }
}

function resolved({ components }: Document, response: Response | undefined): Response | undefined {
  return response?.$ref ? components.responses[response.$ref.split('/').at(-1)!] : response
}

/** A reference within the document, as one from outside. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
}
