/** What every item shows of itself: whose it is, and requests in lines. */
import { type Answer, type api, t } from '@munim/contract'
import type { ReactNode } from 'react'
import matter from '../../game/matter-head.module.css'
import { RecordLink } from '../../game/record-links.tsx'
import { Link } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './case-parts.module.css'

export type Case = Answer<typeof api.desk.getCase>['data']

const STATES = { pending: 'waiting', completed: 'good', rejected: 'bad' } as const

type Line = Case['last'][number] & Partial<Pick<Case['sameReference'][number], 'User'>>

/** Requests, a line each; those of others with their names. */
export function Lines({ of }: { readonly of: readonly Line[] }) {
  return (
    <ul className={`mu-ruled ${styles.lines}`}>
      {of.map((line) => (
        <li key={line.id}>
          <span className={`mu-wraps ${styles.whose}`}>
            {line.User ? (
              <>
                <Link to={`/users/details/${line.User.id}`}>{line.User.user_name}</Link>
                <RecordLink is="request" id={line.id} />
              </>
            ) : line.kind === 'deposit' ? (
              t('Deposit')
            ) : (
              t('Withdrawal')
            )}
          </span>
          <Money rupees={line.amount} />
          <span className="mu-note">
            {!line.User && (
              <>
                <RecordLink is="request" id={line.id} /> ·{' '}
              </>
            )}
            <When at={line.createdAt} as="short" />
          </span>
          <Status is={STATES[line.status]}>{t(line.status)}</Status>
        </li>
      ))}
    </ul>
  )
}

/** Whose it is, and since when. */
export function Head({
  of,
  amount,
  label,
}: {
  readonly of: Case
  readonly amount?: number
  readonly label: ReactNode
}) {
  const { person } = of
  return (
    <div className={`mu-ends ${matter.head}`} data-wraps>
      <div>
        <p className="mu-small mu-medium">{label}</p>
        {amount === undefined ? (
          <h2 className={`mu-strong ${matter.number}`}>{person.user_name}</h2>
        ) : (
          <p className={`mu-strong ${matter.number}`}>
            <Money rupees={amount} />
          </p>
        )}
      </div>
      <div className={`mu-small mu-shrinks mu-end mu-right ${matter.who}`}>
        {amount !== undefined && <h2 className={`mu-strong mu-ink ${matter.name}`}>{person.user_name}</h2>}
        <p>
          <Mobile digits={person.mobile} /> · {t('player #{id}', { id: person.id })}
        </p>
        <p>
          {t('Joined')} <When at={person.createdAt} as="day" />
        </p>
      </div>
    </div>
  )
}
