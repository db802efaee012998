/**
 * A player's profile as a form. Only what was changed is sent, and listed before it is; where that was changed meanwhile,
 * by the player or by another administrator, it is refused.
 */

import { Button, Switch, TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { type FlagField, PLAYER_FIELDS } from '@munim/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './edit-user.module.css'
import { isNumeric, PROFILE, type TypedField } from './profile-fields.ts'
import { type User, useUserUpdate } from './user.ts'

export type Draft = Partial<Record<TypedField, string> & Record<FlagField, boolean>>

export const UNTOUCHED: Draft = {}

interface Props {
  /** As the player was when the first keystroke of the draft was made. */
  readonly user: User
  readonly draft: Draft
  readonly onType: (draft: Draft) => void
  /** What was typed was changed meanwhile. */
  readonly onStale: () => void
  readonly onClose: () => void
}

export function EditUser({ user, draft, onType, onStale, onClose }: Props) {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const saving = useUserUpdate({
    failed: t('Failed to update user details'),
    done: t('User details updated'),
    onDone: onClose,
    onRefused: (fields) => (fields.basedOn === undefined ? setWrong(fields) : onStale()),
  })
  const changes = changesOf(user, draft)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (Object.keys(wrong).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [wrong])

  function save(event: FormEvent) {
    event.preventDefault()
    setWrong({})
    const sent = Object.fromEntries(changes.map(({ name, to }) => [name, to]))
    const basedOn = Object.fromEntries(changes.map(({ name }) => [name, user[name]]))
    void saving.run({ id: user.id, ...sent, basedOn })
  }

  const textField = (name: TypedField) => (
    <TextInput
      key={name}
      label={t(PLAYER_FIELDS[name].label)}
      maxLength={PLAYER_FIELDS[name].max}
      {...(isNumeric(name) && { inputMode: 'numeric' as const })}
      {...(name === 'mpin' && {
        placeholder: user.mpin,
        description: t('Kept hidden; type four digits to replace it'),
      })}
      value={draft[name] ?? shownOf(user, name)}
      onChange={(event) => onType(typedInto(draft, user, name, event.currentTarget.value))}
      error={wrong[name]}
      wrapperProps={{ 'data-changed': changes.some((change) => change.name === name) || undefined }}
    />
  )
  const flagField = (name: FlagField) => (
    <Switch
      key={name}
      label={t(PLAYER_FIELDS[name].label)}
      checked={flagOf(user, draft, name)}
      onChange={(event) => onType(typedInto(draft, user, name, event.currentTarget.checked))}
      // Approval goes one way.
      disabled={name === 'isApproved' && user.isApproved}
    />
  )

  return (
    <form ref={form} onSubmit={save} noValidate className={styles.form}>
      <div className="mu-frame mu-ruled">
        {PROFILE.map(({ title, texts, flags }) => (
          // What is typed while it is saved would be neither sent nor kept.
          <fieldset key={title} className={styles.group} disabled={saving.isPending}>
            <legend className={`mu-title ${styles.title}`}>{t(title)}</legend>
            {texts.length > 0 && (
              <div className={`mu-form mu-phone-column ${styles.texts}`}>{texts.map(textField)}</div>
            )}
            {flags.length > 0 && <div className={`mu-flow ${styles.flags}`}>{flags.map(flagField)}</div>}
          </fieldset>
        ))}
        <section className={styles.group} aria-label={t('Wallet Information')}>
          <h2 className={`mu-title ${styles.title}`}>{t('Wallet Information')}</h2>
          <p className="mu-soft">
            <Sentence
              of="Created {created}, updated {updated}. Money moves through Manage Funds."
              created={<When at={user.createdAt} />}
              updated={<When at={user.updatedAt} />}
            />
          </p>
        </section>
      </div>
      <div className={`mu-frame mu-floats mu-row mu-gap-8 mu-phone-flow ${styles.bar}`}>
        <p className={`mu-cut mu-soft mu-rest ${styles.unsaved}`}>
          {changes.length === 0
            ? t('Nothing is changed.')
            : t('Unsaved: {changes}', { changes: changes.map(({ words }) => words).join(' · ') })}
        </p>
        <Button onClick={onClose} disabled={saving.isPending}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" type="submit" loading={saving.isPending} disabled={changes.length === 0}>
          {t('Save Changes')}
        </Button>
      </div>
    </form>
  )
}

/** A field that is as it was before is no longer touched; that another mobile is verified is said anew. */
function typedInto(draft: Draft, user: User, name: TypedField | FlagField, to: string | boolean): Draft {
  const { [name]: _, ...others } = draft
  const was = typeof to === 'boolean' ? user[name] : shownOf(user, name as TypedField)
  const isSaidAnew = name === 'verified' && isOtherMobile(user, draft)
  return to === was && !isSaidAnew ? others : { ...others, [name]: to }
}

/** What the form shows of a stored text: all of it but the mpin, which is only ever replaced. */
const shownOf = (user: User, name: TypedField): string => (name === 'mpin' ? '' : user[name])

/** Another mobile is not verified, until that is switched on again. */
const flagOf = (user: User, draft: Draft, name: FlagField): boolean =>
  draft[name] ?? (user[name] && !(name === 'verified' && isOtherMobile(user, draft)))

const isOtherMobile = (user: User, { mobile = user.mobile }: Draft) => mobile !== user.mobile

/** The fields that differ from what is stored, in the form's order, with "old → new" for the reader. */
export function changesOf(user: User, draft: Draft) {
  const texts = PROFILE.flatMap((group) => group.texts).flatMap((name) => {
    const from = shownOf(user, name)
    const to = draft[name]
    if (to === undefined || to === from) return []
    const label = t(PLAYER_FIELDS[name].label)
    return [
      { name, to, words: name === 'mpin' ? t('MPIN replaced') : `${label} ${from || '–'} → ${to || '–'}` },
    ]
  })
  const flags = PROFILE.flatMap((group) => group.flags).flatMap((name) => {
    const to = flagOf(user, draft, name)
    const isSaidAnew = name === 'verified' && draft.verified && isOtherMobile(user, draft)
    if (to === user[name] && !isSaidAnew) return []
    return [
      {
        name,
        to,
        words: t(to ? '{label} off → on' : '{label} on → off', { label: t(PLAYER_FIELDS[name].label) }),
      },
    ]
  })
  return [...texts, ...flags]
}
