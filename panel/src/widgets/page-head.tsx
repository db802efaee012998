/** The head of a screen: where it lies, its title, one line of facts, its actions; below them what was last done. */
import { t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import { Notice } from './notice.tsx'
import styles from './page-head.module.css'

interface Props {
  readonly title: string
  /** Beside the title: a tick, a Hindi name, a status. */
  readonly beside?: ReactNode
  readonly facts?: ReactNode
  /** Subtle first, the one filled button last. */
  readonly actions?: ReactNode
  /** The list that this record belongs to, and the search it was left with. */
  readonly from?: {
    readonly name: string
    readonly to: Address
    readonly search?: Readonly<Record<string, string>>
  }
  /** What was last done is told over the head, so that no row below moves while it comes and goes. */
  readonly isStill?: boolean
}

export function PageHead({ title, beside, facts, actions, from, isStill = false }: Props) {
  return (
    <>
      <title>{t('{title} · Munim Admin', { title })}</title>
      {from && (
        <nav aria-label={t('Breadcrumb')} className={`mu-small mu-row ${styles.crumbs}`}>
          <Link
            to={from.to}
            search={from.search}
            className="mu-thumb mu-soft"
            aria-label={t('Back to the list: {list}', { list: from.name })}
          >
            {from.name}
          </Link>
          <IconChevronRight size={13} stroke={1.8} aria-hidden />
          <span className="mu-cut">{title}</span>
        </nav>
      )}
      {isStill && <Notice isOver />}
      <div className={`mu-ends mu-apart ${styles.head}`}>
        <div className={`mu-shrinks ${styles.words}`}>
          <div className={`mu-row mu-shrinks ${styles.titleRow}`}>
            <h1 className={`mu-wraps mu-shrinks ${styles.title}`}>{title}</h1>
            {beside}
          </div>
          {facts !== undefined && <p className={`mu-small ${styles.facts}`}>{facts}</p>}
        </div>
        {actions !== undefined && <div className={`mu-row mu-acts ${styles.actions}`}>{actions}</div>}
      </div>
      {!isStill && <Notice />}
    </>
  )
}
