/** What waits for a second person, told beside the thing that it is about. */
import { type Answer, api } from '@munim/contract'
import { useLacking, useMe } from './may.ts'
import { type Call, useCall } from './use-call.ts'

type Waiting = Answer<typeof api.acts.waiting>

/** Asked once for all who show it, and only where a limit is set. */
export function useAllWaiting(): Call<Waiting> {
  const isOn = useMe()?.confirms === true
  const mayAsk = useLacking(api.acts.waiting) === null
  return useCall(api.acts.waiting, {}, isOn && mayAsk)
}

/** Of this thing, as the audit names it; the latest first. */
export function useWaiting(thing: string, id: string | number): Waiting['data'] {
  const all = useAllWaiting()
  if (all.state !== 'ready') return []
  return all.answer.data.filter((act) => act.thing === thing && act.thing_id === String(id))
}
