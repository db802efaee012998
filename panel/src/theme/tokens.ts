/** Every colour of the panel, light and dark. Stylesheets name them `--mu-…`; no component names a hex value. */

/** Surfaces, ink and lines: [light, dark]. */
const COLOURS = {
  desk: ['#f4f3f0', '#0e1015'],
  page: ['#ffffff', '#15181f'],
  raised: ['#ffffff', '#1c2029'],
  sunken: ['#faf9f7', '#181b23'],
  control: ['#ffffff', '#1f242e'],
  hover: ['#f4f3f0', '#20252f'],
  selected: ['#eef1fb', '#212844'],
  'selected-2': ['#e1e5f7', '#2a3359'],
  track: ['#eceae6', '#282d37'],
  line: ['#e7e5e0', '#282d37'],
  'line-2': ['#d5d2cb', '#3a404d'],
  'control-line': ['#cdcac3', '#3a404d'],
  'field-line': ['#87898f', '#6e7484'],
  'changed-line': ['#b5782b', '#d29a52'],
  ink: ['#171a26', '#eceae5'],
  'ink-2': ['#464a58', '#bcbfc9'],
  'ink-3': ['#646875', '#9ca0ad'],
  placeholder: ['#6c707b', '#9296a3'],
  link: ['#2d3c90', '#aebaf8'],
  primary: ['#2d3c90', '#4c61c6'],
  'primary-hover': ['#232f70', '#5a6ed0'],
  focus: ['#4c61c6', '#aebaf8'],
  danger: ['#b3261e', '#c4352c'],
  'danger-hover': ['#971d17', '#d2453b'],
  'on-danger': ['#fff', '#fff'],
  up: ['#17612b', '#8fd6a0'],
  down: ['#a61e1e', '#ffaea8'],
  cover: ['#7c1d22', '#5c1519'],
  mark: ['#9b2328', '#b3393d'],
  thread: ['#fbeedd', '#fbeedd'],
  'chart-1': ['#3a4cae', '#8a99e0'],
  'chart-2': ['#b5782b', '#d29a52'],
  'chart-3': ['#171a26', '#eceae5'],
  'menu-shadow': [
    '0 1px 2px rgba(23,26,38,.06), 0 10px 28px rgba(23,26,38,.12)',
    '0 1px 2px rgba(0,0,0,.4), 0 10px 28px rgba(0,0,0,.5)',
  ],
  'modal-shadow': [
    '0 2px 6px rgba(23,26,38,.08), 0 28px 72px rgba(23,26,38,.26)',
    '0 2px 6px rgba(0,0,0,.4), 0 28px 72px rgba(0,0,0,.6)',
  ],
} as const

/** Words of state: [light text, light fill, dark text, dark fill]. */
const TONES = {
  amber: ['#6b4300', '#fcf0d4', '#f0c674', '#33280f'],
  blue: ['#0f5391', '#e6f0fa', '#9ccaf5', '#13293f'],
  green: ['#17612b', '#e4f3e6', '#8fd6a0', '#142b1c'],
  violet: ['#5f3dc4', '#f0ecfb', '#c4b3f8', '#272046'],
  red: ['#a61e1e', '#fcebea', '#ffaea8', '#371a1c'],
  grey: ['#495057', '#f0efec', '#bcbfc9', '#242932'],
} as const

/** What an outcome costs or leaves the house, loud to pale, and how much is bet on it: [light fill, light ink, dark fill, dark ink], all ≥ 5.9:1. */
const EXPOSURE = {
  'loss-3': ['#8c1d22', '#ffffff', '#e0645d', '#160304'],
  'loss-2': ['#e8a7a0', '#3d0a0c', '#85302f', '#ffe9e7'],
  'loss-1': ['#f9e0dc', '#5c1417', '#452023', '#ffc9c4'],
  even: ['#f4f3f0', '#33363f', '#21262f', '#c4c8d2'],
  'profit-1': ['#ebf5ec', '#1c4527', '#1b2c24', '#b0d8ba'],
  'profit-2': ['#d5ebd8', '#143d20', '#1d3b2a', '#bfe6c8'],
  'profit-3': ['#b2d9b9', '#0c3517', '#27533a', '#d6f3dc'],
  'amount-0': ['var(--mu-even)', 'var(--mu-even-ink)', 'var(--mu-even)', 'var(--mu-even-ink)'],
  'amount-1': ['var(--mu-selected)', 'var(--mu-ink)', 'var(--mu-selected)', 'var(--mu-ink)'],
  'amount-2': ['var(--mu-selected-2)', 'var(--mu-ink)', 'var(--mu-selected-2)', 'var(--mu-ink)'],
  'amount-3': ['var(--mu-chart-1)', 'var(--mu-page)', 'var(--mu-chart-1)', 'var(--mu-page)'],
} as const

/** The tokens of one theme as custom properties: `--mu-ink`, and `--mu-amber`, `--mu-amber-fill` for a tone. */
export function tokensOf(theme: 'light' | 'dark'): Record<`--${string}`, string> {
  const at = theme === 'light' ? 0 : 1
  const tokens: Record<`--${string}`, string> = {}
  for (const [name, pair] of Object.entries(COLOURS)) tokens[`--mu-${name}`] = pair[at]
  for (const [name, tone] of Object.entries(TONES)) {
    tokens[`--mu-${name}`] = tone[at * 2]!
    tokens[`--mu-${name}-fill`] = tone[at * 2 + 1]!
  }
  for (const [name, step] of Object.entries(EXPOSURE)) {
    tokens[`--mu-${name}`] = step[at * 2]!
    tokens[`--mu-${name}-ink`] = step[at * 2 + 1]!
  }
  return tokens
}
