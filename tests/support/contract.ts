/** Every call of the contract, by the name it has there: `users.list`. */
import { api, type Endpoint } from '@munim/contract'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'effect' in value

export const everyCall: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(
  api,
).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([name, call]) =>
    isEndpoint(call) ? [[`${area}.${name}`, call] as const] : [],
  ),
)
