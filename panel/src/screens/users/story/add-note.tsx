/** An internal note on the player, for who may write one. */
import { Textarea } from '@mantine/core'
import { api, PLAYER_NOTE_MAX, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../widgets/dialog.tsx'
import { tellingDone } from '../../../widgets/notice.tsx'
import type { User } from '../user.ts'

export function AddNote({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const adding = useAction(api.users.addNote, {
    refreshes: [api.users.story],
    onDone: tellingDone(t('Note added'), onClose),
  })
  return (
    <Dialog
      title={t('Add note')}
      line={t('On {name}, for administrators only: in no file, on no printed sheet.', {
        name: user.user_name,
      })}
      act={t('Add')}
      isDisabled={text.trim() === ''}
      doing={adding}
      onAct={() => void adding.run({ id: user.id, text: text.trim() })}
      onClose={onClose}
    >
      <Textarea
        label={t('Note')}
        rows={4}
        maxLength={PLAYER_NOTE_MAX}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  )
}
