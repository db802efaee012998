/** What came of a transaction or a request: filled while it waits for a decision. */
import { t } from '@munim/contract'
import { Status } from '../widgets/status.tsx'

const STATES = {
  completed: 'good',
  pending: 'waiting',
  rejected: 'bad',
  failed: 'bad',
  decided: 'neutral',
} as const

export function TransactionStatus({ of }: { readonly of: keyof typeof STATES }) {
  return (
    <Status is={STATES[of]} isFilled={of === 'pending'}>
      {t(of)}
    </Status>
  )
}
