/** Asks for the second factor where an act needs a fresh one; the act then goes on by itself, or is left as it was. */
import { t } from '@munim/contract'
import { useAsked } from '../api/factor.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { useEnterFactor } from '../widgets/enter-factor.tsx'

export function FreshFactor() {
  const answer = useAsked((asked) => asked.answer)
  return answer && <Question onAnswer={answer} />
}

function Question({ onAnswer }: { readonly onAnswer: (isEntered: boolean) => void }) {
  const { fields, isPending, enter } = useEnterFactor({ onEntered: () => onAnswer(true) })
  return (
    <Dialog
      title={t('Confirm It Is You')}
      line={t('This needs your second factor. You are not asked again for five minutes.')}
      act={t('Confirm')}
      hasField
      isPending={isPending}
      onAct={enter}
      onClose={() => onAnswer(false)}
    >
      {fields}
    </Dialog>
  )
}
