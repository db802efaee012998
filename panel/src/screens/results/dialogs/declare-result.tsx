/** Declares a result, after showing it once more over the draw as it is read at this moment. */
import { type Answer, api, say, t } from '@munim/contract'
import {
  type Day,
  dayOf as dayOfMoment,
  type Half,
  isDeclared,
  statusOf,
  warningsOf,
  weekdayOf,
} from '@munim/core'
import { useRef, useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { type Call, onlyLatest, useCall } from '../../../api/use-call.ts'
import { DrawInLine } from '../../../game/hindi-name.tsx'
import { ResultCells } from '../../../game/result.tsx'
import { manualOf, resultOf, type TypedFigures } from '../../../game/typed-result.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { Link } from '../../../widgets/link.tsx'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { tellDone, tellingWaits } from '../../../widgets/notice.tsx'
import { SumLines, SumLinesSkeleton } from '../../../widgets/sum-lines.tsx'
import { useNow, weekdayName } from '../../../widgets/times.ts'
import { dayOf, timeOfDay } from '../../../widgets/when.tsx'
import { WorkingBar } from '../../../widgets/working-bar.tsx'
import { AFTER_A_RESULT, type Draw } from '../draw.ts'
import { asSentence, type Fetched, isAsFetched } from '../fetched.ts'
import { madeOf, stakeOf } from '../kept.tsx'
import styles from './dialogs.module.css'
import { LookAgain } from './look-again.tsx'

interface Props {
  readonly draw: Draw
  readonly date: Day
  readonly figures: TypedFigures
  /** What the source said of this day, where it was asked. */
  readonly fetched: Fetched | null
  readonly onClose: () => void
  readonly onDone: () => void
}

export function DeclareResult({ draw, date: asked, figures, fetched, onClose, onDone }: Props) {
  const now = useNow()
  // Whatever the page behind comes to show: the figures were typed for this day.
  const [date] = useState(asked)
  const [before] = useState(draw)
  const [isStale, setStale] = useState(false)
  /** What the server wants to be confirmed: by its clock it is early, where this machine's is ahead. */
  const [toConfirm, setToConfirm] = useState<string | undefined>()
  const reading = useCall(api.markets.get, { id: draw.id, date })
  const result = resultOf(figures)
  const [weekday, day] = [weekdayName(weekdayOf(date)), dayOf(date)]
  // While it is read once more it is what was read last: sentence, sums and what is sent are of one reading.
  const known = useRef(before)
  known.current = latestOf(reading) ?? known.current
  const latest = known.current
  const halves = newHalves(latest, figures)
  // The same figures decide other bets once the open is declared.
  const body = { marketId: draw.id, date, ...manualOf(figures), limit: 1 }
  const predicted = onlyLatest(useCall(api.results.predict, body, true, halves))
  // What the form said goes along, and is not paid again, would be paid.
  const isMore = halves.some((half) => !newHalves(before, figures).includes(half))
  const declaring = useAction(api.results.declare, {
    refreshes: AFTER_A_RESULT,
    onDone: ({ data }) => {
      tellDone(<Done {...data} draw={draw} />)
      onDone()
    },
    onFailed: (_, { fields }) => {
      setToConfirm(fields.confirmEarly)
      setStale(fields.basedOn !== undefined)
    },
    onWaits: tellingWaits(onClose),
  })
  const early = beforeTime(latest, figures, now)
  const cautions = [
    ...(fetched?.doubts ?? []).map(asSentence),
    ...warningsOf(result).map(say).map(asSentence),
    ...(date === dayOfMoment(now) ? [] : [t('For {weekday}, {day}, not for today.', { weekday, day })]),
    ...early,
  ]
  const isOff = latest.open_ends_at === null

  return (
    <Dialog
      title={t('Declare Result')}
      line={<DrawInLine of={draw} date={date} />}
      act={t('Declare')}
      doing={toConfirm === undefined ? declaring : { ...declaring, refusal: null }}
      wayOut={isStale && <LookAgain at={[reading, predicted]} onLook={() => declaring.setRefusal(null)} />}
      isDisabled={
        isOff ||
        ((isMore || !isNew(latest, figures) || predicted.state === 'loading') && !declaring.isPending)
      }
      onAct={() => {
        void declaring.run({
          marketId: draw.id,
          date,
          ...manualOf(figures),
          basedOn: halves,
          ...((early.length > 0 || toConfirm !== undefined) && { confirmEarly: true }),
        })
      }}
      onClose={onClose}
    >
      {toConfirm !== undefined && <Banner tone="warning">{toConfirm}</Banner>}
      <div className={styles.large}>
        <ResultCells result={result} />
      </div>
      <Predicted of={predicted} />
      <p>
        {isMore
          ? t('What was declared is reverted meanwhile: close this, and look again at what is typed.')
          : whatHappens(latest, figures)}
      </p>
      {isOff && (
        <Banner tone="failed">
          {t("{market} does not run on a {weekday}; a result can't be declared for {day}.", {
            market: draw.name,
            weekday,
            day,
          })}
        </Banner>
      )}
      <Banner tone="warning">
        {cautions.map((caution) => (
          <span key={caution} className="mu-block mu-below-4">
            {caution}
          </span>
        ))}
        {t('All bets are processed and wallets updated. This cannot be undone easily.')}
      </Banner>
      <p className="mu-small" aria-live="polite">
        {fetched && `${sourceOf(fetched, figures)} `}
        {readAgain(reading, before)}
      </p>
      {declaring.isPending && <WorkingBar name={t('Declaring the result')} />}
    </Dialog>
  )
}

/** What declaring would do, by the answer to what is asked now and no earlier one. */
function Predicted({ of: predicted }: { readonly of: Call<Answer<typeof api.results.predict>> }) {
  if (predicted.state === 'failed') {
    return (
      <Banner tone="warning">{t('What it would do is not known: {why}', { why: predicted.message })}</Banner>
    )
  }
  if (predicted.state === 'loading') return <SumLinesSkeleton />
  const of = predicted.answer.data.statistics
  return (
    <SumLines
      lines={[
        stakeOf(of.total_bets, of.total_bet_amount),
        {
          label: t('Pays {bets, plural, one {# winning bet} other {# winning bets}}', {
            bets: of.winning_bets,
          }),
          rupees: -of.total_winning_amount,
        },
      ]}
      total={madeOf(of.net_house_profit)}
    />
  )
}

type Reading = Call<Answer<typeof api.markets.get>>

/** The draw as the server has it now; undefined until that is known. */
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
    : t(
        'The result changed meanwhile: {now, select, nothing {nothing is declared now} other {{now} is declared now}}, it was {then, select, nothing {nothing} other {{then}}}.',
        { now, then },
      )
}

/** Where the figures come from, and that they were changed by hand since. */
function sourceOf(fetched: Fetched, figures: TypedFigures): string {
  const told = { source: fetched.source, time: timeOfDay(new Date(fetched.fetchedAt)) }
  return isAsFetched(fetched, figures)
    ? t('Fetched from {source} at {time}.', told)
    : t('Fetched from {source} at {time}, and changed by hand since.', told)
}

/** "1-128 4-455", "1-128", or "nothing" where nothing is declared. */
function writtenOut(draw: Draw): string {
  if (statusOf(draw) === 'pending') return 'nothing'
  const open = `${draw.open_digit}-${draw.open_panna}`
  return statusOf(draw) === 'partial' ? open : `${open} ${draw.close_digit}-${draw.close_panna}`
}

/** Whether this declares anything: an open that is declared meanwhile is nothing new without a close. */
const isNew = (draw: Draw, { close_digit }: Pick<TypedFigures, 'close_digit'>): boolean =>
  close_digit !== '' || !isDeclared(draw, 'open')

/** The halves that this declares. */
const newHalves = (draw: Draw, { close_digit }: Pick<TypedFigures, 'close_digit'>): Half[] =>
  (['open', 'close'] as const).filter(
    (half) => !isDeclared(draw, half) && (half === 'open' || close_digit !== ''),
  )

/** Which halves this declares, and which bets it decides. */
function whatHappens(draw: Draw, { close_digit }: Pick<TypedFigures, 'close_digit'>): string {
  const hasClose = close_digit !== ''
  if (!isNew(draw, { close_digit })) return t('The open is declared already: the close is still to be typed.')
  if (!isDeclared(draw, 'open')) {
    return hasClose
      ? t('Declares open and close together.')
      : t('Declares the open. Jodi, red bracket and sangam bets wait for the close.')
  }
  return t('Declares the close. The open {result} stays and is not paid again.', {
    result: `${draw.open_digit}-${draw.open_panna}`,
  })
}

/** Said where a half is declared while players may still bet on it. */
function beforeTime(draw: Draw, { close_digit }: TypedFigures, now: Date): string[] {
  const endOf = (half: Half, ends: string | null) =>
    !isDeclared(draw, half) && ends !== null && new Date(ends) > now ? timeOfDay(new Date(ends)) : null
  const open = endOf('open', draw.open_ends_at)
  const close = close_digit === '' ? null : endOf('close', draw.close_ends_at)
  if (open !== null && close !== null)
    return [
      t(
        'Before its time: betting runs on the open until {open}, on the close until {close}, and would end now.',
        { open, close },
      ),
    ]
  if (open !== null)
    return [t('Before its time: betting runs on the open until {open}, and would end now.', { open })]
  return close === null
    ? []
    : [t('Before its time: betting runs on the close until {close}, and would end now.', { close })]
}

type Told = Answer<typeof api.results.declare>['data'] & { readonly draw: Draw }

/** The bell keeps it, so it leads to the draw wherever it is read. */
function Done({ winningBids, paid, date, draw }: Told) {
  return (
    <>
      <span>{t('Result declared successfully!')}</span>{' '}
      {winningBids === 0
        ? t('Nobody won.')
        : t('{winningBids, plural, one {# winning bet} other {# winning bets}} paid {amount}.', {
            winningBids,
            amount: rupeesInWords(paid),
          })}{' '}
      <Link to={`/results/details/${draw.id}`} search={{ date }}>
        {t('{market}, {day}', { market: draw.name, day: dayOf(date) })}
      </Link>
    </>
  )
}
