/** What is said in place of a list's rows where it has none. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import { type Icon, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isTurned } from '../widgets/day-range.tsx'
import type { Empty } from '../widgets/list-state.tsx'
import type { Change, Filtering, Values } from './use-filters.ts'

export interface EmptyWords<W extends string> {
  readonly title: string
  readonly icon: Icon
  /** Where no filter is set. */
  readonly hint: string
  readonly action?: ReactNode
  /** Why the filters leave nothing, and the button that clears them; each has usual words. */
  readonly filtered?: (values: Values<W>) => string
  readonly clear?: { readonly button: string; readonly how?: 'replace' }
  /** Of a queue where everything is done, and nothing else narrows it: what its button says and changes. */
  readonly done?: { readonly hint: string; readonly button: string; readonly change: Change<W> }
}

export function emptyOf<W extends string>(
  {
    title,
    icon,
    hint,
    action,
    filtered = usualReason,
    clear = { button: t('Clear filters') },
    done,
  }: EmptyWords<W>,
  filtering: Filtering<W>,
  isDone: boolean,
): Empty {
  const { values, chosen, isFiltered, change } = filtering
  const button = (words: string, onClick: () => void) => <Button onClick={onClick}>{words}</Button>
  if (isDone && done && Object.keys(chosen).length === 1) {
    return {
      title: t('Nothing is waiting.'),
      icon: IconCheck,
      tone: 'good',
      hint: done.hint,
      action: button(done.button, () => change(done.change)),
    }
  }
  if (!isFiltered) return { title, icon, hint, action }
  return {
    title,
    icon,
    hint: filtered(values),
    action: button(clear.button, () => filtering.clear(clear.how)),
  }
}

function usualReason({ from = '', to = '' }: Readonly<Record<string, string>>): string {
  return isTurned({ from, to }) ? t('From Date is after To Date.') : t('None matches these filters.')
}
