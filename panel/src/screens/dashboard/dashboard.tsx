/** The dashboard: the house's account, what waits for the administrator, and how the day and the fortnight go. */
import { Button } from '@mantine/core'
import { api, plain, t, writtenBy } from '@munim/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Call, useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { DayStrip } from '../../game/day-strip.tsx'
import { LinkButton } from '../../widgets/link.tsx'
import { Failed, Outdated } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { timeOfDay } from '../../widgets/when.tsx'
import { BooksPanel } from './books-panel.tsx'
import styles from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { Fortnight } from './fortnight.tsx'
import { MarketDay } from './market-day.tsx'
import type { Overview } from './overview.ts'
import { WorkQueue } from './work-queue.tsx'

const REFRESH_MS = 60_000
const CALLS = [api.dashboard.getStats, api.dashboard.getOverview, api.markets.list]
const QUICK = [
  [t('Users'), '/users'],
  [t('Wallet'), '/wallet'],
  [t('Market'), '/market'],
  [t('Reports'), '/reports'],
] as const

const dayInWords = writtenBy({ timeZone: 'Asia/Kolkata', dateStyle: 'full' })

export function Dashboard() {
  const statistics = useCall(api.dashboard.getStats, {})
  const overview = useCall(api.dashboard.getOverview, {})
  const { at, refresh } = useFigures()
  useRefresh(REFRESH_MS, () => void refresh())
  if (statistics.state === 'failed') return <NoFigures {...statistics} />

  const more = overview.state === 'ready' ? overview.answer.data : null
  const { books = null } = more ?? {}
  // What fails for both is said once, and asked for again of both.
  const old: Call<unknown> =
    statistics.state === 'ready' && statistics.outdated !== null ? statistics : overview
  const day = dayInWords(at ?? new Date())
  return (
    <>
      <PageHead
        title={t('Dashboard')}
        facts={at ? t('{day} · updated {time}', { day, time: timeOfDay(at) }) : day}
        actions={<Actions refresh={refresh} />}
      />
      {old.state === 'ready' && <Outdated call={{ ...old, retry: () => void refresh() }} />}
      {books?.agree === false && <BooksPanel books={books} />}
      {overview.state !== 'failed' && <DayStrip of={more?.daybook ?? null} isBrief />}
      <Figures statistics={statistics.state === 'ready' ? statistics.answer.data : null} overview={more} />
      <Parts overview={overview} />
    </>
  )
}

/** What goes beyond the figures. Where the server cannot be asked for it, the place stays empty. */
function Parts({ overview }: { readonly overview: Call<{ data: Overview }> }) {
  if (overview.state === 'failed') return <MarketDay />
  const { waiting, days, books } = overview.state === 'ready' ? overview.answer.data : NOT_YET
  return (
    <div className={`mu-columns ${styles.columns}`}>
      <div className={styles.side}>
        <WorkQueue waiting={waiting} />
        {books?.agree && <BooksPanel books={books} />}
      </div>
      <div className={styles.main}>
        <Fortnight days={days} />
        <MarketDay />
      </div>
    </div>
  )
}

const NOT_YET = { waiting: null, days: null, books: null }

function Actions({ refresh }: { readonly refresh: () => Promise<void> }) {
  const [isRefreshing, setRefreshing] = useState(false)
  const [said, setSaid] = useState('')

  async function refreshNow() {
    setRefreshing(true)
    await refresh()
    setRefreshing(false)
    setSaid(t('Asked again at {time}', { time: timeOfDay(new Date()) }))
  }
  return (
    <div className={styles.actions}>
      {QUICK.map(([name, to]) => (
        <LinkButton key={to} to={to}>
          {name}
        </LinkButton>
      ))}
      <Button
        w={32}
        h={32}
        px={0}
        aria-label={t('Refresh')}
        aria-busy={isRefreshing}
        onClick={() => void refreshNow()}
        className={`mu-fixed ${styles.refresh}`}
      >
        <IconRefresh size={16} stroke={1.8} aria-hidden />
      </Button>
      <span role="status" className="mu-hidden">
        {said}
      </span>
    </div>
  )
}

function NoFigures({ message, retry }: { readonly message: string; readonly retry: () => void }) {
  const sentence = plain(api.dashboard.getStats.failed)
  return (
    <>
      <PageHead title={t('Dashboard')} />
      <Failed message={sentence} retry={retry} {...(message !== sentence && { hint: message })} />
    </>
  )
}

/** When the figures are from, and how they are asked for again, with all that is beside them. */
function useFigures() {
  const queries = useQueryClient()
  const { dataUpdatedAt = 0 } = queries.getQueryState([api.dashboard.getStats.path, {}]) ?? {}
  const isOurs = (path: unknown) => CALLS.some((call) => call.path === path)
  return {
    at: dataUpdatedAt === 0 ? null : new Date(dataUpdatedAt),
    refresh: () =>
      queries.refetchQueries({ predicate: ({ queryKey: [path] }) => isOurs(path), type: 'active' }),
  }
}
