/** What is said of a draw of which something is void. */
import { t } from '@munim/contract'
import { Banner } from '../../widgets/banner.tsx'
import styles from './dialogs/dialogs.module.css'
import type { Draw } from './draw.ts'

/** Above the tabs of a draw of which something is void. */
export function VoidedNote({ halves, reason, refunds }: NonNullable<Draw['voided']>) {
  const told = { halves: halves.join(), reason }
  return (
    <div className={styles.note}>
      <Banner tone="note">
        {refunds
          ? t(
              '{halves, select, open {The open of this draw} close {The close of this draw} other {This draw}} is voided: its bets are cancelled, and {paid, number} of {all, number} refunded so far. Reason: {reason}',
              { ...told, paid: refunds.paid, all: refunds.of },
            )
          : t(
              '{halves, select, open {The open of this draw} close {The close of this draw} other {This draw}} is voided: its bets were cancelled and refunded. Reason: {reason}',
              told,
            )}
      </Banner>
    </div>
  )
}
