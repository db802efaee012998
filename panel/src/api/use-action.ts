/** Doing: a call that changes something, once a click however often the button is hit. */
import { type Answer, api, type Body, type Endpoint, plain, type Upload } from '@munim/contract'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session.ts'
import { answered, CallFailure, call, WAITING } from './call.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface Options<E extends Endpoint> {
  /** The screen's own sentence, shown in place of the endpoint's where that one says less. */
  readonly failed?: string
  readonly onDone?: (answer: Answer<E>, body: Body<E>) => void
  readonly onFailed?: (message: string, failure: CallFailure, body: Body<E>) => void
  /** Nothing is done yet: another administrator has to confirm it. Without it that is said as a failure is. */
  readonly onWaits?: () => void
  /** The reading calls whose answers this one makes old. */
  readonly refreshes?: readonly Endpoint[]
  /** What it acts on may be gone (404) or decided (409) by another meanwhile, and is asked for again then, too. */
  readonly refreshesRefused?: true
  /** Those whose earlier answers no screen may begin with again, for they hold what is deleted. */
  readonly forgets?: readonly Endpoint[]
  /** That it failed is said nowhere: it is tried again by itself. */
  readonly isSilent?: true
}

/** Whether an act is under way, and what it was refused with. */
export interface Doing {
  readonly isPending: boolean
  /** What it was refused with last, until that is dismissed or it is tried again. */
  readonly refusal: string | null
  readonly setRefusal: (sentence: string | null) => void
}

export interface Action<E extends Endpoint> extends Doing {
  /** Does nothing while the call before is still under way. `file` is for a call that takes one. */
  readonly run: (body: Body<E>, file?: File | null) => Promise<void>
}

/** Tells why an act failed whose screen was left meanwhile; the notices set it. */
export const elsewhere: { tell: (sentence: string) => void } = { tell: () => {} }

export function useAction<E extends Endpoint>(endpoint: E, options: Options<E>): Action<E> {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const unanswered = useRef<{ text: string; body: Body<E>; key: string } | null>(null)
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isLeft = useRef(false)
  const keepFocus = useKeptFocus(isPending)
  const refresh = () => {
    for (const { path } of options.refreshes ?? [])
      void queries.invalidateQueries({ queryKey: [path] as QueryKey })
  }

  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  async function run(body: Body<E>, file: File | null = null): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    keepFocus()
    setPending(true)
    setRefusal(null)
    // What it is decided on may be read anew meanwhile, because it was done: it is sent as it was the first time.
    const act = { ...(body as object), basedOn: undefined }
    const text = JSON.stringify([act, file && [file.name, file.size, file.lastModified]])
    const before = unanswered.current
    const isAgain = before?.text === text
    const sent = isAgain ? before : { text, body, key: newKey() }
    unanswered.current = sent
    const { token } = useSession.getState()
    const isOfAnother = () => useSession.getState().token !== token
    let storedAt: string | null = null
    const onStored = (at: string) => {
      if (isAgain) storedAt = at
    }
    try {
      // No act to repeat is what answers a token or a secret, which no store should keep.
      const isRepeatable = endpoint.effect === 'write' && endpoint.access !== 'anyone' && !endpoint.isSecret
      const sending = isRepeatable ? { key: sent.key, onStored } : {}
      const content = endpoint.upload ? formOf(endpoint.upload, sent.body as object, file) : sent.body
      const answer = await call(endpoint, content, sending)
      unanswered.current = null
      Object.assign(answered, { since: storedAt, isOfAnother: isOfAnother() })
      refresh()
      for (const { path } of options.forgets ?? [])
        queries.removeQueries({ queryKey: [path] as QueryKey, type: 'inactive' })
      options.onDone?.(answer, body)
    } catch (reason) {
      if (!(reason instanceof CallFailure)) throw reason
      Object.assign(answered, { since: storedAt, isOfAnother: isOfAnother() })
      // A click without an answer, or that may have been done all the same, is the same click when it is repeated.
      if (reason.isAnswered) unanswered.current = null
      // The role may have been changed meanwhile.
      if (reason.status === 403)
        void queries.invalidateQueries({ queryKey: [api.auth.whoAmI.path] as QueryKey })
      if (options.refreshesRefused && (reason.status === 404 || reason.status === 409)) refresh()
      if (reason.status === WAITING) {
        for (const { path } of [api.acts.list, api.acts.waiting])
          void queries.invalidateQueries({ queryKey: [path] as QueryKey })
        if (options.onWaits) return options.onWaits()
      }
      const isGeneral = reason.message === plain(endpoint.failed)
      const sentence = isGeneral ? (options.failed ?? reason.message) : reason.message
      setRefusal(sentence)
      answered.isTold = false
      options.onFailed?.(sentence, reason, body)
      // What was only to be read is not missed there.
      const isMissed = endpoint.effect !== 'read' && !options.isSilent
      if (isLeft.current && !answered.isTold && isMissed) elsewhere.tell(sentence)
    } finally {
      isBusy.current = false
      setPending(false)
      Object.assign(answered, { since: null, isOfAnother: false })
      // What is told of then may be otherwise by now, and a screen may have shown it.
      if (storedAt) void queries.invalidateQueries()
    }
  }

  return { run, isPending, refusal, setRefusal }
}

/** Text fields and the file, under the name that the call has for it. */
function formOf({ field }: Upload, body: object, file: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  if (file !== null) form.append(field, file)
  return form
}

/** 128 random bits. Not randomUUID, which is missing where the panel is served without TLS. */
export function newKey(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}
