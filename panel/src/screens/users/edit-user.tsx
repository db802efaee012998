/** A player's profile as a form. Only what was changed is sent, and listed before it is. */
import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { When } from '../../widgets/when.tsx'
import look from './edit-user.module.css'
import { type FlagKey, PROFILE, type TextField, type TextKey } from './profile-fields.ts'
import { type User, useUserUpdate } from './user.ts'

type Draft = Partial<Record<TextKey, string> & Record<FlagKey, boolean>>

export function EditUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({})
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const saving = useUserUpdate({
    failed: 'Failed to update user details',
    done: 'User details updated',
    onDone: onClose,
    onRefused: setWrong,
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
  useUnsaved(changes.length > 0)

  function save(event: FormEvent) {
    event.preventDefault()
    if (changes.length === 0) return onClose()
    setWrong({})
    void saving.run({ id: user.id, ...Object.fromEntries(changes.map(({ key, to }) => [key, to])) })
  }

  const textField = (field: TextField) => (
    <TextInput
      key={field.key}
      label={field.label}
      maxLength={field.max}
      autoComplete="off"
      {...(field.isNumeric && { inputMode: 'numeric' as const })}
      {...(field.key === 'mpin' && {
        placeholder: user.mpin,
        description: 'Kept hidden; type four digits to replace it',
      })}
      value={draft[field.key] ?? shownOf(user, field.key)}
      onChange={(event) => setDraft({ ...draft, [field.key]: event.currentTarget.value })}
      error={wrong[field.key]}
      wrapperProps={{ 'data-changed': changes.some(({ key }) => key === field.key) || undefined }}
    />
  )
  const flagField = ({ key, label }: { key: FlagKey; label: string }) => (
    <Switch
      key={key}
      label={label}
      checked={draft[key] ?? user[key]}
      onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.checked })}
      // Approval goes one way.
      disabled={key === 'isApproved' && user.isApproved}
    />
  )

  return (
    <form ref={form} onSubmit={save} noValidate className={look.form}>
      <div className={look.panel}>
        {PROFILE.map(({ title, texts, flags }) => (
          <fieldset key={title} className={look.group}>
            <legend className={look.title}>{title}</legend>
            {texts.length > 0 && <div className={look.texts}>{texts.map(textField)}</div>}
            {flags.length > 0 && <div className={look.flags}>{flags.map(flagField)}</div>}
          </fieldset>
        ))}
        <section className={look.group} aria-label="Wallet Information">
          <h2 className={look.title}>Wallet Information</h2>
          <p className={look.readOnly}>
            Created <When at={user.createdAt} />, updated <When at={user.updatedAt} />. Money moves through
            Manage Funds.
          </p>
        </section>
      </div>
      <div className={look.bar}>
        <p className={look.unsaved}>
          {changes.length === 0
            ? 'Nothing is changed.'
            : `Unsaved: ${changes.map(({ words }) => words).join(' · ')}`}
        </p>
        <Button variant="default" onClick={onClose} disabled={saving.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={saving.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}

/** What the form shows of a stored text: all of it but the mpin, which is only ever replaced. */
const shownOf = (user: User, key: TextKey): string => (key === 'mpin' ? '' : user[key])

/** The fields that differ from what is stored, in the form's order, with "old → new" for the reader. */
function changesOf(user: User, draft: Draft) {
  const texts = PROFILE.flatMap((group) => group.texts).flatMap(({ key, label }) => {
    const from = shownOf(user, key)
    const to = draft[key]
    if (to === undefined || to === from) return []
    const words = key === 'mpin' ? 'MPIN replaced' : `${label} ${from || '–'} → ${to || '–'}`
    return [{ key, to, words }]
  })
  const flags = PROFILE.flatMap((group) => group.flags).flatMap(({ key, label }) => {
    const to = draft[key]
    return to === undefined || to === user[key]
      ? []
      : [{ key, to, words: `${label} ${to ? 'off → on' : 'on → off'}` }]
  })
  return [...texts, ...flags]
}
