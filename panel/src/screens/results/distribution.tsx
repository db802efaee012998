/** The bets of a draw in figures: all of them, by game mode, by session. */
import { type Answer, api, t } from '@munim/contract'
import { percentInWords, sumOfRupees } from '@munim/core'
import { useCall } from '../../api/use-call.ts'
import table from '../../widgets/figure-table.module.css'
import { Loaded } from '../../widgets/loaded.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { type Stat, StatStrip } from '../../widgets/stat-strip.tsx'
import styles from './distribution.module.css'
import type { OfDay } from './draw.ts'
import { Kept } from './kept.tsx'

type Figures = Answer<typeof api.bids.analytics>['data']['overview']
type Shares = Answer<typeof api.bids.analytics>['data']['distributions']['gameMode']

export function Distribution({ draw, date }: OfDay) {
  const analytics = useCall(api.bids.analytics, { marketId: draw.id, date })
  return (
    <Loaded call={analytics} waiting={<Skeleton />}>
      {({ data: { overview, distributions, declared } }) => (
        <>
          <StatStrip stats={statsOf(overview)} />
          <div className={`mu-halves ${styles.panels}`}>
            {declared && (
              <div className={styles.kept}>
                <PanelCard title={t('What is declared')}>
                  <Kept of={declared} />
                </PanelCard>
              </div>
            )}
            <SharePanel
              title={t('By game mode')}
              caption={t('Bets by game mode, the largest stake first')}
              head={t('Game mode')}
              shares={distributions.gameMode}
            />
            <SharePanel
              title={t('By session')}
              caption={t('Bets by session, the largest stake first')}
              head={t('Session')}
              shares={distributions.session}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** null while they are not known. */
const statsOf = (overview: Figures | null): Stat[] => [
  {
    label: t('Total Bets'),
    value: overview && count(overview.totalBets),
    hint: t('without cancelled ones'),
  },
  {
    label: t('Total Bet Amount'),
    value: overview && <Money rupees={overview.totalBetAmount} />,
    hint: t('without cancelled ones'),
  },
  { label: t('Winning Bets'), value: overview && count(overview.winningBets) },
  {
    label: t('Win Rate'),
    value: overview && percentInWords(overview.winRate),
    hint: t('of the decided bets'),
  },
]

const Skeleton = () => (
  <div role="progressbar" aria-label={t('Loading')}>
    <StatStrip stats={statsOf(null)} />
    <div className={`mu-halves ${styles.panels}`}>
      {[t('By game mode'), t('By session')].map((title) => (
        <PanelCard key={title} title={title}>
          <div className={styles.lines} />
        </PanelCard>
      ))}
    </div>
  </div>
)

interface ShareProps {
  readonly title: string
  readonly caption: string
  readonly head: string
  readonly shares: Shares
}

/** The largest stake first, its bar as long as there is room. */
function SharePanel({ title, caption, head, shares }: ShareProps) {
  const total = sumOfRupees(shares.map((share) => share.total_amount))
  const largest = Math.max(...shares.map((share) => share.total_amount))
  return (
    <PanelCard title={title}>
      {shares.length === 0 ? (
        <p className="mu-soft">{t('No bets yet.')}</p>
      ) : (
        <table className={`mu-table ${table.table} ${styles.shares}`}>
          <caption className="mu-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">{t('Bets')}</th>
              <th scope="col">{t('Amount')}</th>
              <th scope="col">{t('Share')}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map((share) => (
              <tr key={share.label}>
                <th scope="row">
                  {t(share.label)}
                  <span className={`mu-block ${styles.track}`} aria-hidden>
                    <i style={{ width: `${(share.total_amount / largest) * 100}%` }} />
                  </span>
                </th>
                <td>{count(share.count)}</td>
                <td>
                  <Money rupees={share.total_amount} />
                </td>
                <td className="mu-plain">{percentInWords((share.total_amount / total) * 100)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('In all')}</th>
              <td>{count(shares.reduce((sum, share) => sum + share.count, 0))}</td>
              <td>
                <Money rupees={total} isTotal />
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      )}
    </PanelCard>
  )
}
