/** What an act was refused with, above the fields of its dialog, until it is dismissed or tried again. */
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'

interface Props {
  readonly says: string | null
  readonly onDismiss: (none: null) => void
  /** A way out of it, beside the sentence. */
  readonly action?: ReactNode
}

export function Refusal({ says, onDismiss, action }: Props) {
  if (says === null) return null
  return (
    <Banner tone="failed" onDismiss={() => onDismiss(null)} action={action}>
      {says}
    </Banner>
  )
}
