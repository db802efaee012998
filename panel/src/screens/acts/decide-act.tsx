/** Confirms what another administrator asked for, or declines it, with a note. */
import { ACT_NOTE_MAX, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallFailure } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { actInWords } from '../../widgets/act-in-words.ts'
import { CountedField, wrongInNote } from '../../widgets/counted-field.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellDone } from '../../widgets/notice.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import type { Act } from './act.ts'
import { Effect } from './effect.tsx'

interface Props {
  /** As it was read when the dialog was opened. */
  readonly act: Act
  /** As it is by now; undefined where it is no more in the list. */
  readonly latest: Act | undefined
  readonly how: 'confirm' | 'decline'
  readonly onClose: () => void
}

export function DecideAct({ act: opened, latest, how, onClose }: Props) {
  const queries = useQueryClient()
  // What is shown is what is sent.
  const [act, setAct] = useState(opened)
  const [isStale, setStale] = useState(false)
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const isDeclining = how === 'decline'
  const over = {
    onDone: () => {
      // What it changed may be on any screen.
      void queries.invalidateQueries()
      tellDone(isDeclining ? t('Declined: nothing was done') : t('Confirmed: it is done'))
      onClose()
    },
    onFailed: (_: string, { fields }: CallFailure) => {
      setStale(fields.basedOn !== undefined)
      for (const { path } of [api.acts.list, api.acts.waiting])
        void queries.invalidateQueries({ queryKey: [path] })
    },
  }
  const confirming = useAction(api.acts.confirm, over)
  const declining = useAction(api.acts.decline, over)
  const deciding = isDeclining ? declining : confirming
  const note = typed.trim()
  const wrong = wrongInNote(note, ACT_NOTE_MAX, isDeclining)

  function decide() {
    if (wrong) return showWrong(() => setTried(true))
    const { id, effect: basedOn } = act
    void (isDeclining ? declining.run({ id, note }) : confirming.run({ id, note, basedOn }))
  }
  function lookAgain(now: Act) {
    setAct(now)
    deciding.setRefusal(null)
  }
  return (
    <Dialog
      title={isDeclining ? t('Decline') : t('Confirm')}
      line={t('{act}, asked for by {name}', { act: actInWords(act), name: act.asker.userName })}
      act={isDeclining ? t('Decline') : t('Confirm')}
      isDanger={isDeclining}
      isDisabled={!isDeclining && act.refusal !== null}
      doing={deciding}
      wayOut={
        isStale &&
        latest !== undefined &&
        latest !== act && (
          <button type="button" onClick={() => lookAgain(latest)}>
            {t('Look again')}
          </button>
        )
      }
      onAct={decide}
      onClose={onClose}
    >
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
