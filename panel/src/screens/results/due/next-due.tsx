/** After a declaration on the result's own screen: what is due next, and the way there. */
import { api, DAYS_BACK, t } from '@munim/contract'
import { addDays, dayOf as dayOfMoment } from '@munim/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Banner } from '../../../widgets/banner.tsx'
import { Link, LinkButton } from '../../../widgets/link.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { lengthInWords, useNow } from '../../../widgets/times.ts'
import { dayOf } from '../../../widgets/when.tsx'

export function NextDue({ onGo }: { readonly onGo: () => void }) {
  const due = useCall(api.results.due, {})
  const now = useNow()
  const button = useRef<HTMLAnchorElement>(null)
  // What was declared just now is known to be off the list.
  const isFresh = useRef(false)
  if (due.state === 'ready' && !due.isRefreshing) isFresh.current = true
  const isShown = isFresh.current
  useEffect(() => {
    if (isShown) button.current?.focus()
  }, [isShown])
  if (due.state !== 'ready' || !isShown) return null
  const earliest = addDays(dayOfMoment(now), -DAYS_BACK)
  const halves = due.answer.data.filter(({ date }) => date >= earliest)
  const [next] = halves
  return (
    <div className="mu-apart" aria-live="polite">
      {next === undefined ? (
        <Banner tone="note">{t('No other result is due.')}</Banner>
      ) : (
        <Banner
          tone="note"
          action={
            <LinkButton
              ref={button}
              to={`/results/details/${next.marketId}`}
              search={{ tab: 'manual', date: next.date }}
              variant="light"
              onClick={onGo}
            >
              {t('Go to it')}
            </LinkButton>
          }
        >
          <Sentence
            of="Next due: {name}, {half, select, open {open} other {close}}, {day}, {length} late. <a>All {many, number} in one column</a>"
            name={next.name}
            half={next.half}
            day={dayOf(next.date)}
            length={lengthInWords(now.getTime() - Date.parse(next.since))}
            many={halves.length}
            a={(words: ReactNode) => <Link to="/results/due">{words}</Link>}
          />
        </Banner>
      )}
    </div>
  )
}
