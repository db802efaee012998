/** Confirms what another administrator asked for, or declines it, with a note. */
import { ACT_NOTE_MAX, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { actInWords } from '../../widgets/act-in-words.ts'
import { CountedField } from '../../widgets/counted-field.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellDone } from '../../widgets/notice.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import type { Act } from './act.ts'
import { Effect } from './effect.tsx'

interface Props {
  readonly act: Act
  readonly how: 'confirm' | 'decline'
  readonly onClose: () => void
}

export function DecideAct({ act, how, onClose }: Props) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isDeclining = how === 'decline'
  const over = {
    onDone: () => {
      // What it changed may be on any screen.
      void queries.invalidateQueries()
      tellDone(isDeclining ? t('Declined: nothing was done') : t('Confirmed: it is done'))
      onClose()
    },
    onFailed: (message: string) => {
      for (const { path } of [api.acts.list, api.acts.waiting])
        void queries.invalidateQueries({ queryKey: [path] })
      setRefusal(message)
    },
  }
  const confirming = useAction(api.acts.confirm, over)
  const declining = useAction(api.acts.decline, over)
  const note = typed.trim()
  const wrong =
    note.length > ACT_NOTE_MAX
      ? t('Note must be at most {most} characters', { most: ACT_NOTE_MAX })
      : isDeclining && note === ''
        ? t('Note is required')
        : undefined

  function decide() {
    if (wrong) return showWrong(() => setTried(true))
    setRefusal(null)
    void (isDeclining ? declining : confirming).run({ id: act.id, note })
  }
  return (
    <Dialog
      title={isDeclining ? t('Decline') : t('Confirm')}
      line={t('{act}, asked for by {name}', { act: actInWords(act), name: act.asker.userName })}
      act={isDeclining ? t('Decline') : t('Confirm')}
      isDanger={isDeclining}
      hasField
      isPending={confirming.isPending || declining.isPending}
      onAct={decide}
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={setRefusal} />
      <Effect act={act} />
      <CountedField
        label={t('Note')}
        rows={2}
        most={ACT_NOTE_MAX}
        value={typed}
        onType={setTyped}
        error={hasTried || note.length > ACT_NOTE_MAX ? wrong : undefined}
        isFirst
      />
    </Dialog>
  )
}
