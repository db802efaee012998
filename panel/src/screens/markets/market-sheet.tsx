/** The side sheet that a market is made and edited in. Asks before it throws away what was entered. */

import { Button, CloseButton, Drawer } from '@mantine/core'
import { t } from '@munim/contract'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { Doing } from '../../api/use-action.ts'
import { Banner } from '../../widgets/banner.tsx'
import { closeInWords } from '../../widgets/close-in-words.ts'
import { byOneClick, onlyOnce } from '../../widgets/one-click.ts'
import { Refusal } from '../../widgets/refusal.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import styles from './market-sheet.module.css'

interface Props {
  readonly title: string
  readonly act: string
  readonly isDirty: boolean
  readonly doing: Doing
  /** Where it was refused because the market was saved meanwhile: reads it again under what was typed. */
  readonly onReload?: () => void
  /** What another administrator saved meanwhile, once it was read. */
  readonly news?: string | null
  /** Above the buttons: what saving does not do, though one might think so. */
  readonly warning?: string | undefined
  /** Beside the buttons: what is not saved yet. */
  readonly unsaved?: string
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function MarketSheet(props: Props) {
  const { title, act, isDirty, onReload, news = null, warning, unsaved, onAct, onClose, children } = props
  const { isPending, refusal, setRefusal } = props.doing
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus()), [opener])
  useUnsaved(isDirty)
  function close() {
    if (isPending) return
    if (!isDirty || window.confirm(t('Close without saving what was entered?'))) onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    onAct()
    // What is wrong may have scrolled out of sight.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Drawer.Root
      opened
      onClose={close}
      position="right"
      size={576}
      transitionProps={{ duration: 120 }}
      classNames={{ content: styles.sheet }}
      closeOnClickOutside={false}
    >
      <Drawer.Overlay backgroundOpacity={0.42} color="#0e1015" onClick={byOneClick(close)} />
      <Drawer.Content>
        <form onSubmit={submit} noValidate className={styles.form}>
          <div className={`mu-row mu-ends ${styles.head}`}>
            <Drawer.Title>{title}</Drawer.Title>
            <CloseButton aria-label={closeInWords()} className="mu-plain" onClick={byOneClick(close)} />
          </div>
          <div className={styles.body}>
            {refusal !== null && (
              <div className={styles.refusal}>
                <Refusal
                  says={refusal}
                  onDismiss={setRefusal}
                  action={
                    onReload && (
                      <button type="button" onClick={onReload}>
                        {t('Reload and keep what I typed')}
                      </button>
                    )
                  }
                />
              </div>
            )}
            {news !== null && (
              <div className={styles.refusal} role="status">
                <Banner tone="warning">{news}</Banner>
              </div>
            )}
            {/* What is typed while it is saved would be neither sent nor kept. */}
            <fieldset className="mu-ruled mu-contents" disabled={isPending}>
              {children}
            </fieldset>
          </div>
          <div className={`mu-row mu-foot ${styles.foot}`}>
            {warning !== undefined && (
              <div className={styles.warning} role="status">
                <Banner tone="warning">{warning}</Banner>
              </div>
            )}
            {unsaved !== undefined && (
              <p className={`mu-small mu-rest mu-two ${styles.unsaved}`}>{unsaved}</p>
            )}
            <Button size="md" onClick={byOneClick(close)} disabled={isPending}>
              {t('Cancel')}
            </Button>
            <Button
              variant="filled"
              type="submit"
              size="md"
              loading={isPending}
              disabled={unsaved !== undefined && !isDirty}
              onClick={onlyOnce}
            >
              {act}
            </Button>
          </div>
        </form>
      </Drawer.Content>
    </Drawer.Root>
  )
}
