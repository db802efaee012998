/** What was bet on the draw shown: how it is spread, by number, or what every outcome would cost; or what the last draws came to. */
import { t } from '@munim/contract'
import { useAddress } from '../../api/use-address.ts'
import { Choices } from '../../widgets/choices.tsx'
import { Distribution } from './distribution.tsx'
import type { Draw } from './draw.ts'
import { Exposure } from './exposure/exposure.tsx'
import { Numbers } from './numbers.tsx'
import { OverTime } from './over-time.tsx'
import type { Typed } from './typed.ts'

const VIEWS = [
  ['distribution', t('Distribution')],
  ['numbers', t('By number')],
  ['exposure', t('Exposure')],
  ['time', t('Over time')],
] as const

interface Props {
  readonly draw: Draw
  readonly date: string
  /** Fills the form of Predict and goes there. */
  readonly onPredict: (typed: Typed) => void
}

export function Analytics({ draw, date, onPredict }: Props) {
  const { view, set } = useAddress({ view: 'distribution' })
  const shown = VIEWS.find(([value]) => value === view)?.[0] ?? 'distribution'
  const views = (
    <Choices label={t('Views')} choices={VIEWS} value={shown} onChoose={(to) => set({ view: to })} />
  )
  if (shown === 'exposure')
    return <Exposure key={date} draw={draw} date={date} views={views} onPredict={onPredict} />
  if (shown === 'numbers') return <Numbers key={date} draw={draw} date={date} views={views} />
  if (shown === 'time') return <OverTime draw={draw} views={views} />
  return (
    <>
      <div className="mu-apart">{views}</div>
      <Distribution key={date} draw={draw} date={date} />
    </>
  )
}
