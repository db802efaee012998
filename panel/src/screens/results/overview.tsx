/** What is declared of a draw, the form that declares it, and the draws before it. */
import { dayOf as dayOfMoment } from '@munim/core'
import { HalfResult } from '../../widgets/result.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'
import { useNow } from '../../widgets/times.ts'
import { DeclareForm, type FormProps } from './declare-form.tsx'
import { DeclaredSoFar } from './declared-so-far.tsx'
import { dateOf, dueOf } from './draw.ts'
import { PreviousResults } from './previous-results.tsx'
import look from './result-details.module.css'
import { StatusOfResult } from './result-status.tsx'

export function Overview(form: FormProps) {
  const { draw } = form
  const now = useNow()
  return (
    <>
      <StatStrip
        stats={[
          { label: 'Open Result', value: <HalfResult result={draw} half="open" /> },
          { label: 'Close Result', value: <HalfResult result={draw} half="close" /> },
          { label: 'Overall status', value: <StatusOfResult of={draw} isDue={dueOf(draw, now) !== null} /> },
          {
            label: 'Draw',
            value: dateOf(draw.market_date),
            size: 'S',
            hint: draw.market_date === dayOfMoment(now) ? 'today' : 'not today',
          },
        ]}
      />
      <div className={look.columns}>
        <DeclareForm title="Declare a result" {...form} />
        <DeclaredSoFar draw={draw} />
      </div>
      <PreviousResults marketId={draw.id} />
    </>
  )
}
