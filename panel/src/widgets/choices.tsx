/** A few filters of which one is on, as buttons side by side; how many there are of each is beside its name, no part of it. */
import { useId } from 'react'
import styles from './choices.module.css'
import { count } from './money.tsx'

interface Props<V extends string> {
  readonly label: string
  /** [value, word] */
  readonly choices: readonly (readonly [V, string])[]
  readonly value: V
  readonly onChoose: (value: V) => void
  readonly counts?: Readonly<Record<string, number | null>>
}

export function Choices<V extends string>({ label, choices, value, onChoose, counts = {} }: Props<V>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map(([choice, word]) => {
        const many = counts[choice] ?? null
        const countId = many === null ? undefined : `${id}-${choice}`
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === value}
            aria-describedby={countId}
            onClick={() => onChoose(choice)}
          >
            {word}
            {many !== null && (
              <span id={countId} className="mu-note mu-medium mu-after-6" aria-hidden="true">
                {count(many)}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
