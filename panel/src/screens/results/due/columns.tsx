/** The columns of the results to declare: what is due since when, what is typed, what the house pays and keeps by it. */
import { t } from '@munim/contract'
import { EMPTY } from '@munim/core'
import type { ReactNode } from 'react'
import { SESSIONS } from '../../../game/bid-cells.tsx'
import { AskedFor } from '../../../widgets/asked-for.tsx'
import type { Column } from '../../../widgets/column.ts'
import { Link } from '../../../widgets/link.tsx'
import { Money } from '../../../widgets/money.tsx'
import { Status } from '../../../widgets/status.tsx'
import { lengthInWords, useNow } from '../../../widgets/times.ts'
import { timeOfDay, When } from '../../../widgets/when.tsx'
import { dayInWords } from '../draw.ts'
import styles from './columns.module.css'
import { PannaCell } from './panna-cell.tsx'
import type { Row, TypedRows } from './rows.ts'
import type { Declaring } from './use-declaring.ts'
import type { Figures, Prediction, Predictions } from './use-predictions.ts'

interface Parts extends Pick<Declaring, 'answers'> {
  readonly typed: TypedRows
  readonly wrong: Readonly<Record<string, string>>
  readonly predictions: Predictions
  readonly onType: (row: Row, kind: 'digit' | 'panna', text: string) => void
}

export function columnsOf({ typed, wrong, answers, predictions, onType }: Parts): readonly Column<Row>[] {
  const figure = (which: keyof Figures, isSigned = false) => {
    const cell = ({ key }: Row) => <Predicted of={predictions[key]} figure={which} isSigned={isSigned} />
    return { cell, align: 'right' } as const
  }
  return [
    { title: t('Market'), cell: (row) => <Market of={row} />, card: 'title' },
    { title: t('Half'), cell: (row) => <HalfOf row={row} />, card: 'sub' },
    { title: t('Due since'), cell: (row) => <Since of={row} />, tone: 'soft', card: 'asideSub' },
    {
      title: t('Panna and digit'),
      cell: (row) => (
        <PannaCell
          row={row}
          typed={typed}
          wrong={wrong[row.key]}
          answered={answers[row.key]}
          onType={(kind, text) => onType(row, kind, text)}
        />
      ),
    },
    { title: t('Stake'), ...figure('stake'), card: 'none' },
    { title: t('Pays'), ...figure('pays') },
    { title: t('House keeps'), ...figure('kept', true) },
  ]
}

/** A close says which open it goes with. */
function HalfOf({ row: { half, open_digit, open_panna } }: { readonly row: Row }) {
  const hasOpen = half === 'close' && open_digit !== EMPTY
  return (
    <>
      {SESSIONS[half]}
      {hasOpen && (
        <span className={`mu-sub mu-whole ${styles.line}`}>
          {t('open {result}', { result: `${open_digit}-${open_panna}` })}
        </span>
      )}
    </>
  )
}

function Market({ of: { marketId, name, date, note } }: { readonly of: Row }) {
  const now = useNow()
  return (
    <div className={styles.market}>
      <Link to={`/results/details/${marketId}`} search={{ date }} className="mu-name mu-ink mu-thumb">
        {name}
      </Link>
      <span className={`mu-sub mu-breaks ${styles.line}`}>{dayInWords(date, now)}</span>
      {note !== '' && (
        <span className={`mu-sub mu-breaks ${styles.line}`}>{t('Auto declare: {note}', { note })}</span>
      )}
      <AskedFor thing="draw" id={`${marketId} ${date}`} isLine />
    </div>
  )
}

function Since({ of: { since, isEarly } }: { readonly of: Row }) {
  const now = useNow()
  if (isEarly)
    return <Status is="running">{t('bets until {time}', { time: timeOfDay(new Date(since)) })}</Status>
  return (
    <>
      <When at={since} as="short" />
      <span className="mu-fine mu-red mu-medium mu-block">
        {t('{length} late', { length: lengthInWords(now.getTime() - Date.parse(since)) })}
      </span>
    </>
  )
}

interface PredictedProps {
  readonly of: Prediction | undefined
  readonly figure: keyof Figures
  readonly isSigned: boolean
}

/** A dash until the row is whole; why it is not known is said once, in the last column. */
function Predicted(props: PredictedProps) {
  return (
    <span className={styles.figure}>
      <Figure {...props} />
    </span>
  )
}

function Figure({ of, figure, isSigned }: PredictedProps): ReactNode {
  if (of?.state === 'known') return <Money rupees={of[figure]} isSigned={isSigned} />
  if (of?.state === 'asked') return <i className="mu-blank" />
  if (of?.state === 'failed' && figure === 'kept')
    return <span className={`mu-fine mu-red mu-right mu-breaks ${styles.why}`}>{of.message}</span>
  return <span className="mu-soft">–</span>
}
