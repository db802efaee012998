/** What is closed and undeclared; below it all markets, each with the result and the day of its current draw. */
import { Button } from '@mantine/core'
import { type Answer, api, t, writtenBy } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { dayOf, type Half, isDeclared } from '@munim/core'
import { IconCalendarOff, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Call, useCall } from '../../api/use-call.ts'
import { HindiName } from '../../game/hindi-name.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Column, Place } from '../../widgets/column.ts'
import { search } from '../../widgets/filters.tsx'
import { FailedBefore, Outdated } from '../../widgets/loaded.tsx'
import { Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { countOf, type Stat, StatStrip } from '../../widgets/stat-strip.tsx'
import { useNow } from '../../widgets/times.ts'
import { AutoDeclare } from './auto-declare.tsx'
import { type Draw, dayInWords, dueFirst, dueInWords, dueOf, fateOf, isVoid, timesOfDraw } from './draw.ts'
import { DueDraws } from './due-draws.tsx'
import styles from './result-list.module.css'
import { HalfOf, StatusOfResult } from './result-status.tsx'

const todayFormat = writtenBy({ timeZone: 'Asia/Kolkata', dateStyle: 'full' })

const FILTERS = { search: search(t('Search by name or Hindi name'), 348) }

export function ResultList() {
  const queries = useQueryClient()
  const markets = useCall(api.markets.list, {})
  const waiting = useCall(api.results.waiting, {})
  const due = useCall(api.results.due, {})
  const settings = useCall(api.settings.get, {})
  const now = useNow()
  const hasMoved = isAhead(waiting, markets)
  useEffect(() => {
    if (hasMoved) void queries.invalidateQueries({ queryKey: [api.markets.list.path] })
  }, [hasMoved, queries])
  // The clock goes on in the rows; their order stays until the administrator asks for another.
  const [orderedAt, setOrderedAt] = useState(now)
  const inOrder = useOrder(orderedAt)

  function refresh() {
    setOrderedAt(new Date())
    for (const { path } of [api.markets.list, api.results.due, api.results.waiting, api.settings.get])
      void queries.invalidateQueries({ queryKey: [path] })
  }

  return (
    <ListScreen
      head={{
        title: t('Results'),
        facts: t('{today} · each market with its current draw', { today: todayFormat(now) }),
      }}
      actions={
        <>
          <AutoDeclare />
          <Button
            leftSection={<IconRefresh size={16} stroke={1.8} />}
            disabled={markets.state === 'loading'}
            onClick={refresh}
          >
            {t('Refresh')}
          </Button>
        </>
      }
      of={api.markets.list}
      isWhole
      filters={FILTERS}
      body={() => ({})}
      shown={(draws, values) => inOrder(draws).filter(namedLike(values.search))}
      // What can't be read is said once: where there are no markets either, by the list in their place.
      retry={refresh}
      above={() => (
        <>
          {markets.state !== 'failed' && due.state === 'failed' && (
            <FailedBefore retry={refresh}>
              {t('What waits for your decision is not known: {why}', { why: due.message })}
            </FailedBefore>
          )}
          {markets.state !== 'failed' && due.state !== 'failed' && settings.state === 'failed' && (
            <FailedBefore retry={refresh}>{settings.message}</FailedBefore>
          )}
          {markets.state === 'ready' && markets.outdated === null && <Outdated call={due} />}
          <DueDraws due={due} markets={markets.state === 'ready' ? markets.answer.data : []} />
        </>
      )}
      end={() => <StatStrip isInline stats={statsOf(markets)} />}
      columns={columnsAt(now, stakesOf(waiting))}
      caption={t('Results of the current draws')}
      empty={{
        title: t('No markets found'),
        icon: IconCalendarOff,
        hint: t('Results appear here as soon as there is a market.'),
        filtered: ({ search: text }) => t('No market is named like “{text}”.', { text }),
      }}
    />
  )
}

function statsOf(markets: Call<Answer<typeof api.markets.list>>): Stat[] {
  const stat = (label: string, isCounted: (draw: Draw) => boolean) => ({
    label,
    value: countOf(markets, ({ data }) => data.filter(isCounted).length),
  })
  const isVoided = (draw: Draw) => fateOf(draw) === 'voided'
  const hasVoided = markets.state === 'ready' && markets.answer.data.some(isVoided)
  return [
    stat(t('Pending'), (draw) => fateOf(draw) === 'pending'),
    stat(t('Partial'), (draw) => fateOf(draw) === 'partial'),
    stat(t('Complete'), (draw) => fateOf(draw) === 'complete'),
    ...(hasVoided ? [stat(t('Voided'), isVoided)] : []),
    stat(t('Total'), () => true),
  ]
}

/** What is staked on a market's undecided halves, in rupees; undefined where that is not known. */
type Stakes = (draw: Draw) => number | undefined

function stakesOf(waiting: Call<Answer<typeof api.results.waiting>>): Stakes {
  if (waiting.state !== 'ready') return () => undefined
  const { data } = waiting.answer
  return ({ id, market_date }) =>
    data.find(({ marketId, date }) => marketId === id && date === market_date)?.points
}

/** Whether what waits is of another draw than the row's: the next one began since the markets were read. */
function isAhead(
  waiting: Call<Answer<typeof api.results.waiting>>,
  markets: Call<Answer<typeof api.markets.list>>,
): boolean {
  if (waiting.state !== 'ready' || markets.state !== 'ready') return false
  const days = new Map(markets.answer.data.map(({ id, market_date }) => [id, market_date]))
  return waiting.answer.data.some(({ marketId, date }) => days.has(marketId) && days.get(marketId) !== date)
}

const columnsAt = (now: Date, stakeOf: Stakes): readonly Column<Draw>[] => [
  {
    title: t('Name'),
    cell: (draw, place) => (
      <>
        <span className="mu-name">{draw.name}</span>
        {place === 'card' && (
          <span className="mu-regular mu-after-8">
            <HindiName of={draw} />
          </span>
        )}
      </>
    ),
    card: 'title',
  },
  { title: t('Hindi name'), cell: (draw) => <HindiName of={draw} />, card: 'none' },
  {
    title: t('Open/close time'),
    cell: (draw, place) => <TimesAndDay draw={draw} now={now} place={place} />,
    tone: 'soft',
    card: 'none',
  },
  { title: t('Open result'), cell: (draw) => <HalfOf draw={draw} half="open" />, card: 'none' },
  { title: t('Close result'), cell: (draw) => <HalfOf draw={draw} half="close" />, card: 'none' },
  {
    title: t('Status'),
    cell: (draw, place) => (
      <>
        <StatusAt draw={draw} now={now} />
        {place === 'card' && (
          <>
            {(['open', 'close'] as const).map((half) => (
              <HalfOnCard key={half} draw={draw} half={half} />
            ))}
            <span className={`mu-plain mu-whole mu-tiny ${styles.times}`}>
              <TimesAndDay draw={draw} now={now} place={place} />
            </span>
          </>
        )}
      </>
    ),
    card: 'state',
  },
  {
    title: t('Stake waiting'),
    cell: (draw, place) => <Stake rupees={stakeOf(draw)} place={place} />,
    align: 'right',
    card: 'state',
  },
  {
    title: t('Manage'),
    hidesTitle: true,
    cell: (draw, place) => <Manage draw={draw} place={place} isDue={dueOf(draw, now) !== null} />,
    card: 'action',
  },
]

interface RowProps {
  readonly draw: Draw
  readonly now: Date
  readonly place: Place
}

/** A draw stays the current one until the next begins: in the morning most rows are yesterday's. */
function TimesAndDay({ draw, now, place }: RowProps) {
  // On a card today goes without saying.
  const isSaid = place === 'table' || draw.market_date !== dayOf(now)
  return (
    <>
      {timesOfDraw(draw)}
      {isSaid && <span className="mu-small mu-block">{dayInWords(draw.market_date, now)}</span>}
    </>
  )
}

/** Beside the status, once there is something to show. */
const HalfOnCard = ({ draw, half }: { readonly draw: Draw; readonly half: Half }) =>
  (isDeclared(draw, half) || isVoid(draw, half)) && <HalfOf draw={draw} half={half} />

function Stake({ rupees, place }: { readonly rupees: number | undefined; readonly place: Place }) {
  if (rupees === undefined) return place === 'card' ? null : <span className="mu-soft">–</span>
  const money = <Money rupees={rupees} />
  if (place === 'table') return money
  return (
    <span className="mu-plain mu-whole mu-tiny">
      <Sentence of="{stake} waiting" stake={money} />
    </span>
  )
}

function StatusAt({ draw, now }: { readonly draw: Draw; readonly now: Date }) {
  const due = dueOf(draw, now)
  return (
    <span className="mu-inline mu-gap-8">
      <StatusOfResult of={draw} isDue={due !== null} />
      {due && <span className="mu-red mu-medium mu-tiny">{dueInWords(due)}</span>}
    </span>
  )
}

interface ManageProps {
  readonly draw: Draw
  readonly place: Place
  readonly isDue: boolean
}

function Manage({ draw, place, isDue }: ManageProps) {
  const navigate = useNavigate()
  const isCard = place === 'card'
  return (
    <Button
      variant={isDue ? 'light' : isCard ? 'default' : 'subtle'}
      // Its words are below each other, with a ground and without.
      {...(!isCard && { px: 9, mr: 0 })}
      onClick={() => void navigate({ to: `/results/details/${draw.id}` satisfies Address as '/' })}
    >
      {t('Manage')}
    </Button>
  )
}

/** By either name. Vowel signs and case are passed over, so that कलयण finds कल्याण. */
function namedLike(search: string): (draw: Draw) => boolean {
  const wanted = bare(search)
  return ({ name, name_hindi }) => bare(name).includes(wanted) || bare(name_hindi).includes(wanted)
}

const bare = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Puts draws in the order that they had in the first answer since a person asked; new ones come last. */
function useOrder(askedAt: Date): (draws: readonly Draw[]) => Draw[] {
  const queries = useQueryClient()
  const kept = useRef({ askedAt, isOfLater: false, ids: [] as readonly number[] })
  const answeredAt = queries.getQueryState([api.markets.list.path, {}])?.dataUpdatedAt ?? 0
  return (draws) => {
    if (kept.current.askedAt !== askedAt || !kept.current.isOfLater) {
      const ids = dueFirst(draws, askedAt).map(({ id }) => id)
      kept.current = { askedAt, ids, isOfLater: answeredAt >= askedAt.getTime() }
    }
    const places = new Map(kept.current.ids.map((id, place) => [id, place]))
    const placeOf = ({ id }: Draw) => places.get(id) ?? places.size
    return [...draws].sort((a, b) => placeOf(a) - placeOf(b))
  }
}
