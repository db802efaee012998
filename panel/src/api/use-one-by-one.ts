/** Things that are decided one after the other while the screen shows what became of each. */
import { useEffect, useRef, useState } from 'react'
import { type Answered, oneByOne } from './one-by-one.ts'

interface Options<Item, Told> {
  readonly idOf: (item: Item) => string | number
  readonly send: (item: Item) => Promise<Told>
  /** What was decided makes other answers old. */
  readonly onEnd: () => void
}

export function useOneByOne<Item, Told>({ idOf, send, onEnd }: Options<Item, Told>) {
  const [answers, setAnswers] = useState<Readonly<Record<string | number, Answered<Told>>>>({})
  const [isRunning, setRunning] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const isStopped = useRef(false)
  // Who leaves the screen stops it: what was sent is done, what was not is as it was.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  async function run(items: readonly Item[]) {
    setRunning(true)
    setWhy(null)
    isStopped.current = false
    const ended = await oneByOne({
      items,
      send,
      onAnswer: (item, answered) => setAnswers((before) => ({ ...before, [idOf(item)]: answered })),
      isStopped: () => isStopped.current,
    })
    setRunning(false)
    setWhy(ended)
    onEnd()
  }
  function stop() {
    isStopped.current = true
  }
  /** What was answered of these counts no more: they are another thing now, or are decided anew. */
  function forget(ids: readonly (string | number)[]) {
    setAnswers((before) =>
      Object.fromEntries(Object.entries(before).filter(([id]) => !ids.some((each) => String(each) === id))),
    )
    setWhy(null)
  }
  return { answers, isRunning, why, run, stop, forget }
}
