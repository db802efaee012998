/** What a call meets before its body is read: whether this server has room for it, then who calls. */
import type { Endpoint } from '@munim/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/db.ts'
import { readCaller } from './caller.ts'
import type { Load } from './load.ts'

interface Door {
  readonly load: Load
  readonly database: Database
}

/** The hooks of its route, in their order. */
export const doorOf = ({ load, database }: Door, endpoint: Endpoint) => [
  load.admit(endpoint),
  async (request: FastifyRequest): Promise<void> => {
    request.caller = await readCaller(database, request, endpoint)
  },
]
