/** Asks again what an act would do, where it was refused because what is declared of its draw changed meanwhile. */
import { t } from '@munim/contract'
import type { Call } from '../../../api/use-call.ts'

interface Props {
  readonly at: readonly Call<unknown>[]
  readonly onLook: () => void
}

export function LookAgain({ at: previews, onLook }: Props) {
  function look() {
    for (const preview of previews) if (preview.state !== 'loading') preview.retry()
    onLook()
  }
  return (
    <button type="button" onClick={look}>
      {t('Look again')}
    </button>
  )
}
