/** Declares a result, after showing it once more over the draw as it is read at this moment. */
import { type Answer, api, t } from '@munim/contract'
import { type Day, dayOf as dayOfMoment, isDeclared, statusOf, warningsOf, weekdayOf } from '@munim/core'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { type Call, useCall } from '../../../api/use-call.ts'
import { HindiName } from '../../../game/hindi-name.tsx'
import { ResultCells } from '../../../game/result.tsx'
import { manualOf, resultOf, type TypedFigures } from '../../../game/typed-result.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { count, rupeesInWords } from '../../../widgets/money.tsx'
import { tellDone } from '../../../widgets/notice.tsx'
import { useNow, weekdayName } from '../../../widgets/times.ts'
import { dayOf, timeOfDay } from '../../../widgets/when.tsx'
import { AFTER_A_RESULT, type Draw } from '../draw.ts'
import { type Fetched, fetchedInWords, isAsFetched } from '../fetched.ts'
import { DeclarePrediction } from './declare-prediction.tsx'
import styles from './dialogs.module.css'
import { WorkingBar } from './working-bar.tsx'

interface Props {
  readonly draw: Draw
  readonly date: Day
  readonly figures: TypedFigures
  /** What the source said of this day, where it was asked. */
  readonly fetched: Fetched | null
  readonly onClose: () => void
  readonly onDone: () => void
}

export function DeclareResult({ draw, date, figures, fetched, onClose, onDone }: Props) {
  const now = useNow()
  const [before] = useState(draw)
  const [refusal, setRefusal] = useState<string | null>(null)
  const reading = useCall(api.markets.get, { id: draw.id, date })
  const result = resultOf(figures)
  const latest = latestOf(reading) ?? before
  const declaring = useAction(api.results.declare, {
    refreshes: AFTER_A_RESULT,
    onDone: ({ data }) => {
      tellDone(<Done {...data} />)
      onDone()
    },
    onFailed: setRefusal,
  })
  const cautions = [
    ...(fetched?.doubts ?? []).map((doubt) => `${doubt}.`),
    ...warningsOf(result).map((warning) => `${warning}.`),
    ...(date === dayOfMoment(now)
      ? []
      : [`For ${weekdayName(weekdayOf(date))}, ${dayOf(date)}, not for today.`]),
    ...beforeTime(latest, figures, now),
  ]
  const isOff = latest.opens_at === null

  return (
    <Dialog
      title={t('Declare Result')}
      line={
        <>
          {draw.name} <HindiName of={draw} in="line" /> · {dayOf(date)}
        </>
      }
      act={t('Declare')}
      isPending={declaring.isPending}
      isDisabled={isOff}
      onAct={() => {
        setRefusal(null)
        void declaring.run({ marketId: draw.id, date, ...manualOf(figures) })
      }}
      onClose={onClose}
    >
      {refusal !== null && <Banner tone="failed">{refusal}</Banner>}
      <div className={styles.large}>
        <ResultCells result={result} />
      </div>
      <DeclarePrediction marketId={draw.id} date={date} figures={figures} />
      <p>{whatHappens(latest, figures)}</p>
      {isOff && (
        <Banner tone="failed">
          {draw.name} does not run on a {weekdayName(weekdayOf(date))}; a result can't be declared for{' '}
          {dayOf(date)}.
        </Banner>
      )}
      <Banner tone="warning">
        {cautions.map((caution) => (
          <span key={caution} className={styles.caution}>
            {caution}
          </span>
        ))}
        All bets are processed and wallets updated. This cannot be undone easily.
      </Banner>
      <p className={styles.small} aria-live="polite">
        {fetched && `${sourceOf(fetched, figures)} `}
        {readAgain(reading, before)}
      </p>
      {declaring.isPending && <WorkingBar name="Declaring the result" />}
    </Dialog>
  )
}

type Reading = Call<Answer<typeof api.markets.get>>

/** The draw as it stands at the server now; undefined until that is known. */
const latestOf = (reading: Reading): Draw | undefined =>
  reading.state === 'ready' && !reading.isRefreshing && reading.outdated === null
    ? reading.answer.data
    : undefined

function readAgain(reading: Reading, before: Draw): string {
  const latest = latestOf(reading)
  if (latest === undefined) {
    const isReading = reading.state === 'loading' || (reading.state === 'ready' && reading.isRefreshing)
    return isReading ? t('Reading the market again…') : t('The market could not be read again.')
  }
  const [then, now] = [writtenOut(before), writtenOut(latest)]
  return then === now
    ? t('Read again just now: unchanged.')
    : `The result changed meanwhile: ${now} is declared now, it was ${then}.`
}

/** Where the figures come from, and that somebody changed them since. */
function sourceOf(fetched: Fetched, figures: TypedFigures): string {
  return `${fetchedInWords(fetched)}${isAsFetched(fetched, figures) ? '' : ', and changed by hand since'}.`
}

function writtenOut(draw: Draw): string {
  if (statusOf(draw) === 'pending') return 'nothing'
  const open = `${draw.open_digit}-${draw.open_panna}`
  return statusOf(draw) === 'partial' ? open : `${open} ${draw.close_digit}-${draw.close_panna}`
}

/** Which halves this declares, and which bets it decides. */
function whatHappens(draw: Draw, { close_digit }: TypedFigures): string {
  const hasClose = close_digit !== ''
  if (!isDeclared(draw, 'open')) {
    return hasClose
      ? t('Declares open and close together.')
      : t('Declares the open. Jodi, red bracket and sangam bets wait for the close.')
  }
  return `Declares the close. The open ${draw.open_digit}-${draw.open_panna} stands and is not paid again.`
}

/** The halves that are declared while players may still bet on them. */
function beforeTime(draw: Draw, { close_digit }: TypedFigures, now: Date): string[] {
  const halves = [
    [t('the open'), draw.opens_at, !isDeclared(draw, 'open')],
    [t('the close'), draw.closes_at, close_digit !== '' && !isDeclared(draw, 'close')],
  ] as const
  const early = halves.flatMap(([half, ends, isNew]) =>
    isNew && ends !== null && new Date(ends) > now ? [`on ${half} until ${timeOfDay(new Date(ends))}`] : [],
  )
  return early.length === 0 ? [] : [`Before its time: betting runs ${early.join(', ')}, and would end now.`]
}

function Done({ winners, paid }: Answer<typeof api.results.declare>['data']) {
  return (
    <>
      <span>{t('Result declared successfully!')}</span>{' '}
      {winners === 0
        ? t('Nobody won.')
        : `${count(winners)} ${winners === 1 ? 'winner' : 'winners'} paid ${rupeesInWords(paid)}.`}
    </>
  )
}
