/** Whether a day is closed: the sheet it was closed with, what is in the way of closing it, and the act itself. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { Fragment } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Link } from '../../widgets/link.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { Status } from '../../widgets/status.tsx'
import { dayOf, When } from '../../widgets/when.tsx'
import type { Book } from './accounts.tsx'

type Closing = Book['closing']

/** Beside the title. */
export function ClosingStatus({ of: { sheet } }: { readonly of: Closing }) {
  return sheet ? <Status is="good">{t('Closed')}</Status> : <Status is="running">{t('Not closed')}</Status>
}

export function SheetFacts({ number, at, actorName }: NonNullable<Closing['sheet']>) {
  const when = <When at={at} />
  return actorName === 'auto' ? (
    <Sentence of="Sheet {number}, closed by itself {when}" number={number} when={when} />
  ) : (
    <Sentence of="Sheet {number}, closed by {name} {when}" number={number} name={actorName} when={when} />
  )
}

/** Of a day that is over and open. */
export function ToClose({ day, closing }: { readonly day: string; readonly closing: Closing }) {
  const { obstacle, undecided, first } = closing
  const closingDay = useAction(api.daybook.close, {
    refreshes: [api.daybook.get, api.alerts.list],
    refreshesRefused: true,
    onDone: ({ data: { number } }) =>
      tellDone(t('The day is closed: sheet {number}', { number: String(number) })),
    onFailed: tellFailed,
  })
  const question = t(
    'Close {day}? Its sheet is kept as it is now. What is corrected later is told by the sheet of another day.',
    { day: dayOf(day) },
  )
  const canClose = obstacle === null
  return (
    <Banner
      isApart
      tone="note"
      action={
        canClose && (
          <Allowed to={api.daybook.close}>
            <Button
              variant="filled"
              size="compact-sm"
              loading={closingDay.isPending}
              onClick={() => window.confirm(question) && void closingDay.run({ day })}
            >
              {t('Close the day')}
            </Button>
          </Allowed>
        )
      }
    >
      {canClose ? t('Every bid of this day is decided: it can be closed.') : obstacle}{' '}
      {undecided.length > 0 && <Markets day={day} markets={undecided} />}
      {!canClose && undecided.length === 0 && first !== null && first < day && (
        <Link to="/reports/day" search={{ day: first }}>
          {dayOf(first)}
        </Link>
      )}
    </Banner>
  )
}

/** Ways to the draws whose results are waited for. */
function Markets({ day, markets }: { readonly day: string; readonly markets: Closing['undecided'] }) {
  return markets.map(({ marketId, market_name: name }, nth) => (
    <Fragment key={marketId}>
      {nth > 0 && ', '}
      <Link to={`/results/details/${marketId}`} search={{ date: day }}>
        {name}
      </Link>
    </Fragment>
  ))
}
