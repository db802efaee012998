/**
 * The acts on the open item, by button and by key. A decision goes to the hold (work.ts); what is typed beside it lasts as
 * long as the item is open.
 */
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { api, NOTE_MAX, t, wrongInComment } from '@munim/contract'
import { wrongInPayee } from '@munim/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useLacking } from '../../api/may.ts'
import { useCall } from '../../api/use-call.ts'
import { PaidAs } from '../../payments/paid-as.tsx'
import { closeInWords } from '../../widgets/close-in-words.ts'
import { KeyCap } from '../../widgets/key-cap.tsx'
import { keyOf, useKey } from '../../widgets/keys.ts'
import type { Case } from './case-parts.tsx'
import styles from './decide-bar.module.css'
import { approving, KINDS, rejecting, type Typed, UTR_MAX } from './kinds.ts'
import { type Decision, decide, itemOf, keep } from './work.ts'
import { act, change, DECIDES, keepTyped, typedFor, useDesk } from './work-store.ts'

const onClick = (button: HTMLButtonElement) => button.click()
const NONE: readonly string[] = []

/** What is asked about: a reason, a note, or whether a deposit without a reference is meant. */
type Asking = Typed['field'] | 'sure'

export function DecideBar({ of }: { readonly of: Case }) {
  const { kind, id, request, isWaiting, waitsForSecond } = of
  const queries = useQueryClient()
  const why = useLacking(DECIDES[kind])
  const reasons = useReasons(kind)
  const { typed, setTyped, asking, ask, askSure, close } = useTyped(kind, id)
  // What is not shown is not sent. A field that is emptied stays, or the next keys would decide.
  const { field } = typed
  const [wrong, setWrong] = useState<string | null>(null)
  const utrField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLInputElement>(null)
  const whyNot = useId()

  const noPayee =
    kind === 'withdrawals' && request ? wrongInPayee(request.transfer_type, request.User) : undefined
  const isCredited = kind === 'deposits' && request !== null && request.creditedAs !== null
  const done = (decision: Decision) => {
    // The keys are meant for the next item; and where the focus is in what is closed now, React lays the page out for it.
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.closest('fieldset')) focused.blur()
    keepTyped(kind, id, typed)
    act((work) => decide(work, decision, Date.now()), queries)
  }

  function approve() {
    if (kind === 'withdrawals' && typed.utr.trim() === '') {
      setWrong(document.activeElement === utrField.current ? t('Type the UTR of the payment') : null)
      return utrField.current?.focus()
    }
    if (kind === 'deposits' && request?.ref_id === '' && asking !== 'sure') return askSure()
    done(approving(of, { utr: typed.utr, note: field === 'note' ? typed.note.trim() : '' }))
  }
  function reject(said: string) {
    const bad = kind === 'feedback' ? (said === '' ? t('Type a reply') : wrongInComment(said)) : undefined
    if (bad !== undefined) {
      setWrong(t(bad))
      return noteField.current?.focus()
    }
    done(rejecting(of, said))
  }
  function askReason() {
    if (kind === 'users') return done(rejecting(of, ''))
    if (asking === 'reason') return reject(typed.reason.trim())
    setWrong(null)
    ask('reason')
  }
  function askNote() {
    // The field is drawn before the next key is typed into it.
    flushSync(() => ask(kind === 'feedback' || asking === 'reason' ? 'reason' : 'note'))
    noteField.current?.focus()
  }

  return (
    <Bar id={id} isOpen={isWaiting && !waitsForSecond} why={why}>
      {asking === 'sure' && (
        <p className="mu-name mu-amber">{t('It has no reference. Approve it all the same?')}</p>
      )}
      {asking === 'reason' && <Reasons kind={kind} reasons={reasons} onChoose={reject} />}
      {field && (
        <NoteField
          kind={kind}
          isReason={field === 'reason'}
          ref={noteField}
          value={typed[field]}
          error={kind === 'withdrawals' ? undefined : wrong}
          onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
          onEnter={() => (field === 'reason' ? reject(typed.reason.trim()) : noteField.current?.blur())}
        />
      )}
      {kind === 'withdrawals' && (
        <UtrField
          ref={utrField}
          value={typed.utr}
          error={noPayee === undefined ? wrong : t(noPayee)}
          disabled={noPayee !== undefined}
          onChange={(event) => {
            setTyped({ ...typed, utr: event.currentTarget.value })
            setWrong(null)
          }}
          onEnter={approve}
        />
      )}
      {kind === 'withdrawals' && <PaidAs utr={typed.utr} but={id} />}
      {isCredited && (
        <p id={whyNot} className="mu-name mu-amber">
          {t("It can't be approved, for its payment was credited already. It can be rejected.")}
        </p>
      )}
      <div className={`mu-row mu-acts ${styles.acts}`}>
        <KeyButton
          of="a"
          word={t(KINDS[kind].approve)}
          isMain
          isDisabled={noPayee !== undefined || isCredited}
          {...(isCredited && { why: whyNot })}
          asked={asking}
          onAct={approve}
        />
        <KeyButton
          of="r"
          word={asking === 'reason' ? rejectWord(kind, typed.reason) : t(KINDS[kind].reject)}
          isDanger={kind !== 'feedback'}
          asked={asking}
          onAct={askReason}
        />
        {kind !== 'users' && (
          <KeyButton of="n" word={kind === 'feedback' ? t('Own words') : t('Note')} onAct={askNote} />
        )}
        {asking !== null && (
          <Button variant="subtle" color="gray" px={9} onClick={close}>
            {closeInWords()}
          </Button>
        )}
      </div>
    </Bar>
  )
}

/** What is typed and asked about. What was decided, and taken back or did not come through, is there again as it was. */
function useTyped(kind: Case['kind'], id: number) {
  const [typed, setTyped] = useState(() => typedFor(kind, id))
  const [isSure, setSure] = useState(false)
  const asking: Asking = isSure ? 'sure' : typed.field
  const isBegun = asking !== null || typed.utr !== ''
  useEffect(() => {
    if (isBegun) change((work) => keep(work, id))
  }, [id, isBegun])
  function ask(field: Typed['field']) {
    setSure(false)
    setTyped({ ...typed, field })
  }
  function askSure() {
    if (typed.field === 'reason') ask(typed.note === '' ? null : 'note')
    setSure(true)
  }
  function close() {
    const closed = { ...typed, note: '', reason: '', field: null }
    setSure(false)
    setTyped(closed)
    keepTyped(kind, id, closed)
  }
  return { typed, setTyped, asking, ask, askSure, close }
}

interface BarProps {
  readonly id: number
  readonly isOpen: boolean
  readonly why: string | null
  readonly children: ReactNode
}

/** Closed once it is decided here, and what is in it not drawn again for that. */
function Bar({ id, isOpen, why, children }: BarProps) {
  const isWaiting = useDesk(({ work }) => itemOf(work, id)?.state === 'waiting')
  return (
    <fieldset
      className={`mu-form ${styles.bar}`}
      disabled={!isOpen || !isWaiting || why !== null}
      onFocus={() => change((work) => keep(work, id))}
      {...(why !== null && { title: why, 'aria-label': why })}
    >
      {children}
    </fieldset>
  )
}

/** Asked for before they are wanted: the next key chooses one. */
function useReasons(kind: Case['kind']): readonly string[] {
  const kept = useCall(api.desk.reasons, {})
  return kept.state === 'ready' && kind !== 'users' ? kept.answer.data[kind] : NONE
}

type FieldProps = Pick<TextInputProps, 'value' | 'error' | 'disabled' | 'onChange'> & {
  readonly ref: Ref<HTMLInputElement>
  readonly onEnter: () => void
}

/** Escape leaves the field, for the keys that decide. */
const keysOf = (onEnter: () => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  const key = keyOf(event)
  if (key === 'Escape') event.currentTarget.blur()
  if (key !== 'Enter') return
  event.preventDefault()
  onEnter()
}

/** A note beside the decision; a reason or a reply in own words. */
function NoteField({
  kind,
  isReason,
  onEnter,
  ...field
}: FieldProps & { readonly kind: Case['kind']; readonly isReason: boolean }) {
  const ofReason = kind === 'feedback' ? t('Reply in your own words') : t('In your own words')
  return (
    <TextInput
      label={isReason ? ofReason : t('Note')}
      description={isReason ? undefined : t('It is sent with the decision; the player reads it.')}
      maxLength={NOTE_MAX}
      onKeyDown={keysOf(onEnter)}
      {...field}
    />
  )
}

function UtrField({ onEnter, ...field }: FieldProps) {
  return (
    <TextInput
      label={t('Payment reference (UTR)')}
      placeholder={t('Of the payment you made; it is kept in the note')}
      maxLength={UTR_MAX}
      spellCheck={false}
      onKeyDown={keysOf(onEnter)}
      {...field}
    />
  )
}

function rejectWord(kind: Case['kind'], reason: string): string {
  if (kind === 'feedback') return t('Send the reply')
  return reason.trim() === '' ? t('Reject without a reason') : t('Reject with these words')
}

interface ReasonsProps {
  readonly kind: Case['kind']
  readonly reasons: readonly string[]
  readonly onChoose: (reason: string) => void
}

function Reasons({ kind, reasons, onChoose }: ReasonsProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <ol
      ref={list}
      className={`mu-halves ${styles.reasons}`}
      aria-label={kind === 'feedback' ? t('Replies') : t('Reasons')}
    >
      {reasons.map((reason, index) => (
        <li key={reason}>
          <Reason digit={String(index + 1)} words={reason} onChoose={() => onChoose(reason)} />
        </li>
      ))}
    </ol>
  )
}

function Reason({
  digit,
  words,
  onChoose,
}: {
  readonly digit: string
  readonly words: string
  readonly onChoose: () => void
}) {
  const button = useKey<HTMLButtonElement>(digit, onClick, { isOnce: true })
  return (
    <button ref={button} type="button" className={styles.reason} aria-keyshortcuts={digit} onClick={onChoose}>
      <KeyCap of={digit} /> {words}
    </button>
  )
}

interface KeyProps {
  readonly of: string
  readonly word: string
  readonly isMain?: boolean
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** The id of the words that say why it is disabled. */
  readonly why?: string
  /** What the button answers, where a question is open. */
  readonly asked?: Asking
  readonly onAct: () => void
}

/** No item or question is read in less: a key or a click so soon after it was drawn was meant for what was before. */
const READ_MS = 300

/** A key that is held down, or pressed or clicked twice by a slip, decides one item and not the next, and answers no question. */
function KeyButton({
  of,
  word,
  isMain = false,
  isDanger = false,
  isDisabled = false,
  why,
  asked,
  onAct,
}: KeyProps) {
  const [drawn] = useState(() => performance.now())
  // Each question is read anew; a note asks nothing.
  const readFrom = useMemo(() => (asked && asked !== 'note' ? performance.now() : drawn), [asked, drawn])
  const button = useKey<HTMLButtonElement>(of, onClick, { isOnce: true })
  // The next item's button lies under the pointer at once.
  const actOnceRead = () => {
    if (performance.now() - readFrom >= READ_MS) onAct()
  }
  return (
    <Button
      ref={button}
      size="md"
      variant={isMain ? 'filled' : 'default'}
      {...(isDanger && { c: 'var(--mu-red)' })}
      disabled={isDisabled}
      aria-keyshortcuts={of}
      aria-describedby={why}
      onClick={actOnceRead}
    >
      {word}
      <KeyCap of={of} />
    </Button>
  )
}
