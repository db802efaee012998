/** One cell taken apart: the stake of the half, what each winning pick would be paid, and what is left. */

import { Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { digitOf, type Half, isDeclared, type Panna, writtenNumber } from '@munim/core'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { gameName } from '../../../game/game-name.ts'
import { Allowed } from '../../../widgets/allowed.tsx'
import { later } from '../../../widgets/later.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { SumLines, SumLinesSkeleton } from '../../../widgets/sum-lines.tsx'
import type { OfDay } from '../draw.ts'
import { madeOf, stakeOf } from '../kept.tsx'
import type { Typed } from '../typed.ts'
import { lettersOf } from './chart.ts'
import styles from './exposure-cell.module.css'

const SetLimits = later(() => import('./set-limits.tsx').then((m) => m.SetLimits))

interface Props extends OfDay {
  readonly half: Half
  readonly panna: string
  readonly onPredict: (typed: Typed) => void
}

export function ExposureCell({ draw, date, half, panna, onPredict }: Props) {
  const [isSetting, setSetting] = useState(false)
  const cell = useCall(api.results.exposureCell, { marketId: draw.id, date, half, panna })
  const figures = { [`${half}_digit`]: digitOf(panna as Panna), [`${half}_panna`]: panna }
  const needsOpen = half === 'close' && !isDeclared(draw, 'open')
  return (
    <section aria-labelledby="exposure-cell" className={`mu-tiny ${styles.cell}`} data-lined>
      <div className={`mu-ends mu-below-4 ${styles.head}`}>
        <h2 id="exposure-cell" className={`mu-strong ${styles.title}`}>
          {t('Panna {panna}', { panna })}
        </h2>
        <span className="mu-note">{lettersOf(panna)}</span>
      </div>
      <Loaded call={cell} waiting={<SumLinesSkeleton />}>
        {({ data }) => <Sum data={data} />}
      </Loaded>
      <div className={`mu-acts mu-above-12 ${styles.acts}`}>
        <Button onClick={() => onPredict(figures)}>{t('Predict with this')}</Button>
        <Allowed to={api.risk.saveLimits}>
          <Button className={styles.limits} onClick={() => setSetting(true)}>
            {t('Set limits')}
          </Button>
        </Allowed>
      </div>
      {isSetting && <SetLimits draw={draw} date={date} onClose={() => setSetting(false)} />}
      {needsOpen && <p className="mu-soft mu-above-6">{t('The prediction asks for the open, too.')}</p>}
    </section>
  )
}

type Taken = Answer<typeof api.results.exposureCell>['data']

function Sum({ data: { stake, parts, result } }: { readonly data: Taken }) {
  return (
    <SumLines
      lines={[
        stakeOf(stake.bids, stake.points),
        ...parts.map((part) => ({ label: partInWords(part), rupees: -part.pays })),
      ]}
      total={madeOf(result)}
    />
  )
}

/** "Single Digit 4 × 9, 12 bets" */
function partInWords({ gameMode, betNumbers, multiplier, bids }: Taken['parts'][number]): string {
  return t('{game} {number} × {multiplier}, {bids, plural, one {# bet} other {# bets}}', {
    game: gameName(gameMode),
    number: writtenNumber(betNumbers),
    multiplier,
    bids,
  })
}
