/** A result as it is written: one half as 1-128, a whole one in three joined cells with the jodi in the middle. */
import { t } from '@munim/contract'
import { EMPTY, type Half, isDeclared, type Result } from '@munim/core'
import styles from './result.module.css'

/** The digit, hyphen and panna of one half; a dash where it isn't declared. */
export function HalfResult({ result, half }: { readonly result: Result; readonly half: Half }) {
  if (!isDeclared(result, half)) return <span className="mu-soft mu-regular">–</span>
  return (
    <span className={`mu-plain mu-whole ${styles.half}`}>
      <strong>{result[`${half}_digit`]}</strong>
      <span className={styles.hyphen}>-</span>
      {result[`${half}_panna`]}
    </span>
  )
}

const WORDS = [t('Open'), t('Jodi'), t('Close')] as const

interface Props {
  readonly result: Result
  /** Over the panna of the open, the two digits, the panna of the close. */
  readonly words?: readonly [string, string, string]
}

export function ResultCells({ result, words = WORDS }: Props) {
  return (
    <dl className={styles.cells}>
      <div>
        <dt className="mu-small mu-medium">{words[0]}</dt>
        <dd>
          <Figures of={result.open_panna} />
        </dd>
      </div>
      <div className={styles.jodi}>
        <dt className="mu-small mu-medium">{words[1]}</dt>
        <dd>
          <Figures of={result.open_digit} />
          {isDeclared(result, 'open') && <Figures of={result.close_digit} />}
        </dd>
      </div>
      <div>
        <dt className="mu-small mu-medium">{words[2]}</dt>
        <dd>
          <Figures of={result.close_panna} />
        </dd>
      </div>
    </dl>
  )
}

const Figures = ({ of: figures }: { readonly of: string }) =>
  figures === EMPTY || figures === '' ? <span className="mu-soft mu-regular">–</span> : figures
