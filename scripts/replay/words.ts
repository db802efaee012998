/** Money and multipliers as people write them. */

const whole = new Intl.NumberFormat('en-IN')

/** ₹1,23,456.50, from paise. */
export function rupees(paise: bigint): string {
  const [sign, amount] = paise < 0n ? ['-', -paise] : ['', paise]
  const rest = amount % 100n
  return `${sign}₹${whole.format(amount / 100n)}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** A multiplier as people write it: 9, 9.5. */
export const times = (multiplier: bigint): string => String(Number(multiplier) / 100)
