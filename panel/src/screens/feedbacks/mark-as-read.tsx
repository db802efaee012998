/** Marks a feedback read, with a response if there is one to give. */
import { COMMENT_MAX, COMMENT_MIN, t, wrongInComment } from '@munim/contract'
import { useState } from 'react'
import { CountedField } from '../../widgets/counted-field.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { When } from '../../widgets/when.tsx'
import { type Feedback, useMarking } from './feedback.ts'
import styles from './mark-as-read.module.css'

interface Props {
  readonly feedback: Feedback
  readonly onClose: () => void
}

export function MarkAsRead({ feedback, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  /** The response that is replaced; undefined: whichever there is by now, as that was told. */
  const [basedOn, setBasedOn] = useState<string | undefined>(feedback.adminComment)
  const marking = useMarking({
    onDone: onClose,
    onFailed: (_, { fields }) => {
      if (fields.basedOn !== undefined) setBasedOn(undefined)
    },
  })
  const comment = typed.trim()
  const wrong = wrongInComment(comment)

  function mark() {
    if (wrong) return showWrong(() => setTried(true))
    void marking.run({
      id: feedback.id,
      isReadByAdmin: true,
      ...(comment !== '' && { adminComment: comment, basedOn }),
    })
  }
  return (
    <Dialog
      title={t('Mark as Read & Add Response')}
      line={
        <>
          {feedback.User.user_name} · <When at={feedback.createdAt} />
        </>
      }
      act={t('Mark as Read')}
      doing={marking}
      onAct={mark}
      onClose={onClose}
    >
      <p className={`mu-sunken mu-wraps mu-plain ${styles.feedback}`}>{feedback.feedback}</p>
      <CountedField
        label={feedback.adminComment === '' ? t('Response (optional)') : t('Another response (optional)')}
        rows={4}
        most={COMMENT_MAX}
        value={typed}
        onType={setTyped}
        // One is not told of ten characters while typing the first nine.
        error={hasTried || comment.length >= COMMENT_MIN ? wrong : undefined}
        isFirst
      />
    </Dialog>
  )
}
