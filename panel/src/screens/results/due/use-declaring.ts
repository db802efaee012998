/** Declares rows of the column one after the other by the call that declares a result, and keeps what became of each. */
import { type Answer, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallFailure, call } from '../../../api/call.ts'
import type { Answered } from '../../../api/one-by-one.ts'
import { newKey } from '../../../api/use-action.ts'
import { useOneByOne } from '../../../api/use-one-by-one.ts'
import { manualOf, type TypedFigures } from '../../../game/typed-result.ts'
import { AFTER_A_RESULT } from '../draw.ts'
import { hasItsOpen, type Row } from './rows.ts'

/** A row as it was reviewed. */
export interface Item {
  readonly row: Row
  readonly figures: TypedFigures
  /** The betting on it goes on, and that was shown. */
  readonly isEarly: boolean
}

export type Declared = Answered<Answer<typeof api.results.declare>>
export type Declaring = ReturnType<typeof useDeclaring>

const REFRESHES = [...AFTER_A_RESULT, api.results.predict, api.acts.list, api.acts.waiting, api.acts.alone]
const NOT_DONE = 409

/** `rows` are all of the column, as they are now. */
export function useDeclaring(rows: readonly Row[]) {
  const queries = useQueryClient()
  const latest = useRef(rows)
  latest.current = rows
  /** The keys of what the review that is open declared. */
  const declared = useRef(new Set<string>())
  const sent = useRef(new Map<string, string | null>())
  /** Of what was not answered: sent again, it is the same act. */
  const keys = useRef(new Map<string, string>())

  async function send({ row, figures, isEarly }: Item) {
    if (!hasItsOpen(row, latest.current, { declared: declared.current, sent: sent.current }))
      throw new CallFailure(t('Not sent: its open is not declared.'), NOT_DONE)
    const { marketId, date } = row
    const basedOn = [row.half]
    const body = { marketId, date, ...manualOf(figures), basedOn, ...(isEarly && { confirmEarly: true }) }
    const text = JSON.stringify(body)
    const key = keys.current.get(text) ?? newKey()
    keys.current.set(text, key)
    const now = latest.current.find((each) => each.key === row.key) ?? row
    sent.current.set(row.key, now.revertedAt)
    try {
      const answer = await call(api.results.declare, body, { key, isKept: true })
      declared.current.add(row.key)
      keys.current.delete(text)
      return answer
    } catch (reason) {
      if (reason instanceof CallFailure && reason.isAnswered) keys.current.delete(text)
      throw reason
    }
  }

  const { forget, ...answered } = useOneByOne({
    idOf: ({ row }: Item) => row.key,
    send,
    onEnd: () => {
      for (const { path } of REFRESHES) void queries.invalidateQueries({ queryKey: [path] })
    },
  })
  return {
    ...answered,
    sent: sent.current,
    /** What became of these rows counts no more. */
    forget: (rowKeys: readonly string[]) => {
      for (const key of rowKeys) sent.current.delete(key)
      forget(rowKeys)
    },
    /** A review of these opens: an open that was declared before it takes no close along. */
    begin: (rowKeys: readonly string[]) => {
      declared.current.clear()
      forget(rowKeys)
    },
  }
}

/** Declared, or on its way to be: nothing more is typed into its row. */
export const isDecided = (answered: Declared | undefined): boolean =>
  answered?.is === 'done' || answered?.is === 'second'

/** The server asks that it is confirmed to be early. */
export const wantsEarly = (answered: Declared | undefined): boolean =>
  answered?.is === 'refused' && answered.fields.confirmEarly !== undefined
