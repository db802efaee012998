/**
 * Whether what happens reaches the open screen by itself, which lists are told of it, and how long is waited between two
 * tries; the stream is followed in live.ts.
 */
import type { Query } from '@tanstack/react-query'
import { create } from 'zustand'
import { keep, kept } from '../session.ts'
import { isSomebodyThere } from './presence.ts'

interface Live {
  /** paused: by the administrator, or because the server can't be followed. */
  readonly state: 'live' | 'reconnecting' | 'paused'
  readonly isWanted: boolean
}

const PAUSED_KEY = 'munimLive'
const PAUSED = 'paused'

export const useLive = create<Live>()(() => ({ state: 'paused', isWanted: true }))

/** As an earlier visit left it; called once, before anything is followed. */
export function beginLive(): void {
  const isPaused = kept(PAUSED_KEY) === PAUSED
  useLive.setState({ isWanted: !isPaused, state: isPaused ? 'paused' : 'reconnecting' })
}

/** Kept for the next visit. Who pauses still has the counters asked for twice a minute. */
export function pauseLive(isPaused: boolean): void {
  keep(PAUSED_KEY, isPaused ? PAUSED : null)
  useLive.setState({ isWanted: !isPaused, state: isPaused ? 'paused' : 'reconnecting' })
}

/** Not while the page is left, or its reader has paused it. */
export const isFollowed = (): boolean => useLive.getState().isWanted && isSomebodyThere()

const lists = new Map<string, Set<() => void>>()

/** Subscribes to invalidations of one query; while it has a subscriber it is not refetched automatically, unless it failed. */
export function onNews(queryHash: string, listener: () => void): () => void {
  const listeners = lists.get(queryHash) ?? new Set()
  lists.set(queryHash, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) lists.delete(queryHash)
  }
}

/** False where no list has subscribed to it. */
export function tellNews({ queryHash }: Query): boolean {
  const listeners = lists.get(queryHash)
  for (const listener of listeners ?? []) listener()
  return listeners !== undefined
}

/** How long to wait before the next try, after so many failures in a row. */
const BACK_OFF_MS = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000] as const

/** Some time between half of it and all: many screens whose server has gone do not come back at once. */
export function backOff(failures: number): number {
  const ms = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1]!
  return ms * (0.5 + Math.random() / 2)
}
