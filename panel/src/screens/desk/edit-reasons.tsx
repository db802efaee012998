/** The owner's own reasons of a queue: one a line, in the order of the keys 1 to 9. */
import { Textarea } from '@mantine/core'
import { api, REASON_MAX, REASONS_AT_MOST, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { tellingDone } from '../../widgets/notice.tsx'

export type Reasoned = 'deposits' | 'withdrawals' | 'feedback'

export function EditReasons({ kind, onClose }: { readonly kind: Reasoned; readonly onClose: () => void }) {
  const kept = useCall(api.desk.reasons, {})
  const [typed, setTyped] = useState<string | null>(null)
  /** The reasons that there were as typing began; null where those of now are what is typed over. */
  const [from, setFrom] = useState<readonly string[] | null>(null)
  const saving = useAction(api.desk.saveReasons, {
    refreshes: [api.desk.reasons],
    onDone: tellingDone(t('Reasons saved'), onClose),
    onFailed: (_, { fields }) => {
      if (fields.basedOn === undefined) return
      // Those of now were told: what is typed replaces them.
      setFrom(null)
      if (kept.state === 'ready') kept.retry()
    },
  })
  const saved = kept.state === 'ready' ? kept.answer.data[kind] : []
  const before = saved.join('\n')
  const reasons = (typed ?? before)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isFeedback = kind === 'feedback'
  return (
    <Dialog
      title={isFeedback ? t('Replies') : t('Reasons')}
      line={
        isFeedback ? t('What feedback is answered with') : t('What a player reads when a request is rejected')
      }
      act={t('Save')}
      isDisabled={
        // Saved before they are known, they would all be deleted.
        (typed === null && kept.state !== 'ready') ||
        // Refused, because they were saved meanwhile: those of now are not read yet.
        (typed !== null && from === null && kept.state === 'ready' && kept.isRefreshing) ||
        reasons.length > REASONS_AT_MOST ||
        reasons.some((reason) => reason.length > REASON_MAX)
      }
      doing={saving}
      onAct={() => void saving.run({ kind, reasons, basedOn: [...(from ?? saved)] })}
      onClose={onClose}
    >
      <Loaded call={kept}>
        {() => (
          <Textarea
            label={t('One on each line, at most nine')}
            description={t('The keys 1 to 9 choose them in this order.')}
            rows={9}
            value={typed ?? before}
            error={
              reasons.length > REASONS_AT_MOST
                ? t('At most nine reasons can be kept')
                : reasons.some((reason) => reason.length > REASON_MAX)
                  ? t('A reason is at most {most} characters long', { most: REASON_MAX })
                  : undefined
            }
            onChange={(event) => {
              if (typed === null) setFrom(saved)
              setTyped(event.currentTarget.value)
            }}
            data-autofocus
          />
        )}
      </Loaded>
    </Dialog>
  )
}
