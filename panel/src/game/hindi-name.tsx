/** A market's Hindi name beside its Latin one: a size larger, a little lower, in ink-2. Nothing where it has none. */
import styles from './hindi-name.module.css'

interface Props {
  readonly of: { readonly name_hindi: string }
  /** Beside a title, in a row, in a line of small text. */
  readonly in?: 'title' | 'row' | 'line'
}

export function HindiName({ of: { name_hindi: name }, in: place = 'row' }: Props) {
  if (name === '') return null
  return (
    <span lang="hi" className={styles.name} data-in={place}>
      {name}
    </span>
  )
}
