/** Bodies signed with a shared secret: the payment provider's calls, which have no token, and what the owner is told. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { Refusal } from '../refusal.ts'

const MOST_BYTES = 16 * 1024
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

const macOf = (body: string | Buffer, secret: string) => createHmac('sha256', secret).update(body)

/** The header `X-Signature` of this body: `sha256=…`. */
export const signatureOf = (body: string, secret: string): string =>
  `sha256=${macOf(body, secret).digest('hex')}`

/**
 * The body's own bytes, once `X-Signature: sha256=…` is their HMAC-SHA256 with this secret; refused (401) where it is
 * not, and (404) where no secret is known. Read before they are parsed, since another text may mean the same JSON.
 */
export async function checkSignature(
  { headers }: FastifyRequest,
  payload: RequestPayload,
  secret: string | undefined,
): Promise<RequestPayload> {
  if (secret === undefined) throw new Refusal(404, 'No payment provider is connected')
  const bytes = await readWhole(payload).catch((error) => {
    throw error instanceof Refusal ? error : new Refusal(400, 'The request could not be read') // Cut: no fault of ours.
  })
  const [, hex = ''] = SIGNATURE.exec(String(headers['x-signature'])) ?? []
  const due = macOf(bytes, secret).digest()
  const given = Buffer.from(hex, 'hex')
  if (given.length !== due.length || !timingSafeEqual(given, due)) {
    throw new Refusal(401, 'The signature is not that of this body')
  }
  return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length })
}

/** To its end also where it is too large: what is left unread is in the way of the next call on its connection. */
async function readWhole(payload: RequestPayload): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MOST_BYTES) chunks.push(chunk)
  }
  if (length > MOST_BYTES) throw new Refusal(413, 'The request is too large')
  return Buffer.concat(chunks)
}
