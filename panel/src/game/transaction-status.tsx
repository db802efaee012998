/** What came of a transaction or a request: filled while it waits for a decision. */
import { msg, t } from '@munim/contract'
import { Status } from '../widgets/status.tsx'

const STATES = {
  completed: ['good', msg('completed')],
  pending: ['waiting', msg('pending')],
  rejected: ['bad', msg('rejected')],
  failed: ['bad', msg('failed')],
  decided: ['neutral', msg('decided')],
} as const

export function TransactionStatus({ of }: { readonly of: keyof typeof STATES }) {
  const [is, words] = STATES[of]
  return (
    <Status is={is} isFilled={of === 'pending'}>
      {t(words)}
    </Status>
  )
}
