/** Decides several requests one after the other, each by its own call, and tells what became of each. */
import { CallFailure, WAITING } from '../../api/call.ts'

/** done; second: another administrator has to confirm it; else why it was refused. */
export type Answered =
  | { readonly is: 'done' }
  | { readonly is: 'second' }
  | { readonly is: 'refused'; readonly sentence: string }

interface Run<Item> {
  readonly items: readonly Item[]
  readonly send: (item: Item) => Promise<unknown>
  readonly onAnswer: (item: Item, answered: Answered) => void
  /** Asked before each: nothing more is sent then. */
  readonly isStopped: () => boolean
}

/** Why the run ended before its end; null where it did not. What was not sent is as it was. */
export async function oneByOne<Item>({
  items,
  send,
  onAnswer,
  isStopped,
}: Run<Item>): Promise<string | null> {
  for (const item of items) {
    if (isStopped()) return null
    const failure = await send(item).then(
      () => null,
      (reason) => (reason instanceof CallFailure ? reason : new CallFailure(String(reason), null)),
    )
    onAnswer(item, answeredBy(failure))
    if (failure !== null && concernsAll(failure)) return failure.message
  }
  return null
}

function answeredBy(failure: CallFailure | null): Answered {
  if (failure === null) return { is: 'done' }
  return failure.status === WAITING ? { is: 'second' } : { is: 'refused', sentence: failure.message }
}

/** Whether the next would fail by the same: nobody answers, the session or the right is gone, no factor was entered. */
const concernsAll = ({ status }: CallFailure): boolean =>
  status === null || status === 401 || status === 403 || status >= 500
