/** What an act has changed, written into the answers that are on screen. */
import type { Answer, Endpoint } from '@munim/contract'
import type { QueryClient } from '@tanstack/react-query'

/** Called before answers of a call are written into, it answers what to do after it. */
type Writer = (path: string, change: (answer: never) => unknown) => () => void
const writers = new Set<Writer>()

/** What is known beside an answer is written into, too: it would count as older than the act. Returns how to stop. */
export function onWrite(writer: Writer): () => void {
  writers.add(writer)
  return () => void writers.delete(writer)
}

/** Writes into each answer of this call. One that is under way may be older than the act: it is asked for anew. */
export function writeAnswers<E extends Endpoint>(
  queries: QueryClient,
  { path }: E,
  change: (answer: Answer<E>) => Answer<E>,
): void {
  const writes = [...writers].map((writer) => writer(path, change))
  queries.setQueriesData<Answer<E>>({ queryKey: [path] }, (answer) => answer && change(answer))
  for (const write of writes) write()
  const isUnderWay = { queryKey: [path], type: 'active', fetchStatus: 'fetching' } as const
  void queries.refetchQueries(isUnderWay, { cancelRefetch: true })
}

/** How many rows each value of a filter leaves, once a row has gone from one value to another; null stays unknown. */
export function countsAfter<C extends object>(counts: C, from: keyof C, to: keyof C): C {
  const moved = { ...counts } as Record<keyof C, number | null>
  if (moved[from] !== null) moved[from] -= 1
  if (moved[to] !== null) moved[to] += 1
  return moved as C
}
