/** A field that counts what is typed. It doesn't stop at the limit: the counter turns red, and the caller says what is wrong. */
import { Textarea, TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import type { ChangeEvent } from 'react'
import styles from './counted-field.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly onType: (text: string) => void
  /** Characters at most; blanks at both ends are cut off before they count. */
  readonly most: number
  readonly error: string | undefined
  /** A field of so many lines; of one line without it. */
  readonly rows?: number
  readonly placeholder?: string
  /** Takes the focus of the dialog it is in. */
  readonly isFirst?: boolean
}

export function CountedField({ value, onType, most, rows, isFirst = false, ...field }: Props) {
  const length = value.trim().length
  const parts = {
    ...field,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onType(event.currentTarget.value),
    description: (
      <span className={length > most ? 'mu-red mu-name' : undefined}>
        {length}/{most}
      </span>
    ),
    classNames: { root: styles.field, description: styles.count, error: styles.wrong },
    ...(isFirst && { 'data-autofocus': true }),
  }
  return rows === undefined ? <TextInput {...parts} /> : <Textarea rows={rows} {...parts} />
}

/** What is wrong with a note, where `isNeeded` is that there is one. */
export function wrongInNote(note: string, most: number, isNeeded: boolean): string | undefined {
  if (note.length > most) return t('Note must be at most {most} characters', { most })
  return isNeeded && note === '' ? t('Note is required') : undefined
}
