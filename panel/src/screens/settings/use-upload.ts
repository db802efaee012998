/** A file on its way to the server: how far it is, how fast, and what became of it. */
import { api, type Endpoint } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallFailure, WAITING } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { useKeptFocus } from '../../api/use-kept-focus.ts'
import { tellFailed, tellWaits } from '../../widgets/notice.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'

export interface Progress {
  readonly sentBytes: number
  /** Bytes a second since the start; null until there is something to go by. */
  readonly speed: number | null
}

interface Options {
  /** The specification's sentence where the server said none (specification 2 §8). */
  readonly unanswered: string
  /** The settings are read again then. */
  readonly onDone: () => void
  /** Nothing is done yet: another administrator has to confirm it. That is told. */
  readonly onWaits: () => void
}

const MEASURED_MS = 1000

export function useUpload(endpoint: Endpoint, { unanswered, onDone, onWaits }: Options) {
  const queries = useQueryClient()
  const refresh = ({ path }: Endpoint) => queries.invalidateQueries({ queryKey: [path] })
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const keepFocus = useKeptFocus(progress !== null)
  useUnsaved(progress !== null)

  async function run(form: FormData): Promise<void> {
    if (running.current !== null) return
    const ending = new AbortController()
    running.current = ending
    keepFocus()
    const startedAt = Date.now()
    const onProgress = (sentBytes: number) => {
      const passedMs = Date.now() - startedAt
      setProgress({ sentBytes, speed: passedMs < MEASURED_MS ? null : (sentBytes * 1000) / passedMs })
    }
    onProgress(0)
    try {
      await upload(endpoint, form, { onProgress, signal: ending.signal })
      await refresh(api.settings.get)
      void refresh(api.reports.audit)
      onDone()
    } catch (reason) {
      if (ending.signal.aborted) return
      if (!(reason instanceof CallFailure)) throw reason
      if (reason.status === WAITING) {
        for (const read of [api.acts.list, api.acts.waiting]) void refresh(read)
        onWaits()
        return tellWaits()
      }
      tellFailed(reason.isSaid ? reason.message : unanswered)
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return { run, progress, isPending: progress !== null, cancel: () => running.current?.abort() }
}
