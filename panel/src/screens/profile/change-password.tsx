/** The administrator's own password. Checked in the specification's order, one sentence at a time. */
import { Button } from '@mantine/core'
import { api, PASSWORD_MIN, SHORT_NEW_PASSWORD, t } from '@munim/contract'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../api/may.ts'
import { useAction } from '../../api/use-action.ts'
import { Banner } from '../../widgets/banner.tsx'
import { LinkButton } from '../../widgets/link.tsx'
import { leaveNotice, tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import styles from './change-password.module.css'

const DONE_MS = 5000
const EMPTY = { current: '', chosen: '', repeated: '' }
type Field = keyof typeof EMPTY

/** The first rule that is broken, and where; null when all hold. */
function complaint({ current, chosen, repeated }: typeof EMPTY): readonly [Field, string] | null {
  if (current === '') return ['current', t('Current password is required')]
  if (chosen === '') return ['chosen', t('New password is required')]
  if (chosen.length < PASSWORD_MIN) return ['chosen', t(SHORT_NEW_PASSWORD)]
  if (chosen !== repeated) return ['repeated', t('New password and confirm password do not match')]
  if (chosen === current) return ['chosen', t('New password must be different from current password')]
  return null
}

export function ChangePassword() {
  const [words, setWords] = useState(EMPTY)
  const [wrong, setWrong] = useState<readonly [Field, string] | null>(null)
  const isGiven = useMe()?.mustChangePassword === true
  const changing = useAction(api.auth.resetPassword, {
    failed: t('Failed to reset password'),
    refreshes: [api.auth.whoAmI],
    onDone: () => {
      clear()
      tellDone(t('Password reset successfully!'), DONE_MS)
    },
    onFailed: tellFailed,
  })

  function clear() {
    setWords(EMPTY)
    setWrong(null)
    leaveNotice()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = complaint(words)
    setWrong(found)
    if (found !== null) return event.currentTarget.querySelector<HTMLElement>(`[name=${found[0]}]`)?.focus()
    leaveNotice()
    void changing.run({ password: words.current, newPassword: words.chosen })
  }

  const field = (name: Field, label: string, autoComplete: string) => (
    <SecretField
      label={label}
      name={name}
      autoComplete={autoComplete}
      value={words[name]}
      onChange={(event) => setWords({ ...words, [name]: event.currentTarget.value })}
      error={wrong?.[0] === name && wrong[1]}
    />
  )

  return (
    <>
      <PageHead
        title={t('Admin Change Password')}
        facts={t('Your other sessions are signed out when it changes.')}
        actions={
          <>
            <LinkButton to="/profile/second-factor">{t('Second Factor')}</LinkButton>
            <LinkButton to="/profile/sessions">{t('Your Sessions')}</LinkButton>
          </>
        }
      />
      {isGiven && (
        <Banner tone="warning">
          {t('Somebody else gave you this password. Choose your own before you go on.')}
        </Banner>
      )}
      <form onSubmit={submit} noValidate className={`mu-frame mu-stack ${styles.form}`}>
        {field('current', t('Current Password'), 'current-password')}
        {field('chosen', t('New Password'), 'new-password')}
        <Rules {...words} />
        {field('repeated', t('Confirm New Password'), 'new-password')}
        <div className={`mu-acts mu-keyed ${styles.actions}`}>
          <Button variant="filled" type="submit" loading={changing.isPending}>
            {t('Update Password')}
          </Button>
          <Button onClick={clear} disabled={changing.isPending}>
            {t('Clear Form')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** What the new password has to be, ticked off while it is typed. */
function Rules({ current, chosen }: typeof EMPTY) {
  const rules = [
    [t('6 characters or more'), chosen.length >= PASSWORD_MIN],
    [t('not the one you have now'), chosen !== '' && chosen !== current],
  ] as const
  return (
    <ul className={`mu-note mu-flow ${styles.rules}`}>
      {rules.map(([rule, isKept]) => (
        <li key={rule} className="mu-row mu-gap-4">
          {isKept ? (
            <IconCheck size={13} stroke={2} className="mu-up" aria-hidden />
          ) : (
            <IconPoint size={13} stroke={2} aria-hidden />
          )}
          {rule}
          {isKept && <span className="mu-hidden">{t(', kept')}</span>}
        </li>
      ))}
    </ul>
  )
}
