/** Asks before a rate is saved that is ten times what it was, or a tenth: a slip of a zero costs a day's profit. */
import { t } from '@munim/contract'
import { Dialog } from '../../widgets/dialog.tsx'
import { count2, type RateChange } from './rate-draft.ts'
import styles from './slip-question.module.css'

interface Props {
  readonly changes: readonly RateChange[]
  readonly isPending: boolean
  readonly onAct: () => void
  readonly onClose: () => void
}

export function SlipQuestion({ changes, isPending, onAct, onClose }: Props) {
  return (
    <Dialog
      title={t('Save these rates')}
      line={t('Ten times what it was, or a tenth of it. Is that meant?')}
      act={t('Save')}
      isPending={isPending}
      onAct={onAct}
      onClose={onClose}
    >
      <ul className={`mu-ruled ${styles.changes}`}>
        {changes.map(({ key, name, from, to }) => (
          <li key={key}>
            <span>
              {name}, {key.endsWith('_1') ? t('minimum bet') : t('payout multiplier')}
            </span>
            <span className="mu-plain mu-whole">
              {sign(key)}
              {count2(from)} →{' '}
              <strong className="mu-ink mu-strong">
                {sign(key)}
                {count2(to ?? 0)}
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const sign = (key: string) => (key.endsWith('_1') ? '₹' : '× ')
