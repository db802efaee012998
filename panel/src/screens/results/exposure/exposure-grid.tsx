/** The 220 pannas in ten columns, coloured by what each would cost. One stop of Tab; arrows, Home and End go on. */
import { msg, t } from '@munim/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Money, rupeesInWords } from '../../../widgets/money.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import type { HalfExposure } from './chart.ts'
import { chartRowsOf, DIGITS, lettersOf } from './chart.ts'
import styles from './exposure-grid.module.css'
import {
  amountStep,
  houseStep,
  type Range,
  rangeOf,
  type Shown,
  scaleOf,
  short,
  shortCount,
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

export function ExposureGrid({ half, shown, chosen, onChoose }: Props) {
  const range = rangeOf(half.cells.map(VALUES[shown]))
  const rows = chartRowsOf(half.cells)
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
      <div className={styles.scroller}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that arrows walk through. */}
        <table ref={table} role="grid" aria-label={NAMES[shown]} className={styles.grid}>
          <Head half={half} />
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
                      data-step={stepOf(cell, shown, range)}
                      aria-pressed={cell.panna === chosen}
                      tabIndex={cell.panna === stop ? 0 : -1}
                      onKeyDown={move}
                      onClick={() => {
                        setAt(cell.panna)
                        onChoose(cell.panna)
                      }}
                    >
                      <CellText cell={cell} shown={shown} range={range} />
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend shown={shown} range={range} />
    </>
  )
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

/** Over each digit what is staked on it, as a bar and in figures. */
function Head({ half }: { readonly half: HalfExposure }) {
  const most = Math.max(...half.columns.map(({ points }) => points), 1)
  const scale = scaleOf({ least: 0, most })
  return (
    <thead>
      <tr>
        <td />
        {half.columns.map(({ digit, points }) => (
          <th key={digit} scope="col">
            <span className={styles.bar} aria-hidden>
              <i style={{ height: `${(points / most) * 100}%` }} />
            </span>
            <span className="mu-hidden">
              {t('Digit {digit}, {amount} staked', { digit, amount: rupeesInWords(points) })}
            </span>
            <span className={styles.digit} aria-hidden>
              {digit}
            </span>
            <span className={styles.stake} aria-hidden>
              {short(points, scale, false)}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface TextProps {
  readonly cell: Cell
  readonly shown: Shown
  readonly range: Range
}

/** The name is in the cell's own text: "Panna 137, SP, house loss ₹42,363.50". */
function CellText({ cell, shown, range }: TextProps) {
  return (
    <>
      <span className="mu-hidden">{inWords(cell, shown)}</span>
      <span className={styles.panna} aria-hidden>
        {cell.panna}
      </span>
      <span aria-hidden>
        {shown === 'bids'
          ? shortCount(cell.bids)
          : short(VALUES[shown](cell), scaleOf(range), shown === 'house')}
      </span>
    </>
  )
}

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

const HOUSE_STEPS: Readonly<Record<number, string>> = {
  [-3]: 'loss-3',
  [-2]: 'loss-2',
  [-1]: 'loss-1',
  0: 'even',
  1: 'profit-1',
  2: 'profit-2',
  3: 'profit-3',
}

function stepOf(cell: Cell, shown: Shown, range: Range): string | undefined {
  if (shown === 'house') return HOUSE_STEPS[houseStep(cell.result, range)]
  return `amount-${amountStep(VALUES[shown](cell), range)}`
}

const LEGENDS: Readonly<Record<Shown, string>> = {
  house: msg('House result in {unit} if this panna comes.'),
  stake: msg('What is staked on winning picks if this panna comes, in {unit}.'),
  bids: msg('How many bets win if this panna comes.'),
}

function Legend({ shown, range }: Pick<TextProps, 'shown' | 'range'>) {
  return (
    <div className={styles.legend}>
      <p>
        {t(LEGENDS[shown], { unit: scaleOf(range).word })} {t('The bar over a digit is its stake.')}
      </p>
      {shown === 'house' && (
        <p className={styles.steps}>
          <Sentence
            of="House loss {steps} profit, {least} to {most}"
            steps={<Steps />}
            least={<Money rupees={range.least} decimals={0} isSigned />}
            most={<Money rupees={range.most} decimals={0} isSigned />}
          />
        </p>
      )}
    </div>
  )
}

const Steps = () => (
  <span aria-hidden>
    {Object.keys(HOUSE_STEPS)
      .map(Number)
      .sort((a, b) => a - b)
      .map((step) => (
        <i key={step} data-step={HOUSE_STEPS[step]} />
      ))}
  </span>
)
