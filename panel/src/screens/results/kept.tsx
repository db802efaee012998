/** What a draw has come to as far as it is declared: staked, paid, and what the house keeps of it. */

import { type Answer, type api, t } from '@munim/contract'
import { SumLines } from '../../widgets/sum-lines.tsx'

type Declared = Answer<typeof api.bids.analytics>['data']['declared']

/** What was staked, and what the house makes of it, as lines of a sum. */
export const stakeOf = (bets: number, rupees: number) => ({
  label: t('Stake of {bets, plural, one {# bet} other {# bets}}', { bets }),
  rupees,
})
export const madeOf = (rupees: number) => ({
  label: rupees < 0 ? t('House Loss') : t('House Profit'),
  rupees,
  isSigned: true,
})

/** Nothing before anything is declared. */
export function Kept({ of }: { readonly of: Declared }) {
  if (of === null) return null
  return (
    <SumLines
      lines={[
        { label: t('Staked on what is declared'), rupees: of.stake },
        { label: t('Paid to winners'), rupees: -of.paid },
      ]}
      total={{
        label: of.kept < 0 ? t('The house loses') : t('The house keeps'),
        rupees: of.kept,
        isSigned: true,
      }}
    />
  )
}
