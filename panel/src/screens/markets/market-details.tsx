/** One market: what it does today, its week, its result, and the way to edit or delete it. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { GAME_MODES } from '@munim/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useIsOpen } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { HindiName } from '../../game/hindi-name.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { FactList } from '../../widgets/facts.tsx'
import { LinkButton } from '../../widgets/link.tsx'
import { tellDoneOn, tellFailed } from '../../widgets/notice.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { byId, RecordPage } from '../../widgets/record-page.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { type Stat, StatStrip } from '../../widgets/stat-strip.tsx'
import { Status } from '../../widgets/status.tsx'
import { useNow, weekdayName } from '../../widgets/times.ts'
import { dayOf, When } from '../../widgets/when.tsx'
import { CurrentResult } from './current-result.tsx'
import { EditMarket } from './edit-market.tsx'
import { LastWeeks } from './last-weeks.tsx'
import { type Market, runningDays } from './market.ts'
import styles from './market-details.module.css'
import { todayOf } from './today.ts'
import { WeekChart } from './week-chart.tsx'

const SURE = t('Are you sure you want to delete this market? This action cannot be undone.')

const BACK = { to: '/market', words: t('Back to Markets'), icon: IconCalendarOff, isButton: true } as const

export const MarketDetails = byId(Details, { ...BACK, title: t('Market ID is missing') })

function Details({ id }: { readonly id: string }) {
  const market = useCall(api.markets.get, { id })
  return (
    <RecordPage call={market} back={{ ...BACK, title: t('Market Not Found') }} acts={2}>
      {({ data }) => <MarketPage market={data} />}
    </RecordPage>
  )
}

function MarketPage({ market }: { readonly market: Market }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHead
        title={market.name}
        from={{ name: t('Market'), to: '/market' }}
        beside={
          <>
            <HindiName of={market} in="title" />
            <Status is={market.status ? 'good' : 'neutral'}>
              {market.status ? t('Running') : t('Inactive')}
            </Status>
          </>
        }
        facts={takesBids(market)}
        actions={<Actions market={market} onEdit={() => setEditing(true)} />}
      />
      <Figures market={market} />
      <div className="mu-columns mu-apart">
        <PanelCard title={t('Weekly schedule')} aside={t('times in IST')}>
          <WeekChart market={market} />
        </PanelCard>
        <div className="mu-stack">
          <PanelCard title={t('Current results')} aside={market.market_date && dayOf(market.market_date)}>
            <CurrentResult market={market} />
          </PanelCard>
          <PanelCard title={t('Basic information')}>
            <FactList
              facts={{
                [t('ID')]: market._id,
                [t('Name')]: market.name,
                [t('Created')]: <When at={market.createdAt} />,
                [t('Last updated')]: <When at={market.updatedAt} />,
              }}
            />
          </PanelCard>
        </div>
      </div>
      <LastWeeks marketId={market.id} />
      {isEditing && <EditMarket market={market} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Whether players can bet, and what keeps them from it. */
function takesBids({ status, market_status, is_active, tag }: Market): string {
  const reasons = [
    !status && t('not running'),
    !market_status && t('closed'),
    !is_active && t('not active'),
  ].filter(Boolean)
  return reasons.length === 0
    ? t('Takes bids · tag {tag}', { tag })
    : t('Takes no bids: {reasons} · tag {tag}', { reasons: reasons.join(', '), tag })
}

function Actions({ market, onEdit }: { readonly market: Market; readonly onEdit: () => void }) {
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const deleting = useAction(api.markets.remove, {
    forgets: [api.markets.list],
    onDone: () => {
      tellDoneOn('/market', t('Market deleted successfully'))
      if (isOpen()) void navigate({ to: '/market' })
    },
    onFailed: tellFailed,
  })
  function remove() {
    if (window.confirm(SURE)) void deleting.run({ id: market.id })
  }
  return (
    <>
      <Allowed to={api.markets.remove}>
        <Button variant="subtle" color="red" loading={deleting.isPending} onClick={remove}>
          {t('Delete')}
        </Button>
      </Allowed>
      <LinkButton to={`/results/details/${market.id}`}>{t('Results of this market')}</LinkButton>
      <LinkButton to={`/results/details/${market.id}`} search={{ tab: 'analytics', view: 'exposure' }}>
        {t('Exposure')}
      </LinkButton>
      <Allowed to={api.markets.update}>
        <Button variant="filled" onClick={onEdit}>
          {t('Edit')}
        </Button>
      </Allowed>
    </>
  )
}

function Figures({ market }: { readonly market: Market }) {
  const { weekday, isOpen, times, course } = todayOf(market, useNow())
  const today: Stat = {
    label: t('Today, {weekday}', { weekday: weekdayName(weekday) }),
    isWide: true,
    size: 'L',
    hint: course,
    value: (
      <span className={`mu-inline mu-whole ${styles.today}`}>
        <Status is={isOpen ? 'good' : 'neutral'}>{isOpen ? t('OPEN') : t('CLOSED')}</Status>
        {times}
      </span>
    ),
  }
  return (
    <StatStrip
      stats={[
        today,
        { label: t('Market ID'), value: market.id },
        { label: t('Games'), value: market.games.length || GAME_MODES.length, hint: gamesOf(market) },
        {
          label: t('Active Days'),
          value: (
            <Sentence
              of="{days} <small>of 7</small>"
              days={runningDays(market).length}
              small={(words) => <span className={`mu-soft mu-regular ${styles.of}`}>{words}</span>}
            />
          ),
        },
        { label: t('Status'), value: market.status ? t('Running') : t('Inactive'), size: 'S' },
      ]}
    />
  )
}

const gamesOf = ({ games }: Market): string =>
  games.length === 0 || games.length === GAME_MODES.length
    ? t('all of them')
    : t('of {all}', { all: GAME_MODES.length })
