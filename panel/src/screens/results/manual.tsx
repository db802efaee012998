/** Entering a result by hand. */
import { t } from '@munim/contract'
import { DeclareForm, type DeclareProps } from './declare-form.tsx'
import { DeclaredSoFar } from './declared-so-far.tsx'
import { PreviousResults } from './previous-results.tsx'
import styles from './result-details.module.css'

export function Manual(form: DeclareProps) {
  return (
    <>
      <div className={styles.columns}>
        <DeclareForm title={t('Enter Manual Result')} {...form} />
        <DeclaredSoFar draw={form.draw} onVoid={form.onVoid} />
      </div>
      <PreviousResults marketId={form.draw.id} />
    </>
  )
}
