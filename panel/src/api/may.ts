/** What who is signed in may do: the rights that whoAmI answers, compared with those that the contract asks for. */
import {
  type Answer,
  api,
  type Endpoint,
  lacking,
  missingFor,
  missingForFields,
  type Right,
} from '@munim/contract'
import { useCall } from './use-call.ts'

type Me = Answer<typeof api.auth.whoAmI>['data']

/** Null until it is answered. Only read here: the shell asks for it (`useWhoAmI`). */
export function useMe(): Me | null {
  const me = useCall(api.auth.whoAmI, {}, false)
  return me.state === 'ready' ? me.answer.data : null
}

export const useWhoAmI = () => useCall(api.auth.whoAmI, {})

/**
 * Why this call may not be made, or these fields of it not be changed, as the server would say it; null where it may.
 * Until the rights are known all is shown, for most may do all, and the server refuses the rest.
 */
export function useLacking(endpoint: Endpoint, fields?: readonly string[]): string | null {
  const me = useMe()
  if (me === null || endpoint.access !== 'admin') return null
  const granted: ReadonlySet<Right> = new Set(me.rights)
  const missing = fields ? missingForFields(endpoint, fields, granted) : missingFor(endpoint, granted)
  return missing && lacking(missing)
}
