/** A market's Hindi name beside its Latin one: a size larger, on the same line, in ink-2. Nothing where it has none. */
import { dayOf } from '../widgets/when.tsx'
import styles from './hindi-name.module.css'

interface Props {
  readonly of: { readonly name_hindi: string }
  /** Beside a title, in a row, in a line of small text. */
  readonly in?: 'title' | 'row' | 'line'
}

export function HindiName({ of: { name_hindi: name }, in: place = 'row' }: Props) {
  if (name === '') return null
  return (
    <span lang="hi" className={`mu-plain mu-regular ${styles.name}`} data-in={place}>
      {name}
    </span>
  )
}

interface DrawProps {
  readonly of: { readonly name: string; readonly name_hindi: string }
  readonly date: string
}

/** Which draw a dialog is about. */
export const DrawInLine = ({ of: market, date }: DrawProps) => (
  <>
    {market.name} <HindiName of={market} in="line" /> · {dayOf(date)}
  </>
)
