/** Rupees as a bookkeeper reads them: grouped in lakh, the paise stepping back, a true minus before the sign. */
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

interface Props {
  readonly rupees: number
  /** 0 on the dashboard, 2 elsewhere (specification 1 §1). */
  readonly decimals?: 0 | 2
  /** Without the ₹, in a ledger's columns. */
  readonly isBare?: boolean
  /** A plus before what is more than nothing, and green or red. */
  readonly isSigned?: boolean
  /** Over a double rule. */
  readonly isTotal?: boolean
}

export function Money({ rupees, decimals = 2, isBare = false, isSigned = false, isTotal = false }: Props) {
  const paise = Math.round(Math.abs(rupees) * 100)
  const shown = decimals === 0 ? Math.round(paise / 100) : Math.floor(paise / 100)
  const isBelow = rupees < 0 && paise > 0
  const sign = isBelow ? '−' : isSigned && rupees > 0 ? '+' : ''
  const tone = isBelow ? 'down' : isSigned && rupees > 0 ? 'up' : undefined
  const amount = (
    <span className={`mu-whole ${tone ? `mu-${tone}` : ''}`} data-tone={tone}>
      {sign}
      {isBare ? '' : '₹'}
      {whole.format(shown)}
      {decimals === 2 && <span className="mu-soft mu-regular">.{String(paise % 100).padStart(2, '0')}</span>}
    </span>
  )
  return isTotal ? <span className="mu-total">{amount}</span> : amount
}

/** The same as plain text, for names and sentences. */
export function rupeesInWords(rupees: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    .format(rupees)
    .replace('-', '−')
}

/** A count with Indian grouping: 12,40,803. */
export const count = (number: number): string => whole.format(number)
