/** What a list can be narrowed by. Each filter reads its word of the address and draws its own control. */

import { NativeSelect } from '@mantine/core'
import { t } from '@munim/contract'
import { readDay } from '@munim/core'
import type { CSSProperties, ReactNode } from 'react'
import { Choices } from './choices.tsx'
import { DayField } from './day-range.tsx'
import styles from './filters.module.css'
import { count } from './money.tsx'
import { SearchBox } from './search-box.tsx'

export interface Filter {
  /** The value that leaves everything; '' without it. */
  readonly none?: string
  /** The value that a word of the address means, `none` where it means nothing. Without it every word is a value. */
  readonly read?: (word: string) => string
  readonly control: (control: Control) => ReactNode
  /** Stays in sight where a phone folds the others away. */
  readonly isFirst?: true
}

export interface Control {
  readonly value: string
  /** `replace` leaves no step to come back to, for a value that changes while one types. */
  readonly onChange: (value: string, how?: 'replace') => void
  /** How many rows each value leaves, where that is known. */
  readonly counts?: Counts
}

/** By the value of a filter; null where it is not known. */
export type Counts = Readonly<Record<string, number | null>>

/** By the word of the address that holds its value. */
export type Filters<W extends string> = Readonly<Record<W, Filter>>

const SEARCH_MAX = 100

/** `width` in pixels, at most. Of two on a screen the `second` is not what the key `/` leads to. */
export const search = (placeholder: string, width?: number, place?: 'second'): Filter => ({
  ...(place === undefined && { isFirst: true }),
  read: (word) => word.slice(0, SEARCH_MAX),
  control: ({ value, onChange }) => (
    <SearchBox
      placeholder={placeholder}
      value={value}
      onSearch={(text) => onChange(text, 'replace')}
      {...(width !== undefined && { width })}
      isSecond={place === 'second'}
    />
  ),
})

/** A few values as buttons side by side: [value, word]. */
export const choices = (label: string, values: readonly (readonly [string, string])[]): Filter => ({
  read: (word) => (values.some(([value]) => value === word) ? word : ''),
  control: ({ value, onChange, counts }) => (
    <Choices label={label} choices={values} value={value} onChoose={onChange} {...(counts && { counts })} />
  ),
})

export interface SelectSize {
  /** In pixels. */
  readonly width: number
  /** Of the bar, on a narrow screen. */
  readonly share?: `${number}%`
}

interface Option {
  readonly value: string
  readonly label: string
}

/** The first of a select. */
export const ALL: Option = { value: '', label: t('All') }

/** One of many; the first leaves everything. */
export function select(label: string, options: readonly [Option, ...Option[]], size: SelectSize) {
  const none = options[0].value
  return {
    none,
    read: (word: string) => (options.some(({ value }) => value === word) ? word : none),
    control: (control: Control) => <Select label={label} options={options} size={size} {...control} />,
  } satisfies Filter
}

interface SelectProps extends Control {
  readonly label: string
  readonly options: readonly Option[]
  readonly size: SelectSize
}

export function Select({ label, options, size, value, onChange, counts }: SelectProps) {
  const { width, share = '40%' } = size
  const known = options.filter((option) => typeof counts?.[option.value] === 'number')
  return (
    <>
      <NativeSelect
        label={label}
        className={styles.field}
        style={{ '--width': `${width}px`, '--share': share } as CSSProperties}
        data={options}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {known.length > 0 && (
        <p className={`mu-note mu-row ${styles.counts}`}>
          {known.map((option) => {
            const isChosen = option.value === value
            return (
              <span key={option.value} className={isChosen ? 'mu-ink' : undefined}>
                {option.label}{' '}
                <b className={isChosen ? 'mu-name' : 'mu-name mu-plain'}>{count(counts![option.value]!)}</b>
              </span>
            )
          })}
        </p>
      )}
    </>
  )
}

const dayField = (label: string, calendar: string): Filter => ({
  read: (word) => readDay(word) ?? '',
  control: ({ value, onChange }) => <DayField {...{ label, calendar, value, onChange }} />,
})

/** A day that another screen leads here with: its field is there as long as it is set. */
export const dayWhereSet = (label: string, calendar: string): Filter => {
  const field = dayField(label, calendar)
  return { ...field, control: (control) => control.value !== '' && field.control(control) }
}

/** The same of a word among these; the first says that none is set. */
export const selectWhereSet = (
  label: string,
  options: readonly [Option, ...Option[]],
  size: SelectSize,
): Filter => {
  const field = select(label, options, size)
  return { ...field, control: (control) => control.value !== field.none && field.control(control) }
}

/** From which day to which. A bar that has both ends with the spans that are asked for most. */
export const days = {
  from: dayField(t('From Date'), t('Pick the first day')),
  to: dayField(t('To Date'), t('Pick the last day')),
}
