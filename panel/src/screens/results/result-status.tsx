/** How far a draw is decided, and one half of it. The status is filled while something of the draw is due. */
import { t } from '@munim/contract'
import type { Half } from '@munim/core'
import { HalfResult } from '../../game/result.tsx'
import { type Meaning, Status } from '../../widgets/status.tsx'
import { type Fate, fateOf, isVoid } from './draw.ts'

const WORDS: Readonly<Record<ReturnType<typeof fateOf>, readonly [Meaning, string]>> = {
  pending: ['waiting', t('Pending')],
  partial: ['half', t('Partial')],
  complete: ['good', t('Complete')],
  voided: ['neutral', t('Voided')],
}

export function StatusOfResult({ of: draw, isDue = false }: { readonly of: Fate; readonly isDue?: boolean }) {
  const [meaning, word] = WORDS[fateOf(draw)]
  return (
    <Status is={meaning} isFilled={isDue}>
      {word}
    </Status>
  )
}

/** Digit and panna of one half, that it was voided, or a dash. */
export function HalfOf({ draw, half }: { readonly draw: Fate; readonly half: Half }) {
  return isVoid(draw, half) ? (
    <span className="mu-soft mu-regular">{t('void')}</span>
  ) : (
    <HalfResult result={draw} half={half} />
  )
}
