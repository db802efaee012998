/**
 * What every outcome of the draw would cost the house, to see risk while there is time to do something about it.
 * It proposes no result, and nothing here is ordered by what the house would keep.
 */
import { api, t } from '@munim/contract'
import { IconCircleCheck, IconListSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddress } from '../../../api/use-address.ts'
import { useCall } from '../../../api/use-call.ts'
import { SESSIONS } from '../../../game/bid-cells.tsx'
import { Choices } from '../../../widgets/choices.tsx'
import type { Column } from '../../../widgets/column.ts'
import { ExportFile } from '../../../widgets/export-file.tsx'
import { EmptyList } from '../../../widgets/list-state.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { count, Money } from '../../../widgets/money.tsx'
import { RecordsOf } from '../../../widgets/records.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { timeOfDay } from '../../../widgets/when.tsx'
import { dateOf, type OfDay } from '../draw.ts'
import type { Typed } from '../typed.ts'
import { chartRowsOf, DIGITS, type ExposureData, type HalfExposure, lettersOf } from './chart.ts'
import styles from './exposure.module.css'
import { ExposureCell } from './exposure-cell.tsx'
import { ExposureFigures } from './exposure-figures.tsx'
import { ExposureGrid } from './exposure-grid.tsx'
import { NumberLimits } from './number-limits.tsx'
import type { Shown } from './steps.ts'
import { WorstOutcomes } from './worst-outcomes.tsx'

const SHOWN = [
  ['house', t('House P/L')],
  ['stake', t('Stake')],
  ['bids', t('Bets')],
] as const
const LAYOUTS = [
  ['grid', t('Grid')],
  ['table', t('Table')],
] as const

export interface ExposureProps extends OfDay {
  /** Fills the form of Predict and goes there. */
  readonly onPredict: (typed: Typed) => void
}

export function Exposure({ draw, date, onPredict }: ExposureProps) {
  return (
    <Loaded call={useCall(api.results.exposure, { marketId: draw.id, date })} waiting={<Skeleton />}>
      {({ data }) =>
        data.halves.length === 0 ? (
          <EmptyList
            icon={IconCircleCheck}
            tone="good"
            title={t('Nothing is exposed')}
            hint={t('Nothing of {market} for {day} is left to declare.', {
              market: draw.name,
              day: dateOf(date),
            })}
          />
        ) : (
          <Parts draw={draw} data={data} onPredict={onPredict} />
        )
      }
    </Loaded>
  )
}

/** Where the figures and the cells will be. */
const Skeleton = () => (
  <div className={styles.parts} role="progressbar" aria-label={t('Loading')}>
    <div className={styles.figures}>
      <ExposureFigures data={null} />
    </div>
    <div className={`mu-contents ${styles.body}`}>
      <div className={`${styles.chart} ${styles.cells}`} />
    </div>
  </div>
)

function useShown(data: ExposureData) {
  const { set, ...words } = useAddress({ half: '', show: 'house', as: 'grid', panna: '' })
  const half = data.halves.find((each) => each.half === words.half) ?? data.halves[0]!
  const shown: Shown = words.show === 'stake' || words.show === 'bids' ? words.show : 'house'
  return { set, half, shown, panna: words.panna, isTable: words.as === 'table' }
}

/** Beside the views, once there is something to show. */
export function ExposureTools({ draw, date }: OfDay) {
  const exposure = useCall(api.results.exposure, { marketId: draw.id, date })
  const data = exposure.state === 'ready' ? exposure.answer.data : null
  return data && data.halves.length > 0 && <Tools draw={draw} data={data} />
}

interface DataProps extends Pick<OfDay, 'draw'> {
  readonly data: ExposureData
}

function Tools({ draw, data }: DataProps) {
  const { set, half, shown, isTable } = useShown(data)
  return (
    <>
      {data.halves.length > 1 && (
        <Choices
          label={t('Half')}
          choices={data.halves.map((each) => [each.half, SESSIONS[each.half]] as const)}
          value={half.half}
          onChoose={(to) => set({ half: to, panna: '' })}
        />
      )}
      {!isTable && (
        <Choices
          label={t('In the cells')}
          choices={SHOWN}
          value={shown}
          onChoose={(to) => set({ show: to })}
        />
      )}
      <Choices
        label={t('Drawn as')}
        choices={LAYOUTS}
        value={isTable ? 'table' : 'grid'}
        onChoose={(to) => set({ as: to })}
      />
      <span className={`mu-end ${styles.file}`}>
        <ExportFile of={api.results.exposureCsv} body={{ marketId: draw.id, date: data.date }} />
      </span>
    </>
  )
}

function Parts({ draw, data, onPredict }: DataProps & Pick<ExposureProps, 'onPredict'>) {
  const { set, half, shown, isTable, panna } = useShown(data)
  // What is looked at first stays it, whatever is bet meanwhile.
  const [first] = useState(() => new Map(data.halves.map((each) => [each.half, worstOf(each).panna])))
  const asked = half.cells.find((each) => each.panna === panna)
  const chosen = asked?.panna ?? first.get(half.half) ?? worstOf(half).panna
  const choose = (of: string) => set({ panna: of }, 'replace')

  return (
    <div className={styles.exposure}>
      <div className={styles.parts} data-table={isTable || undefined}>
        <div className={styles.figures}>
          <ExposureFigures data={data} />
          <p className={`mu-note ${styles.asOf}`}>
            {t('as of {time}', { time: timeOfDay(new Date(data.at)) })}
          </p>
        </div>
        <div className={`mu-contents ${styles.body}`}>
          <div className={styles.chart}>
            {isTable ? (
              <ExposureTable half={half} />
            ) : (
              <ExposureGrid half={half} shown={shown} chosen={chosen} onChoose={choose} />
            )}
            <Carried of={data.carried} />
          </div>
          {!isTable && (
            <div className={styles.cell} data-chosen={asked !== undefined || undefined}>
              <ExposureCell
                key={`${half.half} ${chosen}`}
                draw={draw}
                date={data.date}
                half={half.half}
                panna={chosen}
                onPredict={onPredict}
              />
            </div>
          )}
        </div>
        <div className={styles.worst}>
          <WorstOutcomes
            worst={data.worst}
            {...(!isTable && { onChoose: (outcome) => choose(outcome[half.half]) })}
          />
        </div>
      </div>
      <div className="mu-shrinks">
        <NumberLimits draw={draw} date={data.date} />
      </div>
    </div>
  )
}

/** The cell that costs most, which is looked at first. */
const worstOf = ({ cells }: HalfExposure) =>
  cells.reduce((worst, cell) => (cell.result < worst.result ? cell : worst), cells[0]!)

/** Bids on both halves, while the open is not known. */
function Carried({ of }: { readonly of: ExposureData['carried'] }) {
  if (of === null || of.bids === 0) return null
  return (
    <p className={`mu-fine mu-plain mu-above-8 ${styles.carried}`}>
      <Sentence
        of="<b>Carried risk:</b> {amount} on {bids, plural, one {# bet} other {# bets}} on jodis, red brackets and sangams, which open and close decide together. It is in the worst case and the losing outcomes, not in the cells."
        b={(words) => <strong>{words}</strong>}
        amount={<Money rupees={of.points} />}
        bids={of.bids}
      />
    </p>
  )
}

type Cell = HalfExposure['cells'][number]

const columns: readonly Column<Cell>[] = [
  { title: t('Panna'), cell: ({ panna }) => <strong>{panna}</strong>, card: 'title' },
  { title: t('Kind'), cell: ({ panna }) => lettersOf(panna), tone: 'quiet', card: 'sub' },
  { title: t('Digit'), cell: ({ digit }) => digit, card: 'none' },
  { title: t('Winning bets'), cell: ({ bids }) => count(bids), align: 'right' },
  { title: t('Winning stake'), cell: ({ points }) => <Money rupees={points} />, align: 'right' },
  { title: t('Pays'), cell: ({ pays }) => <Money rupees={pays} />, align: 'right' },
  {
    title: t('House result'),
    cell: ({ result }) => <Money rupees={result} isSigned />,
    align: 'right',
    card: 'aside',
  },
]

/** The same outcomes in figures, in the order of the chart. */
function ExposureTable({ half }: { readonly half: HalfExposure }) {
  const rows = chartRowsOf(half.cells)
  const cells = DIGITS.flatMap((_, column) => rows.flatMap((row) => row.cells[column] ?? []))
  return (
    <RecordsOf
      rows={cells}
      keyOf={({ panna }) => panna}
      columns={columns}
      caption={t('What each panna would cost, digit by digit')}
      empty={{ title: t('Nothing is exposed'), icon: IconListSearch }}
    />
  )
}
