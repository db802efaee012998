/** The last draws of a market: what each was declared as, what was staked on it, paid and kept, as a chart and in figures. */
import { type Answer, api, t } from '@munim/contract'
import { IconCalendarOff } from '@tabler/icons-react'
import { useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { SESSIONS } from '../../game/bid-cells.tsx'
import { DayStrip } from '../../game/day-strip.tsx'
import { figureColumns } from '../../game/figure-columns.tsx'
import { Choices } from '../../widgets/choices.tsx'
import type { Column } from '../../widgets/column.ts'
import { DaysChart, DaysLegend, type Names } from '../../widgets/days-chart.tsx'
import { ExportFile } from '../../widgets/export-file.tsx'
import { Link } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { RecordsOf, RecordsSkeleton } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import { dayOf } from '../../widgets/when.tsx'
import type { Draw } from './draw.ts'
import styles from './over-time.module.css'
import { HalfOf } from './result-status.tsx'

type Told = Answer<typeof api.daybook.market>['data']
type Line = Told['draws'][number]

const draws = (many: number) => t('{count, plural, one {# draw} other {# draws}}', { count: many })
const MANY = [
  ['14', draws(14)],
  ['', draws(30)],
  ['90', draws(90)],
] as const
const HALVES = [
  ['', t('Both halves')],
  ['open', SESSIONS.open],
  ['close', SESSIONS.close],
] as const
const REFRESH_MS = 60_000
const NAMES: Names = { up: t('Stake'), down: t('Paid'), line: t('Kept') }

interface Props {
  readonly draw: Draw
}

function useAsked(draw: Draw) {
  const { draws: word, session: half, set } = useAddress({ draws: '', session: '' })
  const many = MANY.some(([value]) => value === word) ? word : ''
  const session = HALVES.find(([value]) => value === half)?.[0] ?? ''
  const body = { marketId: draw.id, session, draws: Number(many) || 30 }
  return { many, session, set, body, call: useCall(api.daybook.market, body) }
}

/** Beside the views. */
export function OverTimeTools({ draw }: Props) {
  const { many, session, set, body, call } = useAsked(draw)
  return (
    <>
      <Choices
        label={t('How many draws')}
        choices={MANY}
        value={many}
        onChoose={(to) => set({ draws: to }, 'replace')}
      />
      <Choices
        label={t('Half')}
        choices={HALVES}
        value={session}
        onChoose={(to) => set({ session: to }, 'replace')}
      />
      <span className={`mu-end ${styles.file}`}>
        <ExportFile
          of={api.daybook.marketCsv}
          body={body}
          isDisabled={call.state === 'ready' && call.answer.data.draws.length === 0}
        />
      </span>
    </>
  )
}

export function OverTime({ draw }: Props) {
  const { session, call } = useAsked(draw)
  useRefresh(REFRESH_MS, () => call.state !== 'loading' && call.retry())
  const data = call.state === 'ready' ? call.answer.data : null
  const isNone = data?.draws.length === 0
  return (
    <>
      {call.state !== 'failed' && !isNone && (
        <>
          <DayStrip of={data} />
          <Course draws={data?.draws ?? null} />
        </>
      )}
      <Loaded call={call} waiting={<RecordsSkeleton columns={columnsOf(draw, null)} />}>
        {({ data: { draws, result } }) => (
          <TitledList
            title={t('By draw')}
            note={session === 'close' ? t('jodis and sangams are in it') : undefined}
          >
            <RecordsOf
              rows={draws}
              columns={columnsOf(draw, result)}
              keyOf={({ day }) => day}
              caption={t('The last draws: what was staked, paid and kept, the latest first')}
              empty={{
                title: t('No draws yet'),
                icon: IconCalendarOff,
                hint: t('A draw is there from its first bid.'),
              }}
            />
          </TitledList>
        )}
      </Loaded>
    </>
  )
}

/** From the earliest draw to the latest; its room is there before it is known. */
function Course({ draws }: { readonly draws: readonly Line[] | null }) {
  const days = draws
    ?.toReversed()
    .map(({ day, stake, paid, kept }) => ({ day, up: stake, down: paid, line: kept }))
  return (
    <div className="mu-apart">
      <PanelCard title={t('Over time')} aside={<DaysLegend names={NAMES} />}>
        {days ? (
          <div
            role="img"
            aria-label={t(
              'Stake, paid and kept of the last draws. The table below says the same in figures.',
            )}
            className={styles.chart}
          >
            <DaysChart days={days} names={NAMES} />
          </div>
        ) : (
          <div className={styles.chart} aria-busy="true" />
        )}
      </PanelCard>
    </div>
  )
}

function columnsOf(draw: Draw, result: Told['result'] | null): readonly Column<Line>[] {
  const half = (which: 'open' | 'close'): Column<Line> => ({
    title: SESSIONS[which],
    cell: (line) => <HalfOf draw={line} half={which} />,
    card: 'none',
  })
  return [
    {
      title: t('Day'),
      cell: (line, place) => (
        <>
          <Link to={`/results/details/${draw.id}`} search={{ date: line.day }}>
            {dayOf(line.day)}
          </Link>
          {place === 'card' && (
            <span className={`mu-regular ${styles.result}`}>
              <HalfOf draw={line} half="open" /> <HalfOf draw={line} half="close" />
            </span>
          )}
        </>
      ),
      card: 'title',
      foot: () => t('In all'),
    },
    half('open'),
    half('close'),
    // In the order of the draws: their heads do not sort. No other table has the same columns.
    ...figureColumns<Line>(result).map(({ sort: _, share: __, ...column }) => column),
  ]
}
