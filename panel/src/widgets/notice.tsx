/** What the last act of the admin came to. Told from anywhere, shown under the page's head, one at a time. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import styles from './banner.module.css'
import { Banner } from './banner.tsx'
import { Sentence } from './sentence.tsx'

const DONE_MS = 3000

interface Told {
  readonly tone: 'done' | 'failed' | 'note'
  readonly text: ReactNode
  readonly lastsMs?: number
  /** The page that the act leads to, where it is still read. */
  readonly on?: string
  readonly id: number
}

const useNotice = create<{ told: Told | null }>()(() => ({ told: null }))
let told = 0

/** A success: gone after 3 s. */
export function tellDone(text: ReactNode, lastsMs = DONE_MS): void {
  useNotice.setState({ told: { tone: 'done', text, lastsMs, id: ++told } })
}

/** A success of an act that leads to another page, and is told there. */
export function tellDoneOn(path: string, text: string): void {
  useNotice.setState({ told: { tone: 'done', text, lastsMs: DONE_MS, on: path, id: ++told } })
}

/** A failure: stays until it is dismissed, or the page left. */
export function tellFailed(text: ReactNode): void {
  useNotice.setState({ told: { tone: 'failed', text, id: ++told } })
}

/** An act that another administrator has to confirm before it is done. */
export function tellWaits(): void {
  const text = (
    <Sentence
      of="Waits for a second person. It is in <a>To confirm</a>."
      a={(words: ReactNode) => <Link to="/to-confirm">{words}</Link>}
    />
  )
  useNotice.setState({ told: { tone: 'note', text, id: ++told } })
}

/** What was told is over; on coming to a page all but what was meant to be read there. */
export function leaveNotice(path?: string): void {
  useNotice.setState(({ told }) => ({ told: path !== undefined && told?.on === path ? told : null }))
}

const dismiss = () => useNotice.setState({ told: null })

/** `isOver` lies over what is below it and moves nothing, where a row is acted on with one click. */
export function Notice({ isOver = false }: { readonly isOver?: boolean }) {
  const told = useNotice((state) => state.told)
  return (
    <div aria-live="polite" className={styles.notice} data-over={isOver || undefined}>
      {told && (
        <Banner
          key={told.id}
          tone={told.tone}
          onDismiss={dismiss}
          {...(told.lastsMs !== undefined && { lastsMs: told.lastsMs })}
        >
          {told.text}
        </Banner>
      )}
    </div>
  )
}
