/** A file on its way to the server: how far it is, how fast, and what became of it. */
import type { Endpoint } from '@munim/contract'
import { useEffect, useRef, useState } from 'react'
import { CallFailure, WAITING } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { tellFailed, tellWaits } from '../../widgets/notice.tsx'

export interface Progress {
  readonly sentBytes: number
  /** Bytes a second since the start; null until there is something to go by. */
  readonly speed: number | null
}

interface Options {
  /** Where nobody answered, the specification has a sentence of its own. */
  readonly unanswered: string
  readonly onDone: () => void | Promise<void>
}

const MEASURED_MS = 1000

export function useUpload(endpoint: Endpoint, { unanswered, onDone }: Options) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(form: FormData): Promise<void> {
    if (running.current !== null) return
    const ending = new AbortController()
    running.current = ending
    const startedAt = Date.now()
    const onProgress = (sentBytes: number) => {
      const passedMs = Date.now() - startedAt
      setProgress({ sentBytes, speed: passedMs < MEASURED_MS ? null : (sentBytes * 1000) / passedMs })
    }
    onProgress(0)
    try {
      await upload(endpoint, form, { onProgress, signal: ending.signal })
      await onDone()
    } catch (reason) {
      if (ending.signal.aborted) return
      if (!(reason instanceof CallFailure)) throw reason
      if (reason.status === WAITING) return tellWaits()
      tellFailed(reason.status === null ? unanswered : reason.message)
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return { run, progress, isPending: progress !== null, cancel: () => running.current?.abort() }
}
