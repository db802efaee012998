/** The schemas of the API document: one for each call's body and answer, and one for what has a name in the contract. */
import { deepStrictEqual } from 'node:assert'
import { type Endpoint, FACTOR_NEEDS, type FactorNeed, nothing, type Upload, waits } from '@munim/contract'
import { z } from 'zod'

type Json = z.core.JSONSchema.BaseSchema

/** `/admin/user/getAll` is AdminUserGetAll: paths are what stays from version to version. */
export function nameOf({ path }: Endpoint): string {
  return path.replace(/\/(.)/g, (_, first: string) => first.toUpperCase())
}

/** All schemas by name, and what each call takes (undefined: no body) and answers. */
export function schemasOf(served: readonly Endpoint[]) {
  const bodies = new Named()
  const answers = new Named()
  answers.add(refusal, 'Refusal')
  answers.add(fault, 'Fault')
  answers.add(waits, 'Waits')
  const calls = served.map((endpoint) => {
    const { body, answer, upload, file } = endpoint
    const taken = upload ? withFile(body, upload) : body
    return {
      endpoint,
      body: taken === nothing ? undefined : bodies.add(taken, `${nameOf(endpoint)}Body`),
      answer:
        file === 'text/csv' || file === 'application/pdf'
          ? { type: 'string' }
          : answers.add(answer, `${nameOf(endpoint)}Answer`, file ? answer : withStatus(answer)),
    }
  })
  const [taken, answered] = [bodies.toJson('input'), answers.toJson('output')]
  for (const name of Object.keys(taken).filter((name) => name in answered))
    deepStrictEqual(taken[name], answered[name], `${name} is the same in bodies and in answers`)
  return { calls, schemas: { ...taken, ...answered } }
}

/** What is answered where a call does not succeed (faults.ts). */
const refusal = z.object({
  status: z.literal('error'),
  message: z.string().describe('A sentence for the person who reads it'),
  errors: z
    .record(z.string(), z.string())
    .describe(
      'Field to sentence, where several are wrong; or the message itself, at the field that it is about',
    )
    .optional(),
  needs: z
    .enum(Object.keys(FACTOR_NEEDS) as FactorNeed[])
    .describe("What is missing of the administrator's second factor")
    .optional(),
})
const fault = z.object({
  status: z.literal('error'),
  message: z.string().describe("The call's failure sentence"),
  requestId: z.string().describe('What the server log has it under'),
})

function withFile(fields: z.ZodType, { field, mostBytes, isOptional }: Upload): z.ZodType {
  const file = z.file().max(mostBytes)
  return objectOf(fields).extend({ [field]: isOptional ? file.optional() : file })
}

function withStatus(answer: z.ZodType): z.ZodType {
  return z.object({ status: z.literal('success') }).extend(objectOf(answer).shape)
}

function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema
  throw new Error('What is beside status, or beside a file, is an object')
}

/** Schemas by name: their own in the contract, else that of the first call that has them. */
class Named {
  private readonly names = new Map<z.ZodType, string>()
  private readonly schemas: Record<string, z.ZodType> = {}

  /** The reference to a schema; `sent` is the schema itself, where that has more than the contract's. */
  add(schema: z.ZodType, name: string, sent = schema): { readonly $ref: string } {
    const known = this.names.get(schema) ?? z.globalRegistry.get(schema)?.id ?? name
    this.names.set(schema, known)
    this.schemas[known] ??= sent
    return { $ref: `#/components/schemas/${known}` }
  }

  toJson(io: 'input' | 'output'): Readonly<Record<string, Json>> {
    const { $defs, properties } = z.toJSONSchema(z.object(this.schemas), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => leaveOut(jsonSchema, io),
    })
    const text = JSON.stringify({ ...properties, ...$defs })
    return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'))
  }
}

/** The bounds of a whole number go without saying, and a later version may answer more than this one. */
function leaveOut(schema: Json, io: 'input' | 'output'): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}
