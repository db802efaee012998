/** In which hours the day's bids were placed: a bar an hour. Asked for after the rest, since every bid is looked at. */
import { type Answer, api, t, writtenBy } from '@munim/contract'
import type { CSSProperties } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { atTick, ticksOf } from '../../widgets/chart-scale.ts'
import { Loaded } from '../../widgets/loaded.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import styles from './hours.module.css'

type Hour = Answer<typeof api.daybook.hours>['data'][number]

const REFRESH_MS = 60_000
const HOUR_MS = 3_600_000
/** Of so many hours one has its name below. */
const NAMED = 3

const hourFormat = writtenBy({ timeZone: 'Asia/Kolkata', hour: 'numeric', hour12: true })
const momentFormat = writtenBy({
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  hour12: true,
})

export function Hours({ day }: { readonly day: string }) {
  const hours = useCall(api.daybook.hours, { day })
  useRefresh(REFRESH_MS, () => hours.state !== 'loading' && hours.retry())
  return (
    <TitledList title={t('By hour of betting')} note={t('stake, as it was placed')}>
      <div className={`mu-frame ${styles.frame}`}>
        <Loaded call={hours} waiting={<div className={styles.room} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="mu-plain">{t('No bids on this day')}</p>
            ) : (
              <Bars hours={withoutGaps(data)} />
            )
          }
        </Loaded>
      </div>
    </TitledList>
  )
}

/** From the first hour to the last, those without bids in between. */
function withoutGaps(hours: readonly Hour[]): readonly Hour[] {
  const begun = new Date(hours[0]!.at).getTime()
  const many = (new Date(hours.at(-1)!.at).getTime() - begun) / HOUR_MS + 1
  return Array.from({ length: many }, (_, nth) => {
    const at = new Date(begun + nth * HOUR_MS).toISOString()
    return hours.find((hour) => hour.at === at) ?? { at, bids: 0, stake: 0 }
  })
}

function Bars({ hours }: { readonly hours: readonly Hour[] }) {
  const ticks = ticksOf(0, Math.max(...hours.map(({ stake }) => stake)))
  const partOf = (rupees: number) => ({ '--part': `${(rupees / ticks.at(-1)!) * 100}%` }) as CSSProperties
  return (
    <div className="mu-place">
      <div className={styles.ticks} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className="mu-small" style={partOf(tick)}>
            {atTick(tick)}
          </span>
        ))}
      </div>
      <ol className={styles.bars} aria-label={t('Stake of each hour')}>
        {hours.map(({ at, bids, stake }, nth) => {
          const words = t('{hour}: {amount}, {count, plural, one {# bid} other {# bids}}', {
            hour: momentFormat(new Date(at)),
            amount: rupeesInWords(stake),
            count: bids,
          })
          return (
            <li key={at} title={words} style={partOf(stake)}>
              <span className="mu-hidden">{words}</span>
              <i />
              <span aria-hidden className={`mu-small mu-whole ${styles.name}`}>
                {nth % NAMED === 0 && hourFormat(new Date(at))}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
