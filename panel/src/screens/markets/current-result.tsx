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
      {market.voided && (
        <p className={styles.voided}>
          The {market.voided.halves.join(' and ')} is voided: {market.voided.reason}
        </p>
      )}
    </>
  )
}
