/** The note of a rejection, which the player reads; optional, with its count. */
import { Textarea } from '@mantine/core'
import { NOTE_MAX, t } from '@munim/contract'

interface Props {
  readonly note: string
  readonly onNote: (note: string) => void
}

export function NoteField({ note, onNote }: Props) {
  return (
    <Textarea
      label={t('Note (optional)')}
      placeholder={t('Why it is rejected; the player reads it')}
      description={`${note.length}/${NOTE_MAX}`}
      descriptionProps={{ className: 'mu-right', mt: 4 }}
      rows={3}
      maxLength={NOTE_MAX}
      value={note}
      onChange={(event) => onNote(event.currentTarget.value)}
      data-autofocus
    />
  )
}
