/**
 * Over a list that is being read: how many rows came in since, or are done, shown when they are asked for; and since
 * when it is not current.
 */
import { t } from '@munim/contract'
import { IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { News } from '../api/list.ts'
import type { Worked } from '../api/use-queue.ts'
import { useKey } from './keys.ts'
import styles from './new-rows.module.css'
import { momentOf } from './when.tsx'

/** "3 new requests" */
export type Counted = (count: number) => string

/** A screen reader is told no more often. */
const SAY_EVERY_MS = 10_000
const PILL = `mu-inline mu-tiny mu-link mu-strong ${styles.pill}`

interface Props {
  readonly news?: News | null
  readonly worked?: Worked | null
  readonly behindSince?: Date | null
  readonly counted: Counted
}

export function NewRows({ news = null, worked = null, behindSince = null, counted }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const moves = worked?.moves ?? 0
  useEffect(() => {
    // An administrator who has worked to the foot of the list goes on at its head.
    if (moves > 0) showTop(place.current?.parentElement)
  }, [moves])

  const isWorked = worked !== null && worked.done > 0
  const words = isWorked ? worksOf(worked) : news && counted(news.count)
  const behind = behindSince && t('Not current since {time}. Trying again', { time: momentOf(behindSince) })
  return (
    <>
      {/* It takes no room: no row below moves while it comes and goes. */}
      <div ref={place} className={styles.place} data-news>
        {behind && (
          <span className={PILL} data-tone="amber">
            {behind}
          </span>
        )}
        {isWorked ? (
          <MoveOn words={words!} onClick={worked.moveOn} />
        ) : (
          news && (
            <button
              type="button"
              className={PILL}
              aria-label={t('Show {rows}', { rows: words! })}
              onClick={(event) => {
                goOnInList(event.currentTarget)
                news.show()
              }}
            >
              <IconArrowUp size={14} stroke={2} aria-hidden />
              {words}
            </button>
          )
        )}
      </div>
      <span aria-live="polite" className="mu-hidden">
        {behind}
      </span>
      <span aria-live="polite" className="mu-hidden">
        {useSaid(words)}
      </span>
    </>
  )
}

function worksOf({ doneInWords: done, left }: Worked): string {
  return left > 0
    ? t('{done}. Show the next {left, number}', { done, left })
    : t('{done}. Look for more', { done })
}

/** The button goes; who came to it by keyboard goes on in the list. */
const goOnInList = (button: HTMLElement): void =>
  button.parentElement?.parentElement?.focus({ preventScroll: true })

/** `]` does the same, also where one page is all there is, and no step to another. */
function MoveOn({ words, onClick }: { readonly words: string; readonly onClick: () => void }) {
  const button = useKey<HTMLButtonElement>(']', (found) => found.click())
  return (
    <button
      ref={button}
      type="button"
      className={PILL}
      onClick={(event) => {
        goOnInList(event.currentTarget)
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
