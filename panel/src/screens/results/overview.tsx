/** What is declared of a draw, how many bets it has, the form that declares it, and the draws before it. */
import { type Answer, api, t } from '@munim/contract'
import { dayOf as dayOfMoment } from '@munim/core'
import { type Call, onlyOf, useCall } from '../../api/use-call.ts'
import { count, Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'
import { useNow } from '../../widgets/times.ts'
import { DeclareForm, type DeclareProps } from './declare-form.tsx'
import { DeclaredSoFar } from './declared-so-far.tsx'
import { dateOf, dueOf, type OfDay } from './draw.ts'
import { Kept } from './kept.tsx'
import { PreviousResults } from './previous-results.tsx'
import { HalfOf, StatusOfResult } from './result-status.tsx'
import { ToRecover } from './to-recover.tsx'

type Analytics = Call<Answer<typeof api.bids.analytics>>

export function Overview(form: DeclareProps) {
  const asked = useCall(api.bids.analytics, { marketId: form.draw.id, date: form.date })
  const analytics = onlyOf(asked, ({ data }) => data.date === form.date)
  return (
    <>
      <Figures draw={form.draw} date={form.date} analytics={analytics} />
      <div className="mu-columns mu-apart">
        <DeclareForm title={t('Declare a result')} {...form} />
        <DeclaredSoFar draw={form.draw} onVoid={form.onVoid}>
          <Kept of={analytics.state === 'ready' ? analytics.answer.data.declared : null} />
        </DeclaredSoFar>
      </div>
      <ToRecover key={form.date} draw={form.draw} date={form.date} />
      <PreviousResults marketId={form.draw.id} />
    </>
  )
}

interface FiguresProps extends OfDay {
  readonly analytics: Analytics
}

function Figures({ draw, date, analytics }: FiguresProps) {
  const now = useNow()
  const bets = analytics.state === 'ready' ? analytics.answer.data.overview : null
  /** They are listed where the card leads. */
  const cancelled = bets?.cancelledBets ?? 0
  return (
    <StatStrip
      stats={[
        { label: t('Open Result'), value: <HalfOf draw={draw} half="open" /> },
        { label: t('Close Result'), value: <HalfOf draw={draw} half="close" /> },
        { label: t('Overall status'), value: <StatusOfResult of={draw} isDue={dueOf(draw, now) !== null} /> },
        {
          label: t('Bets'),
          value: analytics.state === 'failed' ? '–' : bets && count(bets.totalBets + cancelled),
          hint: bets ? (
            <>
              <Sentence of="{amount} staked" amount={<Money rupees={bets.totalBetAmount} />} />
              {cancelled > 0 && ` · ${t('{count} cancelled', { count: count(cancelled) })}`}
            </>
          ) : (
            unknownOf(analytics)
          ),
          to: `/results/details/${draw.id}`,
          search: { tab: 'bets', date },
        },
        {
          label: t('Draw'),
          value: dateOf(draw.market_date),
          size: 'S',
          hint: draw.market_date === dayOfMoment(now) ? t('today') : t('not today'),
        },
      ]}
    />
  )
}

/** Why it is not known; before that, the room of a line, so that the strip is as high. */
const unknownOf = (analytics: Analytics) => (analytics.state === 'failed' ? analytics.message : '\u00a0')
