/** Asks once more before a message goes to every player: it can't be taken back. */
import { t } from '@munim/contract'
import { Dialog } from '../widgets/dialog.tsx'
import styles from './ask-broadcast.module.css'
import { type NotificationType, reachOf, type Users } from './reach.ts'

interface Props {
  readonly draft: {
    readonly title: string
    readonly description: string
    readonly notificationType: NotificationType
  }
  readonly users: Users | null
  readonly isPending: boolean
  readonly onSend: () => void
  readonly onClose: () => void
}

export function AskBroadcast({ draft, users, isPending, onSend, onClose }: Props) {
  const { title, description, notificationType } = draft
  return (
    <Dialog
      title={t('Send to all players')}
      line={
        users === null
          ? t('To everybody who wants {type, select, personal {personal} other {result}} notifications', {
              type: notificationType,
            })
          : t(
              'To at most {most, number} players who want {type, select, personal {personal} other {result}} notifications',
              { most: reachOf(users, notificationType), type: notificationType },
            )
      }
      act={t('Send to all')}
      isPending={isPending}
      onAct={onSend}
      onClose={onClose}
    >
      <div className={`mu-sunken mu-wraps ${styles.message}`}>
        <p className="mu-strong">{title.trim()}</p>
        {description.trim() !== '' && (
          <p className={`mu-plain mu-written ${styles.description}`}>{description.trim()}</p>
        )}
      </div>
      <p className="mu-small">{t("What has reached a phone can't be taken back.")}</p>
    </Dialog>
  )
}
