/** From page to page of the feedback, one step at a time (specification 2 §2). Other lists have PageNav. */

import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import styles from './steps.module.css'

interface Props {
  readonly page: number
  readonly limit: number
  readonly total: number
  /** Of the cards shown, those that have left the list, in words. */
  readonly done: string | undefined
  /** The cards shown are another page's, because this one could not be fetched. */
  readonly isOutdated: boolean
  readonly onGo: (page: number) => void
}

export function Steps({ page, limit, total, done, isOutdated, onGo }: Props) {
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  if (first > total) return null
  return (
    <div className={styles.foot}>
      <p className={styles.showing}>
        {!isOutdated &&
          t('Showing {first, number}-{last, number} of {total, number}', { first, last, total })}
        {done !== undefined && `, ${done}`}
      </p>
      <nav aria-label={t('Pages')} className={styles.steps}>
        <Button variant="default" disabled={page <= 1} onClick={() => onGo(page - 1)}>
          {t('Previous')}
        </Button>
        <Button variant="default" disabled={last >= total} onClick={() => onGo(page + 1)}>
          {t('Next')}
        </Button>
      </nav>
    </div>
  )
}
