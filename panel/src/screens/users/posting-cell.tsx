/** What a posting was: its kind, and under it the bid, the payment, or the note it belongs to. */

import type { Answer, api } from '@munim/contract'
import { t } from '@munim/contract'
import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { detailsOfPosting, nameOfPosting } from '../../game/posting-words.ts'
import { RecordLink } from '../../game/record-links.tsx'
import styles from './histories.module.css'

export type Posting = Answer<typeof api.users.transactions>['data'][number]

interface Props {
  readonly posting: Posting
  /** The balance that it began with is not the one that was left. */
  readonly isAfterGap: boolean
}

export function Particulars({ posting, isAfterGap }: Props) {
  const { id, type: side } = posting
  const Arrow = side === 'credit' ? IconArrowDownLeft : IconArrowUpRight
  const details = detailsOfPosting({ ...posting, side })
  return (
    <span className={styles.particulars}>
      <Arrow size={14} stroke={1.8} data-side={side} role="img" aria-label={t(side)} />
      <span>
        <span className={styles.what}>{nameOfPosting({ ...posting, side })}</span>
        <span className={`mu-sub ${styles.note}`}>
          {details !== '' && `${details} · `}
          <RecordLink is="posting" id={id} />
        </span>
        {isAfterGap && (
          <span className={styles.gap}>
            <IconAlertTriangle size={13} stroke={2} aria-hidden />
            {t('does not continue from the entry below')}
          </span>
        )}
      </span>
    </span>
  )
}
