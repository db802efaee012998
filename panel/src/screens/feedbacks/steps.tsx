/** From page to page of the feedback, one step at a time (specification 2 §2). Other lists have PageNav. */

import { Button, Group } from '@mantine/core'
import { t } from '@munim/contract'
import { type Pages, PagesFoot } from '../../widgets/page-nav.tsx'

export function Steps({ page, limit = 10, total, done, isOutdated, onGo }: Pages) {
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  if (first > total) return null
  return (
    <PagesFoot
      shown={
        !isOutdated && t('Showing {first, number}-{last, number} of {total, number}', { first, last, total })
      }
      done={done}
    >
      <Group component="nav" gap={8} aria-label={t('Pages')}>
        <Button variant="default" disabled={page <= 1} onClick={() => onGo(page - 1)}>
          {t('Previous')}
        </Button>
        <Button variant="default" disabled={last >= total} onClick={() => onGo(page + 1)}>
          {t('Next')}
        </Button>
      </Group>
    </PagesFoot>
  )
}
