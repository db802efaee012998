/** The figures of the specification: the account as a sum, beside it what moves today, below what leads to work. */
import { t } from '@munim/contract'
import { type ReactNode, useId } from 'react'
import { Link } from '../../widgets/link.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { lengthInWords, useNow } from '../../widgets/times.ts'
import styles from './figures.module.css'
import type { DayOfMoney, Overview, Statistics } from './overview.ts'

interface Props {
  /** null while they are not known. */
  readonly statistics: Statistics | null
  /** null while it is not known, or cannot be. */
  readonly overview: Overview | null
}

export function Figures({ statistics, overview }: Props) {
  return (
    <div className={`mu-frame mu-apart ${styles.figures}`} aria-busy={statistics === null || undefined}>
      <Account statistics={statistics} />
      <Strip statistics={statistics} overview={overview} />
    </div>
  )
}

function Account({ statistics }: { readonly statistics: Statistics | null }) {
  const { deposits, withdrawals, admin_profit: profit } = statistics ?? {}
  return (
    <div className={`mu-column ${styles.account}`}>
      <Figure
        label={t('Total Deposits')}
        to="/wallet"
        tab="deposits"
        value={deposits && <Money rupees={deposits.total_amount} decimals={0} />}
        hint={deposits && t('{count, number} total', { count: deposits.total_count })}
      />
      <Figure
        label={t('Total Withdrawals')}
        to="/wallet"
        tab="withdrawals"
        isTakenAway
        value={withdrawals && <Money rupees={withdrawals.total_amount} decimals={0} />}
        hint={
          withdrawals &&
          t('{count, number} paid out, by hand included', { count: withdrawals.total_requests })
        }
      />
      <div className={styles.profit}>
        <span>
          {statistics && <Rest statistics={statistics} />}
          <span className={styles.label}>{t('Admin Profit')}</span>
        </span>
        <span className={styles.value}>
          {profit === undefined ? (
            <i className={`mu-blank ${styles.blank}`} />
          ) : (
            <Money rupees={profit} decimals={0} isTotal />
          )}
        </span>
        <span className={`mu-small mu-block ${styles.hint}`}>
          {t('cash in less cash out, since opening')}
        </span>
      </div>
    </div>
  )
}

/** As `Money` without decimals shows it. */
export const whole = (rupees: number) =>
  Math.sign(rupees) * Math.round(Math.round(Math.abs(rupees) * 100) / 100)

/** A sum on screen adds up: what whole rupees leave out is told, where there is room beside the sum. */
function Rest({ statistics }: { readonly statistics: Statistics }) {
  const { deposits, withdrawals, admin_profit: profit } = statistics
  const rest = whole(profit) - (whole(deposits.total_amount) - whole(withdrawals.total_amount))
  if (rest === 0) return null
  return (
    <span className={`mu-small mu-block ${styles.rest}`}>
      {t('Paise, rounded')} <Money rupees={rest} decimals={0} />
    </span>
  )
}

function Strip({ statistics, overview }: Pick<Props, 'statistics' | 'overview'>) {
  const now = useNow()
  const { users, today, withdrawals } = statistics ?? {}
  const { waiting, days } = overview ?? {}
  return (
    <div className={styles.strip}>
      <MoneyFigure
        label={t("Today's Deposits")}
        of="deposits"
        today={today?.admin_deposits}
        words={(count) => t('{count, plural, one {# deposit} other {# deposits}}', { count })}
        days={days}
      />
      <MoneyFigure
        label={t("Today's Withdrawals")}
        of="withdrawals"
        today={today?.withdrawals}
        words={(count) => t('{count, plural, one {# withdrawal} other {# withdrawals}}', { count })}
        days={days}
      />
      <Figure
        label={t('Pending Withdrawals')}
        to="/wallet"
        tab="withdrawals"
        size="M"
        value={withdrawals && count(withdrawals.pending_requests)}
        hint={
          waiting &&
          (waiting.pendingWithdrawals === 0 ? (
            t('none waits')
          ) : (
            <Sentence of="{amount} to pay out" amount={<Money rupees={waiting.toPayOut} decimals={0} />} />
          ))
        }
      />
      <Figure
        label={t('Unapproved Users')}
        to="/users"
        size="M"
        value={users && count(users.unapproved_users)}
        hint={
          waiting &&
          (waiting.oldestUserAt === null
            ? t('nobody waits')
            : t('oldest waits {length}', {
                length: lengthInWords(now.getTime() - new Date(waiting.oldestUserAt).getTime()),
              }))
        }
      />
      <Figure
        label={t('Total Users')}
        to="/users"
        size="M"
        value={users && count(users.total_users)}
        hint={users && t('{count, number} new today', { count: users.new_registered_today })}
      />
    </div>
  )
}

interface MoneyProps {
  readonly label: string
  readonly of: 'deposits' | 'withdrawals'
  readonly today: { readonly amount: number; readonly count: number } | undefined
  /** How many there were. */
  readonly words: (count: number) => string
  readonly days: readonly DayOfMoney[] | undefined
}

/** What moved today, beside it the whole day before. */
function MoneyFigure({ label, of, today, words, days }: MoneyProps) {
  const before = days?.at(-2)?.[of]
  return (
    <Figure
      label={label}
      to="/wallet"
      tab={of}
      size="L"
      value={today && <Money rupees={today.amount} decimals={0} />}
      hint={
        today && (
          <>
            {words(today.count)}
            {before !== undefined && (
              <span className={styles.before}>
                {' · '}
                <Sentence of="{amount} yesterday" amount={<Money rupees={before} decimals={0} />} />
              </span>
            )}
          </>
        )
      }
      aside={days && <Spark values={days.map((day) => day[of])} tone={of === 'deposits' ? 1 : 2} />}
    />
  )
}

interface FigureProps {
  readonly label: string
  readonly value: ReactNode | undefined
  readonly hint: ReactNode | undefined
  readonly to: '/users' | '/wallet'
  readonly tab?: 'deposits' | 'withdrawals'
  /** Where it is in the strip; without one it is a line of the account. */
  readonly size?: 'L' | 'M'
  readonly aside?: ReactNode
  readonly isTakenAway?: boolean
}

/** The whole card is its link, whose name is the label and the value. */
function Figure({ label, value, hint, to, tab, size, aside, isTakenAway }: FigureProps) {
  const hintId = useId()
  return (
    <div className={size === undefined ? styles.line : `mu-cell mu-place ${styles.cell}`} data-size={size}>
      <Link to={to} {...(tab && { search: { tab } })} className={styles.link} aria-describedby={hintId}>
        <span className={size === undefined ? styles.label : 'mu-small mu-medium'}>{label}</span>{' '}
        <span className={`mu-figure ${styles.value}`}>
          {value === undefined ? (
            <i className={`mu-blank ${styles.blank}`} />
          ) : (
            <>
              {isTakenAway && <span aria-hidden="true">−</span>}
              {value}
            </>
          )}
        </span>
      </Link>
      <span id={hintId} className={`mu-small mu-block ${styles.hint}`}>
        {hint}
      </span>
      {aside}
    </div>
  )
}

const WIDTH = 84
const HEIGHT = 28
/** Room for the dot at the end. */
const PAD = 3

/** The course of fourteen days in a few strokes, without an axis. What it shows is told by the fourteen days' table. */
function Spark({ values, tone }: { readonly values: readonly number[]; readonly tone: 1 | 2 }) {
  const most = Math.max(...values)
  const least = Math.min(...values)
  if (values.length < 2 || most === least) return null
  const points = values.map((value, index) => {
    const x = PAD + (index / (values.length - 1)) * (WIDTH - 2 * PAD)
    const y = HEIGHT - PAD - ((value - least) / (most - least)) * (HEIGHT - 2 * PAD)
    return [x.toFixed(1), y.toFixed(1)] as const
  })
  const [x, y] = points.at(-1)!
  const ink = `var(--mu-chart-${tone})`
  return (
    <svg className={styles.spark} width={WIDTH} height={HEIGHT} fill="none" stroke={ink} aria-hidden="true">
      <polyline strokeWidth="1.5" strokeLinejoin="round" points={points.join(' ')} />
      <circle cx={x} cy={y} r={2} fill={ink} stroke="none" />
    </svg>
  )
}
