/** Over a list that is being read: how many rows came in since. They come when they are asked for. */
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { News } from '../api/use-list.ts'
import { count } from './money.tsx'
import look from './new-rows.module.css'

/** `['bid', 'bids']` */
export type Counted = readonly [one: string, several: string]

/** Who hears the screen is told no more often. */
const SAY_EVERY_MS = 10_000

interface Props {
  readonly news: News | null
  readonly counted: Counted
}

export function NewRows({ news, counted: [one, several] }: Props) {
  const words = news && `${count(news.count)} new ${news.count === 1 ? one : several}`
  return (
    <>
      {/* It takes no room: no row below moves while it comes and goes. */}
      <div className={look.place}>
        {news && (
          <button type="button" className={look.pill} aria-label={`Show ${words}`} onClick={news.show}>
            <IconArrowUp size={14} stroke={2} aria-hidden />
            {words}
          </button>
        )}
      </div>
      <span aria-live="polite" className="mu-hidden">
        {useSaid(words)}
      </span>
    </>
  )
}

/** The same words, changing at most so often. */
function useSaid(words: string | null): string {
  const [said, setSaid] = useState('')
  const saidAt = useRef(0)
  useEffect(() => {
    const wait = words === null ? 0 : Math.max(0, saidAt.current + SAY_EVERY_MS - Date.now())
    const timer = setTimeout(() => {
      if (words !== null) saidAt.current = Date.now()
      setSaid(words ?? '')
    }, wait)
    return () => clearTimeout(timer)
  }, [words])
  return said
}
