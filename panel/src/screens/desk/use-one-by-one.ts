/** Requests that are decided one after the other while the screen shows what became of each. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answered, oneByOne } from './one-by-one.ts'
import { refresh } from './work-store.ts'

interface Options<Item> {
  /** The request's. */
  readonly idOf: (item: Item) => number
  readonly send: (item: Item) => Promise<unknown>
}

export function useOneByOne<Item>({ idOf, send }: Options<Item>) {
  const queries = useQueryClient()
  const [answers, setAnswers] = useState<Readonly<Record<number, Answered>>>({})
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
    refresh(queries)
  }
  function stop() {
    isStopped.current = true
  }
  return { answers, isRunning, why, run, stop }
}
