/** What a draw has come to as far as it is declared: staked, paid, and what the house keeps of it. */

import type { Answer, api } from '@munim/contract'
import { t } from '@munim/contract'
import { SumLines } from '../../widgets/sum-lines.tsx'

type Declared = Answer<typeof api.bids.analytics>['data']['declared']

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
