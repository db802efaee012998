/** Entering a result by hand. */
import { t } from '@munim/contract'
import { DeclareForm, type DeclareProps } from './declare-form.tsx'
import { DeclaredSoFar } from './declared-so-far.tsx'
import { PreviousResults } from './previous-results.tsx'

export function Manual(form: DeclareProps) {
  return (
    <>
      <div className="mu-columns mu-apart">
        <DeclareForm title={t('Enter Manual Result')} {...form} />
        <DeclaredSoFar draw={form.draw} onVoid={form.onVoid} />
      </div>
      <PreviousResults marketId={form.draw.id} />
    </>
  )
}
