/** The note of a rejection, which the player reads; optional, with its count. */
import { Textarea } from '@mantine/core'
import { NOTE_MAX, t } from '@munim/contract'
import { useId } from 'react'
import styles from './note-field.module.css'

interface Props {
  readonly note: string
  readonly onNote: (note: string) => void
}

export function NoteField({ note, onNote }: Props) {
  const counterId = useId()
  return (
    <div>
      <Textarea
        label={t('Note (optional)')}
        placeholder="Why it is rejected; the player reads it"
        rows={3}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        aria-describedby={counterId}
        data-autofocus
      />
      <p id={counterId} className={styles.counter}>
        {note.length}/{NOTE_MAX}
      </p>
    </div>
  )
}
