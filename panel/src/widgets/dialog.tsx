/** A dialog: its title is the act; then the matter, the warning; Cancel and the act at the foot. */

import { Button, CloseButton, Modal } from '@mantine/core'
import { t } from '@munim/contract'
import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Doing } from '../api/use-action.ts'
import { pathOf, returnFocus } from '../api/use-kept-focus.ts'
import { closeInWords } from './close-in-words.ts'
import styles from './dialog.module.css'
import { byOneClick, onlyOnce } from './one-click.ts'
import { Refusal } from './refusal.tsx'

interface Props {
  readonly title: string
  /** What and when, in one line. */
  readonly line?: ReactNode
  /** The word on the button that does it; without one there is only something to read. */
  readonly act?: string
  /** The word on the one button of what is only read, and was done here before. */
  readonly done?: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** The call that does it; what that is refused with is said above the matter. */
  readonly doing?: Doing
  /** A way out of the refusal, beside its sentence. */
  readonly wayOut?: ReactNode
  /** While it, or more than the call, is being done the dialog can't be closed. */
  readonly isPending?: boolean
  /** There is a Stop among its matter, which else is closed off while it is being done: what is typed then is not sent. */
  readonly hasStop?: boolean
  /** What it shows is shown this once: no click beside it and no Escape closes it. */
  readonly isOnce?: boolean
  readonly onAct?: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

interface Open {
  readonly form: RefObject<HTMLFormElement | null>
  readonly opener: readonly Element[]
}

const open: Open[] = []

/** Where the focus is; and where that is in a dialog that gives way to this one, where it was before that opened. */
function openerNow(): readonly Element[] {
  const before = open.at(-1)
  return [
    ...pathOf(document.activeElement),
    ...(before ? [...pathOf(before.form.current), ...before.opener] : []),
  ]
}

/** Is in the tree only while it is open, so that it always starts empty. */
export function Dialog(props: Props) {
  const { title, line, act, isDanger = false, isDisabled = false, isOnce = false, doing } = props
  const isPending = doing?.isPending || props.isPending || false
  const form = useRef<HTMLFormElement>(null)
  const [opener] = useState(openerNow)
  useEffect(() => {
    const own = { form, opener }
    open.push(own)
    return () => {
      open.splice(open.indexOf(own), 1)
      returnFocus(opener)
    }
  }, [opener])

  const close = () => {
    if (!isPending) props.onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // A dialog's form may be within another one's tree.
    // Enter in a field is no click on what is dangerous.
    if (!isDanger && !isDisabled && !isPending) props.onAct?.()
  }
  const isLoose = !isPending && !isOnce
  return (
    <Modal.Root opened onClose={close} closeOnClickOutside={false} closeOnEscape={isLoose}>
      <Modal.Overlay
        backgroundOpacity={0.42}
        color="#0e1015"
        // The second click of a double one was meant for the button that opened it; so below.
        onClick={byOneClick(() => isLoose && close())}
      />
      <Modal.Content radius="md" className={styles.content!}>
        <div className={`mu-row mu-ends ${styles.head}`}>
          <Modal.Title>{title}</Modal.Title>
          {!isOnce && (
            <CloseButton className="mu-plain" aria-label={closeInWords()} onClick={byOneClick(close)} />
          )}
        </div>
        {line !== undefined && <p className={`mu-soft ${styles.line}`}>{line}</p>}
        <form ref={form} onSubmit={submit} noValidate>
          <fieldset role="none" className="mu-contents" disabled={isPending && !props.hasStop}>
            <div className={`mu-stack ${styles.matter}`}>
              {doing && <Refusal says={doing.refusal} onDismiss={doing.setRefusal} action={props.wayOut} />}
              {props.children}
            </div>
          </fieldset>
          {act === undefined && props.done !== undefined && (
            <div className={`mu-foot ${styles.foot}`}>
              <Done words={props.done} onClick={byOneClick(close)} />
            </div>
          )}
          {act !== undefined && (
            <div className={`mu-foot ${styles.foot}`}>
              {/* The focus starts here, unless a field before it has the same mark. */}
              <Button size="md" onClick={byOneClick(close)} disabled={isPending} data-autofocus>
                {t('Cancel')}
              </Button>
              <Button
                variant="filled"
                type={isDanger ? 'button' : 'submit'}
                size="md"
                loading={isPending}
                disabled={isDisabled}
                {...(isDanger
                  ? { color: 'red', onClick: byOneClick(() => props.onAct?.()) }
                  : { onClick: onlyOnce })}
              >
                {act}
              </Button>
            </div>
          )}
        </form>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Takes the focus as it comes, and only then: who has gone on by Tab stays there. */
function Done({ words, onClick }: { readonly words: string; readonly onClick: (event: MouseEvent) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button variant="filled" size="md" onClick={onClick} ref={button}>
      {words}
    </Button>
  )
}
