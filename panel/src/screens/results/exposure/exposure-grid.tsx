/** The 220 pannas in ten columns, coloured by what each would cost. One stop of Tab; arrows, Home and End go on. */
import { msg, t } from '@munim/contract'
import { type CSSProperties, type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { chartRowsOf, DIGITS, type HalfExposure, lettersOf } from './chart.ts'
import styles from './exposure-grid.module.css'
import {
  amountStep,
  countScaleOf,
  houseStep,
  type Range,
  rangeOf,
  type Scale,
  type Shown,
  scaleOf,
  short,
} from './steps.ts'

type Cell = HalfExposure['cells'][number]

interface Props {
  readonly half: HalfExposure
  readonly shown: Shown
  readonly chosen: string
  readonly onChoose: (panna: string) => void
}

const VALUES: Readonly<Record<Shown, (cell: Cell) => number>> = {
  house: ({ result }) => result,
  stake: ({ points }) => points,
  bids: ({ bids }) => bids,
}

/** Over a digit is what is staked on it, or how many bets are. */
const HEADS: Readonly<Record<Shown, (column: HalfExposure['columns'][number]) => number>> = {
  house: ({ points }) => points,
  stake: ({ points }) => points,
  bids: ({ bids }) => bids,
}

export function ExposureGrid({ half, shown, chosen, onChoose }: Props) {
  const { range, scale, rows } = useMemo(() => chartOf(half, shown), [half, shown])
  const table = useRef<HTMLTableElement>(null)
  // Where the arrows are; the cell looked at until they are used.
  const [at, setAt] = useState<string | null>(null)
  const stop = at ?? chosen

  function move(event: KeyboardEvent) {
    const row = rows.findIndex(({ cells }) => cells.some(({ panna }) => panna === stop))
    const column = rows[row]?.cells.findIndex(({ panna }) => panna === stop) ?? 0
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const [down, across] = step({ row, column }, event.ctrlKey ? rows.length : 0)
    const to = rows[clamp(down, rows.length)]?.cells[clamp(across, DIGITS.length)]?.panna
    if (to === undefined) return
    setAt(to)
    table.current?.querySelector<HTMLElement>(`[data-panna="${to}"]`)?.focus()
  }

  return (
    <>
      <Unit shown={shown} scale={scale} />
      <div className={`mu-place ${styles.scroller}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that arrows walk through. */}
        <table ref={table} role="grid" aria-label={NAMES[shown]} className={styles.grid}>
          <Head half={half} shown={shown} scale={scale} />
          <tbody>
            {rows.map(({ letters, isFirst, cells }) => (
              <tr key={cells[0]?.panna} data-first={isFirst || undefined}>
                <th scope="row" className={styles.letters}>
                  {isFirst ? letters : <span className="mu-hidden">{letters}</span>}
                </th>
                {cells.map((cell) => (
                  <td key={cell.panna}>
                    <button
                      type="button"
                      data-panna={cell.panna}
                      {...coloured(stepOf(cell, shown, range))}
                      aria-pressed={cell.panna === chosen}
                      tabIndex={cell.panna === stop ? 0 : -1}
                      onKeyDown={move}
                      onClick={() => {
                        setAt(cell.panna)
                        onChoose(cell.panna)
                      }}
                    >
                      <CellText cell={cell} shown={shown} scale={scale} />
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function chartOf(half: HalfExposure, shown: Shown) {
  const range = rangeOf(half.cells.map(VALUES[shown]))
  const largest = Math.max(-range.least, range.most, ...half.columns.map(HEADS[shown]))
  const scale = shown === 'bids' ? countScaleOf(largest) : scaleOf(largest)
  return { range, scale, rows: chartRowsOf(half.cells) }
}

const NAMES: Readonly<Record<Shown, string>> = {
  house: t('House result by panna'),
  stake: t('Winning stake by panna'),
  bids: t('Winning bets by panna'),
}

interface Place {
  readonly row: number
  readonly column: number
}

/** By key: the row and the column it goes to; `far` is how far Ctrl goes on. */
const STEPS: Readonly<Record<string, (at: Place, far: number) => readonly [number, number]>> = {
  ArrowDown: ({ row, column }) => [row + 1, column],
  ArrowUp: ({ row, column }) => [row - 1, column],
  ArrowRight: ({ row, column }) => [row, column + 1],
  ArrowLeft: ({ row, column }) => [row, column - 1],
  Home: ({ row }, far) => [row - far, 0],
  End: ({ row }, far) => [row + far, DIGITS.length - 1],
}

const clamp = (place: number, length: number) => Math.min(Math.max(place, 0), length - 1)

interface HeadProps {
  readonly half: HalfExposure
  readonly shown: Shown
  readonly scale: Scale
}

/** Over each digit what is staked on it, as a bar and in figures. */
function Head({ half, shown, scale }: HeadProps) {
  const figureOf = HEADS[shown]
  const most = Math.max(...half.columns.map(figureOf), 1)
  return (
    <thead>
      <tr>
        <td />
        {half.columns.map((column) => (
          <th key={column.digit} scope="col">
            <span className={styles.bar} aria-hidden>
              <i style={{ height: `${(figureOf(column) / most) * 100}%` }} />
            </span>
            <span className="mu-hidden">{headInWords(column, shown)}</span>
            <span className={`mu-block mu-ink ${styles.digit}`} aria-hidden>
              {column.digit}
            </span>
            <span className={`mu-note mu-block ${styles.stake}`} aria-hidden>
              {short(figureOf(column), scale, false)}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

const headInWords = ({ digit, points, bids }: HalfExposure['columns'][number], shown: Shown): string =>
  shown === 'bids'
    ? t('Digit {digit}, {bids, plural, one {# bet} other {# bets}}', { digit, bids })
    : t('Digit {digit}, {amount} staked', { digit, amount: rupeesInWords(points) })

interface TextProps {
  readonly cell: Cell
  readonly shown: Shown
  readonly scale: Scale
}

/** The name is in the cell's own text: "Panna 137, SP, house loss ₹42,363.50". None is written again while one walks. */
const CellText = memo(function CellText({ cell, shown, scale }: TextProps) {
  return (
    <>
      <span className="mu-hidden">{inWords(cell, shown)}</span>
      <span className="mu-medium" aria-hidden>
        {cell.panna}
      </span>
      <span aria-hidden>{short(VALUES[shown](cell), scale, shown === 'house')}</span>
    </>
  )
})

function inWords({ panna, result, points, bids }: Cell, shown: Shown): string {
  const kind = lettersOf(panna)
  if (shown === 'bids')
    return t('Panna {panna}, {kind}, {bids, plural, one {# winning bet} other {# winning bets}}', {
      panna,
      kind,
      bids,
    })
  if (shown === 'stake')
    return t('Panna {panna}, {kind}, winning stake {amount}', {
      panna,
      kind,
      amount: rupeesInWords(points),
    })
  const said = { panna, kind, amount: rupeesInWords(Math.abs(result)) }
  return result < 0
    ? t('Panna {panna}, {kind}, house loss {amount}', said)
    : t('Panna {panna}, {kind}, house profit {amount}', said)
}

/** From −3 to 3. */
const HOUSE_STEPS = ['loss-3', 'loss-2', 'loss-1', 'even', 'profit-1', 'profit-2', 'profit-3'] as const

function stepOf(cell: Cell, shown: Shown, range: Range): string {
  if (shown === 'house') return HOUSE_STEPS[houseStep(cell.result, range) + 3]!
  return `amount-${amountStep(VALUES[shown](cell), range)}`
}

/** In the two colours of its step (theme/tokens.ts). */
const coloured = (step: string) => ({
  'data-step': step,
  style: { '--ground': `var(--mu-${step})`, '--ink': `var(--mu-${step}-ink)` } as CSSProperties,
})

const UNITS: Readonly<Record<Shown, string>> = {
  house: msg('In {unit}: the house result if this panna comes; over a digit its stake.'),
  stake: msg('In {unit}: what is staked on winning picks if this panna comes; over a digit its stake.'),
  bids: msg('In {unit}: what wins if this panna comes; over a digit what is placed on it.'),
}

/** The one unit of all figures of the grid, and what its colours mean. */
function Unit({ shown, scale }: { readonly shown: Shown; readonly scale: Scale }) {
  return (
    <div className={`mu-small mu-ends ${styles.unit}`}>
      <p>{t(UNITS[shown], { unit: scale.word })}</p>
      {shown === 'house' && (
        <p className={`mu-row mu-whole ${styles.steps}`}>
          <Sentence of="House loss {steps} profit" steps={<Steps />} />
        </p>
      )}
    </div>
  )
}

const Steps = () => (
  <span aria-hidden>
    {HOUSE_STEPS.map((step) => (
      <i key={step} {...coloured(step)} />
    ))}
  </span>
)
