/** A few filters of which one is on, as buttons side by side. */
import styles from './choices.module.css'

interface Props<V extends string> {
  readonly label: string
  /** [value, word] */
  readonly choices: readonly (readonly [V, string])[]
  readonly value: V
  readonly onChoose: (value: V) => void
}

export function Choices<V extends string>({ label, choices, value, onChoose }: Props<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map(([choice, word]) => (
        <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChoose(choice)}>
          {word}
        </button>
      ))}
    </div>
  )
}
