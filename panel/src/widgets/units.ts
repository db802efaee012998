/** Numbers that are no money, with what they count. */
import { t } from '@munim/contract'

export const IN_UNITS = {
  percent: (percent: number) => `${percent} %`,
  hours: (hours: number) => t('{hours} h', { hours }),
  times: (times: number) => t('{times} times', { times }),
} as const
