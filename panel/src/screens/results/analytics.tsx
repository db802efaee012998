/** What was bet on the draw shown: how it is spread, by number, or what every outcome would cost; or what the last draws came to. */
import { t } from '@munim/contract'
import { useAddress } from '../../api/use-address.ts'
import { Choices } from '../../widgets/choices.tsx'
import { Distribution } from './distribution.tsx'
import { Exposure, type ExposureProps, ExposureTools } from './exposure/exposure.tsx'
import { Numbers } from './numbers.tsx'
import { OverTime, OverTimeTools } from './over-time.tsx'

const VIEWS = [
  ['distribution', t('Distribution')],
  ['numbers', t('By number')],
  ['exposure', t('Exposure')],
  ['time', t('Over time')],
] as const

export function Analytics({ draw, date, onPredict }: ExposureProps) {
  const { view, set } = useAddress({ view: 'distribution' })
  const shown = VIEWS.find(([value]) => value === view)?.[0] ?? 'distribution'
  const of = { draw, date }
  return (
    <>
      {/* In one place whatever is shown: the focus stays on it. */}
      <div className="mu-row mu-acts mu-apart">
        <Choices label={t('Views')} choices={VIEWS} value={shown} onChoose={(to) => set({ view: to })} />
        {shown === 'exposure' && <ExposureTools {...of} />}
        {shown === 'time' && <OverTimeTools draw={draw} />}
      </div>
      {shown === 'distribution' && <Distribution key={date} {...of} />}
      {shown === 'numbers' && <Numbers key={date} {...of} />}
      {shown === 'exposure' && <Exposure key={date} {...of} onPredict={onPredict} />}
      {shown === 'time' && <OverTime draw={draw} />}
    </>
  )
}
