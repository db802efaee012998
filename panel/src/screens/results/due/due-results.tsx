/** The results that are due, of all markets in one column: typed downwards, reviewed once, declared one after the other. */
import { Button, Switch } from '@mantine/core'
import { api, DAYS_BACK, t } from '@munim/contract'
import { addDays, dayOf as dayOfMoment } from '@munim/core'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { OtherQueues } from '../../../game/tasks.tsx'
import { Allowed } from '../../../widgets/allowed.tsx'
import { Banner } from '../../../widgets/banner.tsx'
import { keyOf } from '../../../widgets/keys.ts'
import { Link } from '../../../widgets/link.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { Money } from '../../../widgets/money.tsx'
import { PageHead } from '../../../widgets/page-head.tsx'
import { RecordsOf, RecordsSkeleton } from '../../../widgets/records.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { showWrong } from '../../../widgets/show-wrong.ts'
import { useNow } from '../../../widgets/times.ts'
import { useUnsaved } from '../../../widgets/use-unsaved.ts'
import { columnsOf } from './columns.tsx'
import styles from './due-results.module.css'
import { Review } from './review.tsx'
import {
  complaintOf,
  type DueHalf,
  figuresIn,
  isBegun,
  merged,
  type Row,
  revertedSince,
  type TypedRows,
  typedInto,
  typedWithout,
} from './rows.ts'
import { type Declaring, type Item, isDecided, useDeclaring, wantsEarly } from './use-declaring.ts'
import { failedOf, type Prediction, sumOf, usePredictions } from './use-predictions.ts'

export function DueResults() {
  const due = useCall(api.results.due, { early: true })
  const queries = useQueryClient()
  const [showsEarly, setShowsEarly] = useState(false)
  const [readAt, setReadAt] = useState(0)
  function refresh() {
    setReadAt(readAt + 1)
    void queries.invalidateQueries({ queryKey: [api.results.due.path] })
  }
  return (
    <>
      <PageHead
        title={t('Results to declare')}
        from={{ name: t('Results'), to: '/results' }}
        facts={t('Type a panna, Enter goes to the next. Nothing is declared before the review.')}
        actions={
          <>
            <Switch
              label={t('Also those still bet on')}
              checked={showsEarly}
              onChange={(event) => setShowsEarly(event.currentTarget.checked)}
            />
            <Button
              leftSection={<IconRefresh size={16} stroke={1.8} />}
              disabled={due.state === 'loading'}
              onClick={refresh}
            >
              {t('Refresh')}
            </Button>
          </>
        }
        isStill
      />
      <Loaded call={due} waiting={<RecordsSkeleton columns={columnsOf(NOTHING_TYPED)} />}>
        {({ data }) => <Column halves={data} showsEarly={showsEarly} readAt={readAt} />}
      </Loaded>
    </>
  )
}

const NOTHING_TYPED = { typed: {}, wrong: {}, answers: {}, predictions: {}, onType: () => undefined }

const NOTHING_DUE = {
  title: t('No result is due'),
  icon: IconCheck,
  tone: 'good',
  hint: t('A result is due once the betting on it has ended.'),
  action: <OtherQueues but="/results/due" />,
} as const

interface Props {
  readonly halves: readonly DueHalf[]
  readonly showsEarly: boolean
  /** Another one begins the rows anew: what is decided goes, and the longest due comes first. */
  readonly readAt: number
}

function Column({ halves, showsEarly, readAt }: Props) {
  const [typed, setTyped] = useState<TypedRows>({})
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [reviewed, setReviewed] = useState<readonly Item[] | null>(null)
  const all = useRows(halves, readAt)
  const declaring = useDeclaring(all)
  const { answers } = declaring
  const { rows, tooOld } = useShown(all, showsEarly, typed)
  const undecided = rows.filter((row) => isBegun(row, typed) && !isDecided(answers[row.key]))
  const begun = undecided.filter(({ isGone }) => !isGone)
  // Of a row that is gone since the review opened, the review says why it can't be predicted.
  const isReviewed = ({ key }: Row) => reviewed?.some(({ row }) => row.key === key) ?? false
  const predicted = undecided.filter((row) => !row.isGone || isReviewed(row))
  const { predictions, askAgain } = usePredictions(predicted, typed)
  const place = useRef<HTMLDivElement>(null)
  useUnsaved(begun.length > 0, t('Leave without declaring what is typed?'))
  useFirstField(place)
  useForgotten({ all, readAt, isReviewed: reviewed !== null, declaring, setTyped })

  function type(row: Row, kind: 'digit' | 'panna', text: string) {
    setTyped(typedInto(row, typed, kind, text))
    setWrong({})
    if (row.key in answers) declaring.forget([row.key])
  }
  function review() {
    const complaints = begun.map((row) => [row.key, complaintOf(row, typed)] as const)
    const told = complaints.filter((each): each is readonly [string, string] => each[1] !== null)
    if (told.length > 0) return showWrong(() => setWrong(Object.fromEntries(told)))
    const isEarly = (row: Row) => row.isEarly || wantsEarly(answers[row.key])
    setReviewed(begun.map((row) => ({ row, figures: figuresIn(row, typed), isEarly: isEarly(row) })))
    declaring.begin(begun.map(({ key }) => key))
    askAgain()
  }

  return (
    <>
      {tooOld > 0 && <TooOld many={tooOld} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it. */}
      <div ref={place} className={styles.column} onKeyDown={(event) => walk(event, place.current!)}>
        <RecordsOf
          rows={rows}
          keyOf={({ key }) => key}
          columns={columnsOf({ typed, wrong, answers, predictions, onType: type })}
          caption={t('Results to declare, the longest due first')}
          empty={NOTHING_DUE}
        />
        {rows.length > 0 && (
          <ReviewBar
            predictions={begun.map(({ key }) => predictions[key])}
            many={begun.length}
            onReview={review}
          />
        )}
      </div>
      {reviewed !== null && (
        <Review
          items={reviewed}
          predictions={predictions}
          declaring={declaring}
          onClose={() => setReviewed(null)}
        />
      )}
    </>
  )
}

interface BarProps {
  /** Of what is typed; undefined where a row is not whole. */
  readonly predictions: readonly (Prediction | undefined)[]
  readonly many: number
  readonly onReview: () => void
}

/** Below the column, in sight while it is typed: what is typed comes to together, and the way to its review. */
function ReviewBar({ predictions, many, onReview }: BarProps) {
  const sum = sumOf(predictions)
  const failed = failedOf(predictions)
  return (
    <div className={`mu-frame mu-floats mu-row ${styles.bar}`} data-floats={many > 0 || undefined}>
      <p className="mu-plain mu-rest" role="status">
        {many === 0 ? (
          t('Nothing is typed yet.')
        ) : failed > 0 ? (
          t(
            '{many, plural, one {# result} other {# results}} typed: together it is not known, {failed, number} could not be predicted',
            { many, failed },
          )
        ) : (
          <Sentence
            of="{many, plural, one {# result} other {# results}} typed: {stake} staked, {pays} paid, {kept} kept by the house"
            many={many}
            stake={<Money rupees={sum.stake} />}
            pays={<Money rupees={sum.pays} />}
            kept={<Money rupees={sum.kept} isSigned />}
          />
        )}
      </p>
      <Allowed to={api.results.declare}>
        <Button variant="filled" data-review disabled={many === 0} onClick={onReview}>
          {t('Review')}
        </Button>
      </Allowed>
    </div>
  )
}

/** Rows that keep their places while the server's list changes, until they are read anew. */
function useRows(halves: readonly DueHalf[], readAt: number): readonly Row[] {
  const kept = useRef<{ readAt: number; rows: readonly Row[] }>({ readAt, rows: [] })
  const before = kept.current.readAt === readAt ? kept.current.rows : []
  kept.current = { readAt, rows: merged(before, halves) }
  return kept.current.rows
}

interface Forgetting {
  readonly all: readonly Row[]
  readonly readAt: number
  readonly isReviewed: boolean
  readonly declaring: Declaring
  readonly setTyped: (change: (typed: TypedRows) => TypedRows) => void
}

/**
 * A row that was reverted is to be decided anew, and all are where the list is read anew: their answers go, and with
 * what was decided goes what was typed for it, so that it is not sent again. A review keeps its answers until it is left.
 */
function useForgotten({ all, readAt, isReviewed, declaring, setTyped }: Forgetting) {
  const before = useRef(readAt)
  useEffect(() => {
    if (isReviewed) return
    const { answers, sent, forget } = declaring
    const keys =
      before.current === readAt ? revertedSince(all, sent).map(({ key }) => key) : Object.keys(answers)
    before.current = readAt
    if (keys.length === 0) return
    const decided = keys.filter((key) => isDecided(answers[key]))
    setTyped((typed) => typedWithout(typed, decided))
    forget(keys)
  })
}

/** Those that can be declared; early ones where they are wanted, or were begun. And how many are too old for it. */
function useShown(all: readonly Row[], showsEarly: boolean, typed: TypedRows) {
  const earliest = addDays(dayOfMoment(useNow()), -DAYS_BACK)
  const young = all.filter(({ date }) => date >= earliest)
  const rows = young.filter((row) => !row.isEarly || showsEarly || isBegun(row, typed))
  return { rows, tooOld: all.length - young.length }
}

/** The focus is in the first panna as the screen opens; a phone would cover the rows with its keyboard. */
function useFirstField(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (matchMedia('(min-width: 769px)').matches)
      place.current?.querySelector<HTMLElement>('[data-panna]:enabled')?.focus({ preventScroll: true })
  }, [place])
}

function TooOld({ many }: { readonly many: number }) {
  return (
    <Banner isApart tone="note" action={<Link to="/results">{t('Results')}</Link>}>
      {t(
        '{many, plural, one {# result is} other {# results are}} older than {days} days: such a draw can only be voided.',
        { many, days: DAYS_BACK },
      )}
    </Banner>
  )
}

const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** Enter and the arrows go through the pannas; after the last one Enter is on the review. */
function walk(event: KeyboardEvent, place: HTMLElement) {
  const { row } = (event.target as HTMLElement).dataset
  const key = keyOf(event)
  const step = key === 'Enter' && event.shiftKey ? -1 : STEPS[key]
  if (row === undefined || step === undefined) return
  event.preventDefault()
  const fields = [...place.querySelectorAll<HTMLInputElement>('[data-panna]:enabled')]
  const next = fields[fields.findIndex(({ dataset }) => dataset.row === row) + step]
  next?.focus()
  next?.select()
  if (next === undefined && key === 'Enter' && step > 0)
    place.querySelector<HTMLElement>('[data-review]')?.focus()
}
