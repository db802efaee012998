/** The sign-in page: the book's cover, and the form beside it. */
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { type Answer, api, language, t } from '@munim/contract'
import { LANGUAGE_TAGS, LANGUAGES } from '@munim/contract/languages'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { turnTo } from '../../language.ts'
import { holdToken, knownDevice, signIn, useSession } from '../../session.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Brand } from '../../widgets/brand.tsx'
import { later } from '../../widgets/later.tsx'
import { Link } from '../../widgets/link.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import { Cover } from './cover.tsx'
import styles from './login.module.css'
import type { SecondStepProps } from './second-step.tsx'

/** Where it can't be had one signs in again, and is told why. */
const SecondStep = later<SecondStepProps & { readonly onClose: () => void }>(() =>
  import('./second-step.tsx').then((m) => m.SecondStep),
)

export function Login() {
  return (
    <div className={`mu-phone-column ${styles.page}`}>
      <title>{t('Sign in · Munim Admin')}</title>
      <Cover />
      <div className={`mu-column ${styles.side}`}>
        <header className={`mu-row mu-to-end ${styles.head}`}>
          <span className={styles.brand}>
            <Brand />
          </span>
          <Link to="/admin/login" className="mu-name mu-tiny">
            {t('Login')}
          </Link>
        </header>
        <main className={styles.form}>
          <Entrance />
          <div className={`mu-row mu-ends mu-note ${styles.foot}`}>
            <span>{t('All times in IST')}</span>
            <OtherLanguages />
          </div>
        </main>
      </div>
    </div>
  )
}

/** Each by its own name. Who signs in is shown their own, where they chose one. */
const OtherLanguages = () =>
  LANGUAGE_TAGS.filter((tag) => tag !== language().tag).map((tag) => (
    <UnstyledButton
      key={tag}
      lang={tag}
      className="mu-small mu-link mu-thumb"
      onClick={() => turnTo(tag, language().tag)}
    >
      {LANGUAGES[tag].name}
    </UnstyledButton>
  ))

type SignedIn = Answer<typeof api.auth.login>

function Entrance() {
  const { history } = useRouter()
  const wanted = useLocation({ select: (location) => location.state.wanted })
  /** Who named the password, and has the second factor to enter. */
  const [waiting, setWaiting] = useState<SignedIn | null>(null)
  const [reason, setReason] = useState(useSession.getState().endedBecause)

  // Signed in here, or in another tab meanwhile.
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const enter = useEffectEvent(() => history.replace(wanted ?? '/admin'))
  useEffect(() => {
    if (isLoggedIn) enter()
  }, [isLoggedIn])

  function begin(signedIn: SignedIn) {
    if (signedIn.needs === undefined) return signIn(signedIn)
    holdToken(signedIn.token)
    setWaiting(signedIn)
  }
  function back(why: string | null) {
    holdToken(null)
    setReason(why)
    setWaiting(null)
  }
  return waiting === null ? (
    <>
      <h1 className={styles.title}>{t('Secure Admin Access')}</h1>
      <p className={`mu-soft ${styles.hint}`}>{t('Sign in to open the books.')}</p>
      <SignIn reason={reason} onSignedIn={begin} />
    </>
  ) : (
    <SecondStep
      kinds={waiting.factors ?? []}
      // Who has gone back meanwhile signs in anew.
      onEntered={() => useSession.getState().token === waiting.token && signIn(waiting)}
      onBack={back}
      onClose={() => back(t('This could not be loaded: load the page again'))}
    />
  )
}

interface SignInProps {
  /** Why the server ended the session before; null where it did not. */
  readonly reason: string | null
  readonly onSignedIn: (signedIn: SignedIn) => void
}

function SignIn({ reason, onSignedIn }: SignInProps) {
  const userField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState(reason)

  const signingIn = useAction(api.auth.login, {
    onDone: onSignedIn,
    onFailed: (message) => {
      setRefusal(message)
      passwordField.current?.focus()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (userName === '') return userField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    setRefusal(null)
    void signingIn.run({ userName, password, device: knownDevice() })
  }

  return (
    <form onSubmit={submit} noValidate className="mu-stack">
      {refusal !== null && (
        <Banner tone="failed" onDismiss={() => setRefusal(null)}>
          {refusal}
        </Banner>
      )}
      <TextInput
        label={t('User ID')}
        size="md"
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        withAsterisk={false}
        ref={userField}
        value={userName}
        onChange={(event) => setUserName(event.currentTarget.value)}
        error={isTried && userName === '' && t('User ID is required')}
      />
      <SecretField
        label={t('Password')}
        size="md"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        ref={passwordField}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isTried && password === '' && t('Password is required')}
      />
      <Button
        variant="filled"
        type="submit"
        size="lg"
        fullWidth
        aria-disabled={signingIn.isPending}
        className="mu-above-6"
      >
        {signingIn.isPending ? t('Authenticating...') : t('Secure Login')}
      </Button>
    </form>
  )
}
