/** The place of a file in a card: what there is, what was chosen, and the two buttons that replace it. */
import { Button } from '@mantine/core'
import { type Endpoint, t } from '@munim/contract'
import { type ReactNode, useRef } from 'react'
import { tellFailed } from '../../widgets/notice.tsx'
import styles from './file-row.module.css'

interface Props {
  /** The call that takes it, and says how large it may be. */
  readonly of: Endpoint
  readonly title: string
  /** A picture of it, or its icon. */
  readonly picture: ReactNode
  /** What there is now, or what was chosen. */
  readonly line: ReactNode
  readonly accept: string
  readonly choose: string
  readonly send: string
  readonly isPending: boolean
  readonly isChosen: boolean
  readonly onChoose: (file: File) => void
  readonly onSend: () => void
  /** Below: the progress of what is sent. */
  readonly children?: ReactNode
}

export function FileRow(props: Props) {
  const { of, title, picture, line, accept, choose, send, isPending, isChosen, onChoose, onSend, children } =
    props
  const field = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={styles.file} role="group" aria-label={title}>
      <div className={`mu-row mu-gap-12 mu-phone-flow ${styles.row}`}>
        {picture}
        <div className={`mu-rest ${styles.words}`}>
          <p className="mu-name">{title}</p>
          <p className="mu-small mu-wraps">{line}</p>
        </div>
        <div className={`mu-tight mu-gap-4 mu-phone-flow ${styles.acts}`}>
          <input
            ref={field}
            type="file"
            accept={accept}
            hidden
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              if (file && file.size > of.upload!.mostBytes) tellFailed(t('The file is too large'))
              else if (file) onChoose(file)
              event.currentTarget.value = '' // The same file may be chosen again.
            }}
          />
          <Button variant="subtle" disabled={isPending} onClick={() => field.current?.click()}>
            {choose}
          </Button>
          <Button variant={isChosen ? 'light' : 'default'} loading={isPending} onClick={onSend}>
            {send}
          </Button>
        </div>
      </div>
      {children}
    </div>
  )
}
