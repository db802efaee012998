/** What a person sees when a call fails: a refusal word for word, a fault as the call's failure sentence. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FactorNeed, msg, plain, t, UNEXPECTED } from '@munim/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseTrouble } from '../database/trouble.ts'
import { Refusal } from '../refusal.ts'
import { refusalFor, type Troubles } from './busy.ts'
import { answerIn } from './language.ts'
import type { Late } from './late.ts'

/** Fastify's own refusals, in words. Never 503: the panel signs out on it. */
const SENTENCES: Record<number, string> = {
  400: msg('The request could not be read'),
  404: msg('There is no such call'),
  405: msg('There is no such call'),
  408: msg('The request took too long to arrive'),
  413: msg('The request is too large'),
  414: msg('The address is too long'),
  415: msg('Content-Type must be application/json'),
}

const UNREAD: Record<string, readonly [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, SENTENCES[408]!],
  HPE_HEADER_OVERFLOW: [431, SENTENCES[413]!],
}

/** Who asked is gone while the answer is compressed. */
const LEFT = 'ERR_STREAM_PREMATURE_CLOSE'

interface Answering {
  readonly troubles: Troubles
  readonly late: Late
  /** Counts it. */
  readonly onRefusal: (refusal: Refusal) => void
}

export function answerFaults(http: FastifyInstance, { troubles, late, onRefusal }: Answering): void {
  http.addHook('preClose', async () => late.end())
  http.setErrorHandler((error: FastifyError | Refusal, request, reply) =>
    answerIn(request, async () => {
      if (error instanceof Refusal) {
        onRefusal(error)
        return (await late.delay(request)) ? refuse(reply, error.status, error.said, error) : reply.hijack()
      }
      if (error.code === LEFT && request.socket.destroyed) return reply.hijack()
      if (troubles.tell(error)) return refuseForNow(request, reply, error)
      const status = error.statusCode === 403 ? 404 : (error.statusCode ?? 500) // 403: a folder, or a file outside the panel's.
      if (status >= 400 && status < 500) return refuse(reply, status, t(SENTENCES[status] ?? SENTENCES[400]!))
      return fault(request, reply, error)
    }),
  )
}

/** An address that is none, which no handler gets to see. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  refuse(reply, 400, t(SENTENCES[400]!))
}

/** What is no HTTP, or has too large a head: no request is made of it, so it has no language. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = UNREAD[error.code ?? ''] ?? [400, SENTENCES[400]!]
  const body = JSON.stringify({ status: 'error', message })
  const length = Buffer.byteLength(body)
  const headers = `Content-Length: ${length}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close`
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
  socket.destroy(error)
}

interface About {
  readonly errors?: Record<string, string> | undefined
  readonly needs?: FactorNeed | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** The message is a sentence of the catalogue, or said already. */
export function refuse(
  reply: FastifyReply,
  status: number,
  message: string,
  { errors, needs, retryAfterSeconds }: About = {},
) {
  const said = answerIn(reply.request, () => plain(message))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const body = { status: 'error', message: said, ...(errors && { errors }), ...(needs && { needs }) }
  return sendJson(reply, status, JSON.stringify(body))
}

export function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(text)
}

function refuseForNow(request: FastifyRequest, reply: FastifyReply, error: DatabaseTrouble) {
  const { sentence, retryAfterSeconds } = refusalFor(error, request)
  if (retryAfterSeconds === undefined) return fault(request, reply, error, sentence)
  return refuse(reply, 429, sentence, { retryAfterSeconds })
}

function fault(
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
  message = plain(request.routeOptions.config.failed ?? UNEXPECTED),
) {
  request.log.error({ err: error, call: request.routeOptions.url }, 'fault')
  return sendJson(reply, 500, JSON.stringify({ status: 'error', message, requestId: request.id }))
}
