/** One review of all that is typed, then the declarations one after the other, with an answer for each. */
import { api, t } from '@munim/contract'
import { dayOf as dayOfMoment } from '@munim/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMe } from '../../../api/may.ts'
import { useCall } from '../../../api/use-call.ts'
import { HalfResult } from '../../../game/result.tsx'
import { hintsOf, resultOf } from '../../../game/typed-result.ts'
import { Banner } from '../../../widgets/banner.tsx'
import course from '../../../widgets/course.module.css'
import { Course } from '../../../widgets/course.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { Link } from '../../../widgets/link.tsx'
import { Money } from '../../../widgets/money.tsx'
import { Refusal } from '../../../widgets/refusal.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { Status } from '../../../widgets/status.tsx'
import { SumLines, SumLinesSkeleton } from '../../../widgets/sum-lines.tsx'
import { useNow } from '../../../widgets/times.ts'
import { timeOfDay } from '../../../widgets/when.tsx'
import { madeOf, stakeOf } from '../kept.tsx'
import { nameOf, Said } from './panna-cell.tsx'
import styles from './review.module.css'
import { waitingAmong } from './rows.ts'
import type { Declared, Declaring, Item } from './use-declaring.ts'
import { type Figures, failedOf, type Prediction, type Predictions, sumOf } from './use-predictions.ts'

interface Props {
  readonly items: readonly Item[]
  readonly predictions: Predictions
  readonly declaring: Declaring
  readonly onClose: () => void
}

export function Review({ items, predictions, declaring, onClose }: Props) {
  const { answers, isRunning, why, run, stop, forget } = declaring
  const left = items.filter(({ row }) => !(row.key in answers))
  const predicted = items.map(({ row }) => predictions[row.key])
  const waits = useWaits(predicted)
  const isBegun = isRunning || left.length < items.length
  const failed = failedOf(predicted)
  const isRead = useRead()
  const isKnown = predicted.every((each) => each?.state !== 'asked')
  return (
    <Dialog
      title={t('Declare results')}
      line={t('One after the other, in this order')}
      {...(left.length === 0 && !isRunning && { done: t('Done') })}
      {...(left.length > 0 && {
        act: t('Declare {count, plural, one {# result} other {# results}}', { count: left.length }),
      })}
      isPending={isRunning}
      hasStop
      isDisabled={!isBegun && !(isKnown && isRead)}
      onAct={() => void run(left)}
      onClose={onClose}
    >
      <Refusal says={why && t('Stopped: {why}', { why })} onDismiss={() => forget([])} />
      {isBegun && (
        <Course
          name={t('Declared')}
          answered={items.length - left.length}
          all={items.length}
          onStop={isRunning ? stop : null}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol className={`mu-ruled ${course.lines}`} aria-label={t('Results that are declared')} tabIndex={0}>
        {items.map((item, index) => (
          <Line
            key={item.row.key}
            item={item}
            predicted={predicted[index]}
            answered={answers[item.row.key]}
            waits={waits[index] ?? false}
          />
        ))}
      </ol>
      {!isBegun && failed === 0 && <Sum of={isKnown ? sumOf(predicted) : null} />}
      {!isBegun && failed > 0 && (
        <Banner tone="warning">
          {t(
            'What they come to together, and which wait for a second person, is not known: {failed, plural, one {# result} other {# results}} could not be predicted.',
            { failed },
          )}
        </Banner>
      )}
      {!isBegun && (
        <Banner tone="warning">
          {t('All bets are processed and wallets updated. This cannot be undone easily.')}
        </Banner>
      )}
    </Dialog>
  )
}

/**
 * Whether the rows were read again since the review opened: who does not follow live learns so what was reverted
 * meanwhile. What comes later is looked at as each is sent, and takes no button from under the pointer.
 */
function useRead(): boolean {
  const queries = useQueryClient()
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [api.results.due.path] }).then(() => setRead(true))
  }, [queries])
  return isRead
}

/** Which wait for a second person as things are: what this administrator did alone today counts. */
function useWaits(predicted: readonly (Prediction | undefined)[]): boolean[] {
  const isOn = useMe()?.confirms === true
  const alone = useCall(api.acts.alone, {}, isOn)
  const kept = predicted.map((each) => (each?.state === 'known' ? each.kept : null))
  return waitingAmong(kept, isOn && alone.state === 'ready' ? alone.answer.data.losses : null)
}

interface LineProps {
  readonly item: Item
  readonly predicted: Prediction | undefined
  readonly answered: Declared | undefined
  readonly waits: boolean
}

function Line({ item: { row, figures, isEarly }, predicted, answered, waits }: LineProps) {
  const isToday = row.date === dayOfMoment(useNow())
  const cautions = [
    ...hintsOf(figures, row.half).map((hint) => t('{words}.', { words: hint })),
    ...(isToday ? [] : [t('Not of today.')]),
    ...(isEarly
      ? [
          t('Before its time: betting runs until {time}, and would end now.', {
            time: timeOfDay(new Date(row.since)),
          }),
        ]
      : []),
  ]
  return (
    <li className={`mu-ends ${styles.line}`}>
      <span>
        {answered === undefined ? (
          nameOf(row)
        ) : (
          <Link to={`/results/details/${row.marketId}`} search={{ date: row.date }}>
            {nameOf(row)}
          </Link>
        )}{' '}
        <HalfResult result={resultOf(figures)} half={row.half} />
      </span>
      {answered === undefined ? <Effect of={predicted} /> : <Said answered={answered} />}
      {answered === undefined && (cautions.length > 0 || waits) && (
        <div className={`mu-fine mu-amber ${styles.marks}`}>
          {cautions.map((caution) => (
            <span key={caution}>{caution}</span>
          ))}
          {waits && <Status is="half">{t('waits for a second person')}</Status>}
        </div>
      )}
    </li>
  )
}

function Effect({ of }: { readonly of: Prediction | undefined }) {
  if (of?.state === 'failed')
    return <span className="mu-red">{t('What it would do is not known: {why}', { why: of.message })}</span>
  if (of?.state !== 'known') return <i className={`mu-blank ${styles.blank}`} aria-busy />
  return (
    <span>
      <Sentence
        of="pays {pays}, keeps {kept}"
        pays={<Money rupees={of.pays} />}
        kept={<Money rupees={of.kept} isSigned />}
      />
    </span>
  )
}

/** Null while it is asked. */
function Sum({ of }: { readonly of: Figures | null }) {
  if (of === null) return <SumLinesSkeleton />
  return (
    <SumLines
      lines={[stakeOf(of.bids, of.stake), { label: t('Paid to winners'), rupees: -of.pays }]}
      total={madeOf(of.kept)}
    />
  )
}
