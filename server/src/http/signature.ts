/** Bodies signed with a shared secret: the payment provider's calls, which have no token, and what the owner is told. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
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
  request: FastifyRequest,
  reply: FastifyReply,
  { payload, secret }: { readonly payload: RequestPayload; readonly secret: string | undefined },
): Promise<RequestPayload> {
  if (secret === undefined) throw new Refusal(404, 'No payment provider is connected')
  const bytes = await readWhole(request, reply, payload as Readable).catch((error) => {
    throw error instanceof Refusal ? error : new Refusal(400, 'The request could not be read') // Cut: no fault of ours.
  })
  const [, hex = ''] = SIGNATURE.exec(String(request.headers['x-signature'])) ?? []
  const due = macOf(bytes, secret).digest()
  const given = Buffer.from(hex, 'hex')
  if (given.length !== due.length || !timingSafeEqual(given, due))
    throw new Refusal(401, 'The signature is not that of this body')
  return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length })
}

/**
 * To its end where it is no larger than another call's may be, or what is left unread would be in the way of the next call
 * on its connection; beyond that the connection is closed.
 */
async function readWhole(
  { headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): Promise<Buffer> {
  const most = routeOptions.bodyLimit
  const chunks: Buffer[] = []
  let length = Number(headers['content-length']) > most ? Infinity : 0
  if (length <= most) {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > most) break
      if (length <= MOST_BYTES) chunks.push(chunk)
    }
  }
  if (length > most) reply.header('connection', 'close')
  if (length > MOST_BYTES) throw new Refusal(413, 'The request is too large')
  return Buffer.concat(chunks)
}
