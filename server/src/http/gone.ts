/** Whether the caller has gone before the answer. */
import type { FastifyRequest } from 'fastify'

const signals = new WeakMap<object, AbortSignal>()

/** Aborted once the connection has ended; made where it is asked for. Fastify's own is aborted as soon as the body was read. */
export function goneOf({ raw: { socket } }: FastifyRequest): AbortSignal {
  const known = signals.get(socket)
  if (known) return known
  const controller = new AbortController()
  socket.once('close', () => controller.abort())
  if (socket.destroyed) controller.abort()
  signals.set(socket, controller.signal)
  return controller.signal
}
