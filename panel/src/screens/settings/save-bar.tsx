/** The foot of a form: what is not saved yet as "old → new", and the two ways out. Floats while there is something. */

import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import { Fragment, type ReactNode } from 'react'
import styles from './save-bar.module.css'

interface Props {
  readonly changes: readonly ReactNode[]
  /** Why it can't be saved, in place of the changes. */
  readonly complaint?: ReactNode
  /** What should be known beside them. */
  readonly note?: ReactNode
  readonly save: string
  readonly isPending: boolean
  /** Cancel leads away, and works without changes too. */
  readonly leads?: boolean
  readonly onCancel: () => void
}

export function SaveBar({ changes, complaint, note, save, isPending, leads = false, onCancel }: Props) {
  const isEmpty = changes.length === 0
  return (
    <div className={`mu-frame mu-row mu-soft ${isEmpty ? '' : 'mu-floats'} ${styles.bar}`}>
      <div className="mu-rest">
        {note}
        {complaint ?? <Changes changes={changes} />}
      </div>
      <div className={`mu-gap-8 mu-phone-flow ${styles.acts}`}>
        <Button onClick={onCancel} disabled={isPending || (isEmpty && !leads)}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" type="submit" loading={isPending} disabled={isEmpty}>
          {save}
        </Button>
      </div>
    </div>
  )
}

function Changes({ changes }: Pick<Props, 'changes'>) {
  if (changes.length === 0) return <p>{t('Nothing is changed.')}</p>
  return (
    <p className="mu-wraps mu-two">
      <strong className="mu-ink mu-strong">
        {t('{count, plural, one {# unsaved change} other {# unsaved changes}}', { count: changes.length })}
      </strong>
      {changes.map((change, index) => (
        <Fragment key={index}> · {change}</Fragment>
      ))}
    </p>
  )
}
