/** Over a list that is being read: how many rows came in since, or are done. What is next comes when it is asked for. */
import { IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { News } from '../api/use-list.ts'
import type { Worked } from '../api/use-queue.ts'
import { useKey } from './keys.ts'
import { count } from './money.tsx'
import styles from './new-rows.module.css'

/** `['request', 'requests', 'decided']`: of a queue, what its rows are once they are done. */
export type Counted = readonly [one: string, several: string, done?: string]

/** Who hears the screen is told no more often. */
const SAY_EVERY_MS = 10_000

interface Props {
  readonly news: News | null
  readonly worked: Worked | null
  readonly counted: Counted
}

export function NewRows({ news, worked, counted }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const moves = worked?.moves ?? 0
  useEffect(() => {
    // Whoever has worked to the foot of the list goes on at its head.
    if (moves > 0) showTop(place.current?.parentElement)
  }, [moves])

  const isWorked = worked !== null && worked.done > 0
  const words = isWorked ? worksOf(worked, counted) : news && newsOf(news, counted)
  return (
    <>
      {/* It takes no room: no row below moves while it comes and goes. */}
      <div ref={place} className={styles.place}>
        {isWorked ? (
          <MoveOn words={words!} onClick={worked.moveOn} />
        ) : (
          news && (
            <button type="button" className={styles.pill} aria-label={`Show ${words}`} onClick={news.show}>
              <IconArrowUp size={14} stroke={2} aria-hidden />
              {words}
            </button>
          )
        )}
      </div>
      <span aria-live="polite" className="mu-hidden">
        {useSaid(words)}
      </span>
    </>
  )
}

function newsOf({ count: many }: News, [one, several]: Counted): string {
  return `${count(many)} new ${many === 1 ? one : several}`
}

function worksOf({ done, left }: Worked, [, , isDone = 'done']: Counted): string {
  return `${count(done)} ${isDone}. ${left > 0 ? `Show the next ${count(left)}` : 'Look for more'}`
}

interface MoveOnProps {
  readonly words: string
  readonly onClick: () => void
}

/** `]` does the same, also where one page is all there is, and no step to another. */
function MoveOn({ words, onClick }: MoveOnProps) {
  const button = useKey<HTMLButtonElement>(']', (found) => found.click())
  return (
    <button
      ref={button}
      type="button"
      className={styles.pill}
      onClick={(event) => {
        // The button goes; who came to it by keyboard goes on in the list.
        event.currentTarget.parentElement?.parentElement?.focus({ preventScroll: true })
        onClick()
      }}
    >
      {words}
      <IconArrowRight size={14} stroke={2} aria-hidden />
    </button>
  )
}

function showTop(list: HTMLElement | null | undefined): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView()
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
