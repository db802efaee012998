/** From page to page of the feedback, one step at a time (specification 2 §2). Other lists have PageNav. */

import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import type { Pages } from '../../widgets/page-nav.tsx'
import styles from './steps.module.css'

export function Steps({ page, limit = 10, total, done, isOutdated, onGo }: Pages) {
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
