/** Asks before maintenance is switched on, and shows what players will read. */
import { t } from '@munim/contract'
import { IconTool } from '@tabler/icons-react'
import { Dialog } from '../../widgets/dialog.tsx'
import styles from './maintenance-question.module.css'
import { UNDER_MAINTENANCE } from './settings-fields.ts'

interface Props {
  readonly message: string
  readonly onAct: () => void
  readonly onClose: () => void
}

export function MaintenanceQuestion({ message, onAct, onClose }: Props) {
  return (
    <Dialog
      title={t('Switch maintenance on')}
      line={t('It begins when you save the settings.')}
      act={t('Switch on')}
      onAct={onAct}
      onClose={onClose}
    >
      <figure className={styles.seen}>
        <figcaption>{t('Players will see')}</figcaption>
        <blockquote className={`mu-sunken mu-wraps mu-written ${styles.message}`}>
          <IconTool size={18} stroke={1.6} className="mu-fixed mu-soft" aria-hidden />
          <p>{message.trim() || UNDER_MAINTENANCE}</p>
        </blockquote>
      </figure>
      <p>
        {t(
          'Players can sign in, sign out and look. All else is refused with this message until it is switched off: registering, bids, deposits, withdrawals, transfers, limits and pauses, feedback, and changes of their account. Your own work goes on.',
        )}
      </p>
    </Dialog>
  )
}
