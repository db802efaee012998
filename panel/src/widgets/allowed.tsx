/** What only those may use who may make a call: for others its buttons and fields are disabled, and say why. */
import type { Endpoint } from '@munim/contract'
import type { ReactNode } from 'react'
import { useLacking } from '../api/may.ts'

interface Props {
  readonly to: Endpoint
  /** The fields of the call that it changes, where they ask for rights of their own. */
  readonly fields?: readonly string[]
  readonly children: ReactNode
}

export function Allowed({ to, fields, children }: Props) {
  const why = useLacking(to, fields)
  if (why === null) return children
  return (
    <fieldset disabled title={why} aria-label={why} className="mu-contents">
      {children}
    </fieldset>
  )
}
