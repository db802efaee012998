/** The result of a market's current draw, as far as it is declared. */
import { t } from '@munim/contract'
import { ResultCells } from '../../game/result.tsx'
import styles from './current-result.module.css'
import type { Market } from './market.ts'

const WORDS = [t('Open panna'), t('Digits'), t('Close panna')] as const

export function CurrentResult({ market }: { readonly market: Market }) {
  return (
    <>
      <ResultCells result={market} words={WORDS} />
      {market.voided && <p className={`mu-plain ${styles.voided}`}>{voidedInWords(market.voided)}</p>}
    </>
  )
}

const voidedInWords = ({ halves, reason }: NonNullable<Market['voided']>): string =>
  t(
    '{halves, select, open {The open is voided: {reason}} close {The close is voided: {reason}} other {The open and close is voided: {reason}}}',
    { halves: halves.join(), reason },
  )
