/** Whether the window is as narrow as a phone or an upright tablet, where the menu becomes a drawer. */
import { useMediaQuery } from '@mantine/hooks'

export const useIsNarrow = () =>
  useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
