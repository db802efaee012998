/** What is typed into one row: the panna, which fills its digit; below it what looks odd, and what became of it. */
import { TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { useId } from 'react'
import { hintsOf } from '../../../game/typed-result.ts'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { Status } from '../../../widgets/status.tsx'
import { dayOf } from '../../../widgets/when.tsx'
import styles from './panna-cell.module.css'
import { figuresIn, type Row, type TypedRows } from './rows.ts'
import { type Declared, isDecided } from './use-declaring.ts'

interface Props {
  readonly row: Row
  readonly typed: TypedRows
  /** What keeps it from being declared, once that was asked for. */
  readonly wrong: string | undefined
  readonly answered: Declared | undefined
  readonly onType: (kind: 'digit' | 'panna', text: string) => void
}

export function PannaCell({ row, typed, wrong, answered, onType }: Props) {
  const id = useId()
  const figures = figuresIn(row, typed)
  const of = nameOf(row)
  const shared = {
    inputMode: 'numeric',
    disabled: row.isGone || isDecided(answered),
    error: wrong !== undefined,
    'data-row': row.key,
    classNames: { input: styles.figures! },
  } as const
  return (
    <fieldset className={styles.cell} aria-label={of} aria-describedby={id}>
      <TextInput
        {...shared}
        aria-label={t('Panna of {half}', { half: of })}
        data-panna
        maxLength={3}
        value={figures[`${row.half}_panna`]}
        onChange={(event) => onType('panna', event.currentTarget.value)}
      />
      <TextInput
        {...shared}
        aria-label={t('Digit of {half}', { half: of })}
        maxLength={1}
        value={figures[`${row.half}_digit`]}
        onChange={(event) => onType('digit', event.currentTarget.value)}
      />
      <div id={id} className={`mu-fine mu-amber mu-breaks ${styles.below}`} aria-live="polite">
        {wrong !== undefined && <p className="mu-red">{wrong}</p>}
        {!isDecided(answered) &&
          hintsOf(figures, row.half).map((hint) => <p key={hint}>{t('{hint}.', { hint })}</p>)}
        {row.isGone && !isDecided(answered) && <p>{t('It is no longer listed.')}</p>}
        <Said answered={answered} />
      </div>
    </fieldset>
  )
}

/** "KALYAN, close, 22 Nov 2026" */
export const nameOf = ({ name, half, date }: Row): string =>
  t('{name}, {half, select, open {open} other {close}}, {day}', { name, half, day: dayOf(date) })

/** What became of a row that was sent; nothing where none was. */
export function Said({ answered }: { readonly answered: Declared | undefined }) {
  if (answered === undefined) return null
  if (answered.is === 'second') return <Status is="half">{t('waits for a second person')}</Status>
  if (answered.is === 'refused')
    return <p className="mu-red">{answered.fields.confirmEarly ?? answered.sentence}</p>
  const { winningBids, paid } = answered.told.data
  return (
    <Status is="good">
      {winningBids === 0
        ? t('Declared: nobody won')
        : t('Declared: {amount} paid for {winningBids, plural, one {# winning bet} other {# winning bets}}', {
            amount: rupeesInWords(paid),
            winningBids,
          })}
    </Status>
  )
}
