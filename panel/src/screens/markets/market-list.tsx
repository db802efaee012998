/** All markets in one list, and the way to a new one. */
import { Box, Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { dayOf, weekdayOf } from '@munim/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Call } from '../../api/use-call.ts'
import { HindiName } from '../../game/hindi-name.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import type { Column } from '../../widgets/column.ts'
import { LinkButton } from '../../widgets/link.tsx'
import { countOf, type Stat, StatStrip } from '../../widgets/stat-strip.tsx'
import { Status } from '../../widgets/status.tsx'
import { timesInWords, useNow } from '../../widgets/times.ts'
import { When } from '../../widgets/when.tsx'
import { CreateMarket } from './create-market.tsx'
import type { Market } from './market.ts'
import { todayOf } from './today.ts'

const columnsAt = (now: Date): readonly Column<Market>[] => [
  {
    title: 'ID',
    cell: (market, place) => (place === 'card' ? `#${market.id}` : market.id),
    tone: 'quiet',
    card: 'asideSub',
  },
  { title: t('Name'), cell: (market) => <Name market={market} />, card: 'title' },
  { title: t('Timing'), cell: (market) => <Timing market={market} now={now} />, tone: 'soft', card: 'sub' },
  {
    title: t('Status'),
    cell: ({ status }) => (
      <Status is={status ? 'good' : 'neutral'}>{status ? t('Running') : t('Inactive')}</Status>
    ),
    card: 'state',
  },
  {
    title: t('Market Status'),
    cell: ({ market_status: isOpen }) => (
      <Status is={isOpen ? 'good' : 'neutral'}>{isOpen ? t('Available') : t('Inactive')}</Status>
    ),
    card: 'state',
  },
  { title: t('Active'), cell: ({ is_active }) => (is_active ? t('Yes') : t('No')), tone: 'soft' },
  { title: t('Created'), cell: (market) => <When at={market.createdAt} as="day" />, tone: 'soft' },
  {
    title: t('View'),
    cell: (market, place) => (
      <LinkButton
        to={`/market/details/${market.id}`}
        {...(place === 'table' && { variant: 'subtle', px: 9 })}
      >
        {t('View')}
      </LinkButton>
    ),
    card: 'action',
  },
]

export function MarketList() {
  const now = useNow()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <ListScreen
        head={{ title: t('Market') }}
        actions={
          <Allowed to={api.markets.create}>
            <Button variant="filled" onClick={() => setCreating(true)}>
              {t('Create New Market')}
            </Button>
          </Allowed>
        }
        of={api.markets.list}
        csv={api.markets.listCsv}
        isWhole
        above={({ call }) => <StatStrip stats={statsOf(call)} />}
        columns={columnsAt(now)}
        caption={t('Markets, in the order they were made')}
        empty={{
          title: t('No markets found'),
          icon: IconCalendarOff,
          hint: t('Players can bet as soon as there is one.'),
        }}
      />
      {isCreating && <CreateMarket onClose={() => setCreating(false)} />}
    </>
  )
}

/** Of a hint that is still to come, or says nothing. */
const ROOM = '\u00a0'

function statsOf(markets: Call<Answer<typeof api.markets.list>>): Stat[] {
  const today = weekdayOf(dayOf(new Date()))
  const hint = (of: (all: readonly Market[]) => string) =>
    markets.state === 'ready' ? of(markets.answer.data) : ROOM
  const counted = (label: string, isCounted: (market: Market) => boolean) => ({
    label,
    value: countOf(markets, ({ data }) => data.filter(isCounted).length),
    hint: hint((all) => {
      if (all.length === 0) return ROOM
      const others = all.length - all.filter(isCounted).length
      return others === 0 ? t('all of them') : t('{others, number} not', { others })
    }),
  })
  return [
    {
      label: t('Total'),
      value: countOf(markets, ({ data }) => data.length),
      hint: hint((all) => {
        const count = all.filter(({ market_off_day }) => market_off_day[today].state).length
        return t('{count, number} with a draw today', { count })
      }),
    },
    counted(t('Active'), (market) => market.is_active),
    counted(t('Available'), (market) => market.market_status),
    counted(t('Running'), (market) => market.status),
  ]
}

/** The usual times; below them how far its day has come, or that it rests. */
function Timing({ market, now }: { readonly market: Market; readonly now: Date }) {
  const { isOpen, course } = todayOf(market, now)
  return (
    <>
      {timesInWords(market.open_time, market.close_time)}
      <span className="mu-sub">
        {isOpen ? t('Today: {course}', { course }) : t('Rests today, {course}', { course })}
      </span>
    </>
  )
}

function Name({ market }: { readonly market: Market }) {
  return (
    <>
      <span className="mu-name">{market.name}</span>{' '}
      <Box component="span" ml={4}>
        <HindiName of={market} />
      </Box>
    </>
  )
}
