/** One feedback of the list: who wrote it, what, what was answered, and the way to read and back to unread. */

import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { Allowed } from '../../widgets/allowed.tsx'
import { Entry, EntryNote } from '../../widgets/entries.tsx'
import { Link } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import { type Feedback, useMarking } from './feedback.ts'
import styles from './feedback-entry.module.css'

interface Props {
  readonly feedback: Feedback
  /** Opens the dialog that marks it read. */
  readonly onRead: () => void
}

export function FeedbackEntry({ feedback, onRead }: Props) {
  const { id, User, isReadByAdmin, adminComment, createdAt } = feedback
  const marking = useMarking({ onFailed: tellFailed })
  return (
    <Entry
      title={<Writer of={User} />}
      beside={
        !isReadByAdmin && (
          <Status is="waiting" isFilled>
            {t('New')}
          </Status>
        )
      }
      aside={<When at={createdAt} />}
      actions={
        <Allowed to={api.feedbacks.update}>
          {/* One button whichever way it goes, and never disabled, so that it keeps the focus. */}
          <Button
            variant={isReadByAdmin ? 'subtle' : 'light'}
            {...(isReadByAdmin && { color: 'gray' })}
            px={9}
            aria-busy={marking.isPending}
            onClick={byOneClick(() =>
              isReadByAdmin ? void marking.run({ id, isReadByAdmin: false }) : onRead(),
            )}
          >
            {isReadByAdmin ? t('Mark as Unread') : t('Mark as Read & Add Response')}
          </Button>
        </Allowed>
      }
    >
      <p className="mu-written">{feedback.feedback}</p>
      {adminComment !== '' && <EntryNote by={t('Response')}>{adminComment}</EntryNote>}
    </Entry>
  )
}

/** The words of a deleted player stay, without the person: there is no record to go to. */
function Writer({ of: { id, user_name, mobile } }: { readonly of: Feedback['User'] }) {
  if (mobile === '') return user_name
  return (
    <>
      <Link to={`/users/details/${id}`} className="mu-thumb">
        {user_name}
      </Link>
      <span className={`mu-note mu-regular ${styles.mobile}`}>
        <Mobile digits={mobile} />
      </span>
    </>
  )
}
