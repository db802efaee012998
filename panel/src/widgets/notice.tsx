/**
 * What the last act of the admin came to. Told from anywhere, shown under the page's head, one at a time. What was told is
 * kept in the page until who is signed in signs out; the bell in the header shows it.
 */
import { t } from '@munim/contract'
import { type ReactNode, useState } from 'react'
import { create } from 'zustand'
import { answered } from '../api/call.ts'
import { elsewhere } from '../api/use-action.ts'
import { useSession } from '../session.ts'
import styles from './banner.module.css'
import { Banner } from './banner.tsx'
import { Link } from './link.tsx'
import { Sentence } from './sentence.tsx'
import { momentOf } from './when.tsx'

const DONE_MS = 3000
const KEPT = 50

interface Told {
  readonly tone: 'done' | 'failed' | 'note'
  readonly text: ReactNode
  readonly lastsMs?: number
  /** The page that the act leads to, where it is still read. */
  readonly on?: string
  readonly at: Date
  readonly id: number
}

interface Notices {
  readonly told: Told | null
  /** All that was told, the latest first. */
  readonly past: readonly Told[]
}

export const useNotice = create<Notices>()(() => ({ told: null, past: [] }))
let last = 0

function tell({ lastsMs, ...what }: Omit<Told, 'at' | 'id'>): void {
  answered.isTold = true
  // Who signs in next may be another one.
  if (!useSession.getState().isLoggedIn || answered.isOfAnother) return
  const { since } = answered
  const shown = since === null ? { ...what, ...(lastsMs && { lastsMs }) } : asBefore(what, since)
  const told = { ...shown, at: new Date(), id: ++last }
  useNotice.setState(({ past }) => ({ told, past: [told, ...past].slice(0, KEPT) }))
}

/** Of an act that was done at an earlier press: it stays until it is read, for who means it once more presses once more. */
const asBefore = ({ text, ...what }: Pick<Told, 'text' | 'on'>, at: string) => ({
  ...what,
  tone: 'note' as const,
  text: (
    <>
      {t('This was sent already ({time}), and is not done a second time:', { time: momentOf(new Date(at)) })}{' '}
      {text}
    </>
  ),
})

useSession.subscribe((now, before) => {
  if (before.isLoggedIn && !now.isLoggedIn) useNotice.setState({ told: null, past: [] })
})

/** A success: gone after 3 s. */
export function tellDone(text: ReactNode, lastsMs = DONE_MS): void {
  tell({ tone: 'done', text, lastsMs })
}

/** What tells of a success, and goes on. */
export const tellingDone = (text: ReactNode, then?: () => void) => () => {
  tellDone(text)
  then?.()
}

/** A success of an act that leads to another page, and is told there for what is left of its time. */
export function tellDoneOn(path: string, text: string): void {
  tell({ tone: 'done', text, lastsMs: DONE_MS, on: path })
}

/** A failure: stays until it is dismissed, or the page left. */
export function tellFailed(text: ReactNode): void {
  tell({ tone: 'failed', text })
}
elsewhere.tell = tellFailed

/** An act that another administrator has to confirm before it is done. */
export function tellWaits(): void {
  const text = (
    <Sentence
      of="Waits for a second person. It is in <a>To confirm</a>."
      a={(words: ReactNode) => <Link to="/to-confirm">{words}</Link>}
    />
  )
  tell({ tone: 'note', text })
}

export const tellingWaits = (then?: () => void) => () => {
  tellWaits()
  then?.()
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
      {told && <ToldNow key={told.id} told={told} />}
    </div>
  )
}

function ToldNow({ told: { tone, text, lastsMs, at } }: { readonly told: Told }) {
  const [leftMs] = useState(() => lastsMs && Math.max(0, lastsMs - (Date.now() - at.getTime())))
  return (
    <Banner tone={tone} onDismiss={dismiss} {...(leftMs !== undefined && { lastsMs: leftMs })}>
      {text}
    </Banner>
  )
}
