/** Where an image is chosen or dropped, and seen before it is sent. */

import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import { type ReactNode, useRef, useState } from 'react'
import { bytesInWords, usePreview } from '../../widgets/file-preview.ts'
import { MOST_BYTES, NO_IMAGE } from './banner.ts'
import { ChosenImage } from './banner-image.tsx'
import styles from './image-field.module.css'

interface Props {
  readonly file: File | null
  readonly onChoose: (file: File | null) => void
  readonly onRefused: (message: string) => void
  /** What the frame shows while nothing is chosen. */
  readonly picture: ReactNode
  readonly isDisabled: boolean
}

export function ImageField({ file, onChoose, onRefused, picture, isDisabled }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const preview = usePreview(file)

  function take(files: FileList | null) {
    const [chosen] = files ?? []
    if (!chosen || isDisabled) return
    if (!chosen.type.startsWith('image/')) return onRefused(NO_IMAGE)
    if (chosen.size > MOST_BYTES) return onRefused(t('The file is too large'))
    onChoose(chosen)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div
      role="group"
      aria-label={t('Image')}
      className={`mu-stack ${styles.field}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      {preview === null ? picture : <ChosenImage address={preview} />}
      <div className="mu-row mu-acts mu-to-end">
        <p className={`mu-small mu-wraps ${styles.words}`}>
          {file === null
            ? t('Up to 10 MB. The app shows it five wide to two high.')
            : t('{file} · {size} · not uploaded yet', { file: file.name, size: bytesInWords(file.size) })}
        </p>
        <input
          ref={field}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = '' // The same file may be chosen again.
          }}
        />
        {file !== null && (
          <Button variant="subtle" color="gray" disabled={isDisabled} onClick={() => onChoose(null)}>
            {t('Remove')}
          </Button>
        )}
        <Button disabled={isDisabled} onClick={() => field.current?.click()}>
          {t('Choose image')}
        </Button>
      </div>
    </div>
  )
}
