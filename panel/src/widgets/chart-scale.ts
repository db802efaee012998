/** The ticks of an axis of rupees: round steps that take in both ends and zero. */
import { t } from '@munim/contract'

const STEPS = [1, 2, 5, 10] as const
const INTERVALS_AT_MOST = 5

/** From the lowest tick to the highest, zero among them. */
export function ticksOf(least: number, most: number): number[] {
  const low = Math.min(0, least)
  const high = Math.max(0, most)
  if (low === high) return [0, 1000]
  const magnitude = 10 ** Math.floor(Math.log10((high - low) / INTERVALS_AT_MOST))
  const step = STEPS.map((each) => each * magnitude).find(
    (each) => Math.ceil(high / each) - Math.floor(low / each) <= INTERVALS_AT_MOST,
  )
  const size = step ?? 20 * magnitude
  const [first, last] = [Math.floor(low / size), Math.ceil(high / size)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * size)
}

/** "2 L", "−50k", "1.5 Cr": rupees as short as a tick is wide. */
export function atTick(rupees: number): string {
  const size = Math.abs(rupees)
  const sign = rupees < 0 ? '−' : ''
  const figure = (unit: number) => `${sign}${Math.round((size / unit) * 10) / 10}`
  if (size >= 10_000_000) return t('{crore} Cr', { crore: figure(10_000_000) })
  if (size >= 100_000) return t('{lakh} L', { lakh: figure(100_000) })
  if (size >= 1000) return t('{thousand}k', { thousand: figure(1000) })
  return `${sign}${Math.round(size)}`
}
