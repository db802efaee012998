/** The result of a market's current draw, as far as it is declared. */
import { ResultCells } from '../../widgets/result.tsx'
import type { Market } from './market.ts'

const WORDS = ['Open panna', 'Digits', 'Close panna'] as const

export function CurrentResult({ market }: { readonly market: Market }) {
  return <ResultCells result={market} words={WORDS} />
}
