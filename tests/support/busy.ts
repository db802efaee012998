/** What a client does who is told that the server is busy: it waits for as long as it is asked to, and asks again. */
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than this is a limit of somebody's, as after wrong passwords, and no busy server. */
const BUSY_SECONDS = 5

/** Whether the call was refused for now only; resolves once it may be sent again. */
export async function isBusy({ status, headers }: Response): Promise<boolean> {
  const seconds = headers.get('retry-after')
  if (status !== 429 || seconds === null || Number(seconds) > BUSY_SECONDS) return false
  await pause(Number(seconds) * 1000)
  return true
}
