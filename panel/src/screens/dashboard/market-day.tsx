/** Today's markets on the line of the day: what is declared, what is late, what is to come. */
import { api, t } from '@munim/contract'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Link } from '../../widgets/link.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { sharingHalf, useNow } from '../../widgets/times.ts'
import { timeOfDay } from '../../widgets/when.tsx'
import { courseOf, type Line, lineOf, placeOn, type Run, runsOf } from './day-course.ts'
import styles from './market-day.module.css'

/** Fails silently: it says nothing that Results does not say. */
export function MarketDay() {
  const markets = useCall(api.markets.list, {})
  const now = useNow()
  if (markets.state === 'failed') return null
  const runs = markets.state === 'ready' ? runsOf(markets.answer.data, now) : null
  return (
    <PanelCard title={t("Today's markets")} aside={runs && <Counts runs={runs} />}>
      {runs === null ? (
        <div className={styles.waiting} aria-busy="true" />
      ) : runs.length === 0 ? (
        <p className="mu-plain">{t('No market has a draw today.')}</p>
      ) : (
        <Course runs={runs} now={now} />
      )}
    </PanelCard>
  )
}

/** A phone has room for what is late and what is to come. */
function Counts({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <span className={styles.counts}>
      {courseOf(runs).map(([state, words]) => (
        <span key={state} data-state={state}>
          {words}
        </span>
      ))}
    </span>
  )
}

function Course({ runs, now }: { readonly runs: readonly Run[]; readonly now: Date }) {
  const line = lineOf(runs, now)
  const isNowOnIt = now >= line.from && now <= line.to
  return (
    <div className={`mu-place ${styles.course}`}>
      <div className={`mu-fine mu-plain mu-place ${styles.hours}`} aria-hidden="true">
        {line.hours.map((hour) => (
          <span key={hour.getTime()} style={{ left: `${placeOn(line, hour)}%` }}>
            {hourInWords(hour)}
          </span>
        ))}
      </div>
      <div className={styles.lines} aria-hidden="true">
        {line.hours.map((hour) => (
          <i key={hour.getTime()} style={{ left: `${placeOn(line, hour)}%` }} />
        ))}
        {isNowOnIt && <b style={{ left: `${placeOn(line, now)}%` }} />}
      </div>
      <ul className="mu-place">
        {runs.map((run) => (
          <li key={run.id}>
            <RunRow run={run} line={line} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function RunRow({ run, line }: { readonly run: Run; readonly line: Line }) {
  const from = placeOn(line, run.openEndsAt)
  const width = Math.max(1, placeOn(line, run.closeEndsAt) - from)
  return (
    <Link to={`/results/details/${run.id}`} className={`mu-fine ${styles.run}`}>
      <span className={`mu-wraps mu-plain ${styles.name}`}>{run.name}</span>
      <span className="mu-hidden">{sharingHalf(timeOfDay(run.openEndsAt), timeOfDay(run.closeEndsAt))}</span>
      <span className={`mu-place ${styles.track}`} aria-hidden="true">
        <i data-state={run.state} style={{ left: `${from}%`, width: `${width}%` }} />
      </span>
      <Outcome run={run} />
    </Link>
  )
}

/** At the end of its row: the result as far as there is one, what is due, or when it begins. */
function Outcome({ run: { result, state, due, openEndsAt } }: { readonly run: Run }) {
  const { open_digit, open_panna, close_digit, close_panna } = result
  if (due === 'open') return <Word ink="mu-red mu-strong">{t('open due')}</Word>
  if (state === 'voided') return <Word ink="mu-soft">{t('voided')}</Word>
  if (state === 'ahead') return <Word ink="mu-soft">{timeOfDay(openEndsAt)}</Word>
  const half = (
    <>
      {open_panna}
      <Hyphen />
      <strong>
        {open_digit}
        {state === 'declared' && close_digit}
      </strong>
    </>
  )
  if (state === 'declared') {
    return (
      <Word>
        {half}
        <Hyphen />
        {close_panna}
      </Word>
    )
  }
  return due === null ? (
    <Word>{half}</Word>
  ) : (
    <Word ink="mu-red mu-strong">
      {half}
      <span className="mu-hidden">{t('close due')}</span>
    </Word>
  )
}

const Word = ({ ink = '', children }: { readonly ink?: string; readonly children: ReactNode }) => (
  <span className={`mu-whole mu-right ${ink} ${styles.word}`}>{children}</span>
)

const Hyphen = () => <span className={styles.hyphen}>-</span>

/** "12 pm" of a full hour. */
const hourInWords = (at: Date): string => timeOfDay(at).replace(':00', '')
