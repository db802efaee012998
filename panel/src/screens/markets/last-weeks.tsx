/** The chart of the last three weeks: a row a week, a column a weekday, red jodis in red as charts print them. */
import { type Answer, api, t, writtenBy } from '@munim/contract'
import { addDays, type Day, EMPTY, isRedJodi, readDigit, WEEKDAYS, weekdayOf } from '@munim/core'
import { Fragment } from 'react'
import { useCall } from '../../api/use-call.ts'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { useToday, weekdayName } from '../../widgets/times.ts'
import styles from './last-weeks.module.css'

type Previous = Answer<typeof api.results.previous>['data'][number]

const WEEKS = 3
const shortWeekday = writtenBy({ timeZone: 'UTC', weekday: 'short' })
const shortDay = writtenBy({ timeZone: 'UTC', day: 'numeric', month: 'short' })

/** Nothing where it can't be asked, or nothing was declared: it is an addition. */
export function LastWeeks({ marketId }: { readonly marketId: number }) {
  const previous = useCall(api.results.previous, { marketId, page: 1, limit: WEEKS * WEEKDAYS.length })
  const today = useToday()
  if (previous.state !== 'ready') return null
  const monday = addDays(today, -WEEKDAYS.indexOf(weekdayOf(today)))
  const weeks = Array.from({ length: WEEKS }, (_, back) => addDays(monday, -7 * back))
  const results = new Map(previous.answer.data.map((result) => [result.date, result]))
  const isEmpty = ![...results.keys()].some((date) => date >= weeks.at(-1)!)
  if (isEmpty) return null

  return (
    <PanelCard title={t('Last three weeks')} aside={t('open panna · jodi · close panna')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={`mu-place ${styles.scroll}`} tabIndex={0} aria-label={t('Results by weekday')}>
        <table className={`mu-table ${styles.weeks}`}>
          <caption className="mu-hidden">{t('Results of the last three weeks')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Week of')}</th>
              {daysFrom(monday).map((day) => (
                <th key={day} scope="col" abbr={weekdayName(weekdayOf(day))}>
                  {shortWeekday(new Date(day))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week}>
                <th scope="row">{shortDay(new Date(week))}</th>
                {daysFrom(week).map((day) => (
                  <td key={day}>
                    <Cell result={results.get(day)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PanelCard>
  )
}

function Cell({ result }: { readonly result: Previous | undefined }) {
  if (result === undefined) return <span className="mu-soft">–</span>
  if (result.voided?.halves.includes('open')) return <span className="mu-soft">{t('voided')}</span>
  const open = readDigit(result.open_digit)
  const close = readDigit(result.close_digit)
  const isRed = open !== null && close !== null && isRedJodi(open, close)
  return (
    <Fragment>
      {result.open_panna}{' '}
      <strong className={`${isRed ? 'mu-red' : 'mu-ink'} ${styles.jodi}`}>
        {result.open_digit}
        {close ?? '–'}
      </strong>{' '}
      {result.close_panna === EMPTY ? '–' : result.close_panna}
    </Fragment>
  )
}

const daysFrom = (monday: Day): Day[] => WEEKDAYS.map((_, ahead) => addDays(monday, ahead))
