/** The component library in Munim's colours and measures. What needs CSS rules is in mantine.css. */

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type VariantColorsResolver,
} from '@mantine/core'
import { tokensOf } from './tokens.ts'

/** Also read by public/first-paint.js. */
export const themeManager = localStorageColorSchemeManager({ key: 'munimTheme' })

const bases = {
  '--mantine-color-body': 'var(--mu-page)',
  '--mantine-color-text': 'var(--mu-ink)',
  '--mantine-color-dimmed': 'var(--mu-ink-3)',
  '--mantine-color-placeholder': 'var(--mu-placeholder)',
  '--mantine-color-anchor': 'var(--mu-link)',
  '--mantine-color-error': 'var(--mu-red)',
  '--mantine-color-default-border': 'var(--mu-line)',
  '--mantine-color-default-hover': 'var(--mu-hover)',
  '--mantine-color-disabled': 'var(--mu-hover)',
  '--mantine-color-disabled-color': 'var(--mu-ink-3)',
  '--mantine-primary-color-filled': 'var(--mu-primary)',
  '--mantine-primary-color-filled-hover': 'var(--mu-primary-hover)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...bases, ...tokensOf('light') },
  dark: { ...bases, ...tokensOf('dark') },
})

const none = '1px solid transparent'

/** Filled is the page's one act, default the others, light the act that is waiting, subtle what stays quiet. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const isRed = input.color === 'red'
  const isGray = input.color === 'gray'
  switch (input.variant) {
    case 'filled':
      return isRed
        ? {
            background: 'var(--mu-danger)',
            hover: 'var(--mu-danger-hover)',
            color: 'var(--mu-on-danger)',
            border: none,
          }
        : { background: 'var(--mu-primary)', hover: 'var(--mu-primary-hover)', color: '#fff', border: none }
    case 'default':
      return {
        background: 'var(--mu-control)',
        hover: 'var(--mu-hover)',
        color: 'var(--mu-ink)',
        border: '1px solid var(--mu-control-line)',
      }
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--mu-hover)',
        color: isRed ? 'var(--mu-red)' : isGray ? 'var(--mu-ink-2)' : 'var(--mu-link)',
        border: none,
      }
    case 'light':
      return {
        background: 'var(--mu-selected)',
        hover: 'var(--mu-selected-2)',
        color: 'var(--mu-link)',
        border: none,
      }
    default:
      return defaultVariantColorsResolver(input)
  }
}

export const theme = createTheme({
  primaryColor: 'neel',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  black: '#171a26',
  colors: {
    neel: [
      '#f0f2fb',
      '#e1e5f7',
      '#c5cdf0',
      '#a6b2e8',
      '#8a99e0',
      '#6b7dd6',
      '#4c61c6',
      '#3a4cae',
      '#2d3c90',
      '#232f70',
    ],
    gray: [
      '#f9f8f6',
      '#f4f3f0',
      '#eceae6',
      '#e5e3de',
      '#d5d2cb',
      '#a9a69f',
      '#87898f',
      '#5f6370',
      '#3d414e',
      '#171a26',
    ],
    dark: [
      '#eceae5',
      '#bcbfc9',
      '#9ca0ad',
      '#6e7484',
      '#363c49',
      '#282d37',
      '#1c2029',
      '#15181f',
      '#12141a',
      '#0e1015',
    ],
  },
  fontFamily: "'Inter Variable','Noto Sans Devanagari Variable',system-ui,sans-serif",
  fontSizes: { xs: '.75rem', sm: '.8125rem', md: '.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '.5rem', sm: '.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '.25rem', sm: '.375rem', md: '.625rem', lg: '.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.4' } } },
  breakpoints: { sm: '48.0625em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    ActionIcon: { defaultProps: { size: 32, variant: 'default' } },
    Button: { defaultProps: { variant: 'default' } },
    NumberInput: {
      defaultProps: { hideControls: true, thousandSeparator: ',', thousandsGroupStyle: 'lakh' },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Tabs: { defaultProps: { keepMounted: false } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
    // Its placeholder takes the focus and is no item, which a menu may not hold: the first item has it instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    ModalRoot: {
      defaultProps: { centered: true, size: 468, transitionProps: { transition: 'fade', duration: 120 } },
    },
  },
})
