/** What the house made of a day's draws, in one strip, beside the day before and the same weekday of the week before; a month has none beside it. */
import { type Answer, type api, t, writtenBy } from '@munim/contract'
import { percentInWords } from '@munim/core'
import type { ReactNode } from 'react'
import { Money } from '../widgets/money.tsx'
import { Sentence } from '../widgets/sentence.tsx'
import { type Stat, StatStrip } from '../widgets/stat-strip.tsx'

type Book = Answer<typeof api.daybook.get>['data']
type Result = Book['result']

interface Props {
  /** null while it is not known. */
  readonly of: { readonly result: Omit<Result, 'day'>; readonly before?: Book['before'] } | null
  /** On the dashboard: today, in whole rupees, and the way to all of it. */
  readonly isBrief?: boolean
}

const dayFormat = writtenBy({ timeZone: 'UTC', day: 'numeric', month: 'short' })

/** In rupees: of more, as months come to, a cell is too narrow for the larger figures. */
const LAKH = 100_000

export function DayStrip({ of, isBrief = false }: Props) {
  const { result, before } = of ?? {}
  /** Of a hint that is still to come. */
  const room = of === null ? '\u00a0' : undefined
  const size = isBrief || (result && result.stake >= LAKH) ? 'S' : 'M'
  const money = (rupees: number) => <Money rupees={rupees} decimals={isBrief ? 0 : 2} />
  const amount = (name: 'kept' | 'stake' | 'refunded' | 'paid' | 'running') =>
    result ? money(result[name]) : null
  const on = (day: Result | undefined, name: 'kept' | 'stake' | 'paid') =>
    day ? <On day={day} amount={money(day[name])} /> : room
  const kept: Stat = {
    label: isBrief ? t('Kept today') : t('Kept'),
    value: amount('kept'),
    hint: before ? (
      <>
        {on(before.dayBefore, 'kept')}
        {' · '}
        {on(before.weekBefore, 'kept')}
      </>
    ) : (
      room
    ),
    isTotal: true,
    isWide: true,
    size: isBrief ? 'M' : 'L',
    ...(isBrief && { to: '/reports/day' }),
  }
  const refunded: Stat = {
    label: t('Refunded'),
    value: amount('refunded'),
    hint: result ? t('{count, plural, one {of # bid} other {of # bids}}', { count: result.bids }) : room,
    size,
  }
  return (
    <StatStrip
      stats={[
        kept,
        {
          label: t('Hold'),
          value: result ? percentInWords(result.hold) : null,
          hint: before ? <On day={before.dayBefore} amount={percentInWords(before.dayBefore.hold)} /> : room,
          size,
        },
        { label: t('Stake'), value: amount('stake'), hint: on(before?.dayBefore, 'stake'), size },
        { label: t('Paid'), value: amount('paid'), hint: on(before?.dayBefore, 'paid'), size },
        refunded,
        { label: t('Running'), value: amount('running'), hint: t('not decided yet'), size },
      ]}
    />
  )
}

function On({ day: { day }, amount }: { readonly day: Result; readonly amount: ReactNode }) {
  const short = dayFormat(new Date(day)).replace(' ', '\u00a0')
  return <Sentence of="{amount} on {day}" amount={amount} day={short} />
}
