/** The question for the second factor, over whatever is shown. */
import { api, type FactorKind, t } from '@munim/contract'
import { useCall } from '../api/use-call.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { useEnterFactor } from '../widgets/enter-factor.tsx'

type Answering = (isEntered: boolean) => void

export function FactorQuestion({ onAnswer }: { readonly onAnswer: Answering }) {
  const listed = useCall(api.factors.list, {})
  if (listed.state === 'loading') return null
  const factors = listed.state === 'ready' ? listed.answer.data.factors : []
  return <Question kinds={factors.map(({ kind }) => kind)} onAnswer={onAnswer} />
}

interface Props {
  readonly kinds: readonly FactorKind[]
  readonly onAnswer: Answering
}

function Question({ kinds, onAnswer }: Props) {
  const { fields, isPasskey, isPending, enter } = useEnterFactor({ kinds, onEntered: () => onAnswer(true) })
  return (
    <Dialog
      title={t('Confirm It Is You')}
      line={t('This needs your second factor. You are not asked again for five minutes.')}
      act={isPasskey ? t('Use a Passkey') : t('Confirm')}
      isPending={isPending}
      onAct={enter}
      onClose={() => onAnswer(false)}
    >
      {fields}
    </Dialog>
  )
}
