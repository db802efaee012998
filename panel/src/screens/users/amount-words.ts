/** An amount read aloud, in Indian counting: a slip of a zero is heard before it is paid. */
const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const STEPS = [
  [1_00_00_000, 'crore'],
  [1_00_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

/** "five hundred rupees", "one lakh two thousand rupees and fifty paise". */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const whole = `${inWords(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}`
  if (rest === 0) return whole
  return rupees === 0 ? `${inWords(rest)} paise` : `${whole} and ${inWords(rest)} paise`
}

function inWords(number: number): string {
  if (number < 20) return ONES[number]!
  if (number < 100) return joined(TENS[Math.floor(number / 10)]!, number % 10, '-')
  const [step, name] = STEPS.find(([size]) => number >= size)!
  return joined(`${inWords(Math.floor(number / step))} ${name}`, number % step, ' ')
}

const joined = (head: string, rest: number, by: string) => (rest === 0 ? head : head + by + inWords(rest))
