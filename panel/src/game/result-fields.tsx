/** The four fields of a result, open and close apart. A panna fills its digit; what looks odd is said, never refused. */

import { TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import type { Half, PickField } from '@munim/core'
import { type ReactNode, useId } from 'react'
import styles from './result-fields.module.css'
import { type Complaints, hintsOf, retyped, type TypedFigures } from './typed-result.ts'

const HALVES = [
  { half: 'open', word: t('Open'), digit: t('Open Digit'), panna: t('Open Panna') },
  { half: 'close', word: t('Close'), digit: t('Close Digit'), panna: t('Close Panna') },
] as const

interface Props {
  readonly typed: TypedFigures
  readonly onType: (typed: TypedFigures) => void
  readonly wrong: Complaints
  /** Below the fields of a half: what is declared already. */
  readonly notes?: Partial<Record<Half, ReactNode>>
}

export function ResultFields({ typed, onType, wrong, notes = {} }: Props) {
  const id = useId()
  const field = (half: Half, kind: 'digit' | 'panna', label: string) => {
    const name: PickField = `${half}_${kind}`
    return (
      <TextInput
        label={label}
        inputMode="numeric"
        maxLength={kind === 'digit' ? 1 : 3}
        value={typed[name]}
        onChange={(event) => onType(retyped(typed, name, event.currentTarget.value))}
        error={wrong[name]}
        classNames={{ input: styles.figures }}
      />
    )
  }
  return (
    <div className={`mu-halves mu-gap-12 ${styles.halves}`}>
      {HALVES.map(({ half, word, digit, panna }) => (
        <fieldset key={half} className={styles.half} aria-describedby={`${id}-${half}`}>
          <legend>{word}</legend>
          <div className={`mu-form ${styles.fields}`}>
            {field(half, 'digit', digit)}
            {field(half, 'panna', panna)}
          </div>
          <div id={`${id}-${half}`} aria-live="polite" className={`mu-small ${styles.below}`}>
            {hintsOf(typed, half).map((hint) => (
              <p key={hint} className="mu-amber">
                {t('{hint}.', { hint })}
              </p>
            ))}
            {notes[half] !== undefined && <p>{notes[half]}</p>}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
