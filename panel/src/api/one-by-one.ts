/** Decides several things one after the other, each by its own call, and tells what became of each. */
import { CallFailure, WAITING } from './call.ts'

/** done; second: another administrator has to confirm it; else why it was refused, and the fields that were named. */
export type Answered<Told = unknown> =
  | { readonly is: 'done'; readonly told: Told }
  | { readonly is: 'second' }
  | { readonly is: 'refused'; readonly sentence: string; readonly fields: Readonly<Record<string, string>> }

interface Run<Item, Told> {
  readonly items: readonly Item[]
  readonly send: (item: Item) => Promise<Told>
  readonly onAnswer: (item: Item, answered: Answered<Told>) => void
  /** Asked before each: nothing more is sent then. */
  readonly isStopped: () => boolean
}

/** Why the run ended before its end; null where it did not. What was not sent is as it was. */
export async function oneByOne<Item, Told>({
  items,
  send,
  onAnswer,
  isStopped,
}: Run<Item, Told>): Promise<string | null> {
  for (const item of items) {
    if (isStopped()) return null
    const answered = await send(item).then(
      (told): Answered<Told> => ({ is: 'done', told }),
      (reason) => (reason instanceof CallFailure ? reason : new CallFailure(String(reason), null)),
    )
    onAnswer(item, answered instanceof CallFailure ? answeredBy(answered) : answered)
    if (answered instanceof CallFailure && concernsAll(answered)) return answered.message
  }
  return null
}

const answeredBy = ({ status, message, fields }: CallFailure): Answered<never> =>
  status === WAITING ? { is: 'second' } : { is: 'refused', sentence: message, fields }

/** Whether the next would fail by the same: no answer, no session or right any more, no factor entered. */
const concernsAll = ({ status, isAnswered }: CallFailure): boolean =>
  !isAnswered || status === 401 || status === 403
