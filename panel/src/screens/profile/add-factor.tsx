/** Sets up a second factor: an authenticator app, or a passkey. */

import { TextInput } from '@mantine/core'
import { type Answer, api, FACTOR_NAME_MAX, t } from '@munim/contract'
import { useState } from 'react'
import { keepProof } from '../../api/factor.ts'
import { makePasskey } from '../../api/passkey.ts'
import { useAction } from '../../api/use-action.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { QrCode } from '../../widgets/qr-code.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { useAuthenticator } from '../../widgets/use-passkey.ts'
import styles from './second-factor.module.css'

type Begun = Answer<typeof api.factors.beginTotp>['data']

/** The password where it is the first factor, the QR code, then a code that the app shows. */
export function AddApp({ isFirst, onDone, onClose }: SettingUp) {
  const [begun, setBegun] = useState<Begun | null>(null)
  return begun === null ? (
    <Begin isFirst={isFirst} onBegun={setBegun} onClose={onClose} />
  ) : (
    <Finish begun={begun} onDone={onDone} onClose={onClose} />
  )
}

const TITLE = t('Authenticator App')

interface BeginProps {
  readonly isFirst: boolean
  readonly onBegun: (begun: Begun) => void
  readonly onClose: () => void
}

function Begin({ isFirst, onBegun, onClose }: BeginProps) {
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const beginning = useAction(api.factors.beginTotp, { onDone: ({ data }) => onBegun(data) })
  function begin() {
    if (isFirst && password === '') return showWrong(() => setTried(true))
    void beginning.run(isFirst ? { password } : {})
  }
  return (
    <Dialog
      title={TITLE}
      line={t('Any app that shows codes of six digits will do: Google Authenticator, Aegis, 1Password …')}
      act={t('Continue')}
      doing={beginning}
      onAct={begin}
      onClose={onClose}
    >
      {isFirst && <CurrentPassword value={password} onChange={setPassword} hasTried={hasTried} />}
    </Dialog>
  )
}

interface FinishProps extends Pick<SettingUp, 'onDone' | 'onClose'> {
  readonly begun: Begun
}

function Finish({ begun: { address, secret }, onDone, onClose }: FinishProps) {
  const [name, setName] = useState(t('Authenticator app'))
  const [code, setCode] = useState('')
  const [hasTried, setTried] = useState(false)
  const finishing = useAction(api.factors.finishTotp, {
    ...onceSetUp(onDone),
    onFailed: () => {
      setCode('')
      setTried(false)
    },
  })
  function finish() {
    if (name.trim() === '' || code.trim() === '') return showWrong(() => setTried(true))
    void finishing.run({ name, code })
  }
  return (
    <Dialog
      title={TITLE}
      line={t('Scan this with the app, then enter the code that it shows.')}
      act={t('Set Up')}
      doing={finishing}
      onAct={finish}
      onClose={onClose}
    >
      <QrCode
        text={address}
        label={t('QR code for the authenticator app')}
        className={`mu-frame ${styles.qr}`}
      />
      <p className={`mu-note ${styles.secret}`}>
        <span>{t('Or type this key:')}</span>{' '}
        <code className="mu-ink mu-wraps">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextInput
        label={t('Code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="000000"
        maxLength={10}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={hasTried && code.trim() === '' && t('Code is required')}
      />
      <FactorName
        description={t('By which you know it in your list')}
        value={name}
        onChange={setName}
        hasTried={hasTried}
      />
    </Dialog>
  )
}

export interface SettingUp {
  /** The first factor asks for the password. */
  readonly isFirst: boolean
  /** With the recovery codes that came along; none where there were some. */
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** What follows once the server has taken the factor. */
const onceSetUp = (onDone: SettingUp['onDone']) => ({
  refreshes: [api.factors.list, api.auth.whoAmI, api.administrators.list],
  onDone: ({ data }: Answer<typeof api.factors.finishTotp | typeof api.factors.finishPasskey>) => {
    keepProof(data.proof)
    onDone(data.recoveryCodes)
  },
})

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** It was tried without: what is missing is said. */
  readonly hasTried: boolean
}

/** The fields that setting a second factor up and renaming it share. */
function CurrentPassword({ value, onChange, hasTried }: FieldProps) {
  return (
    <SecretField
      label={t('Current Password')}
      autoComplete="current-password"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={hasTried && value === '' && t('Current password is required')}
    />
  )
}

interface NameProps extends FieldProps {
  readonly description?: string
  /** The dialog begins with it. */
  readonly hasFocus?: boolean
}

export function FactorName({ value, onChange, hasTried, description, hasFocus = false }: NameProps) {
  return (
    <TextInput
      label={t('Name')}
      description={description}
      maxLength={FACTOR_NAME_MAX}
      {...(hasFocus && { 'data-autofocus': true })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={hasTried && value.trim() === '' && t('Name is required')}
    />
  )
}

/** Its name, the password where it is the first factor, then the browser's own question. */
export function AddPasskey({ isFirst, onDone, onClose }: SettingUp) {
  const [name, setName] = useState(t('Passkey'))
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const authenticator = useAuthenticator((message) => beginning.setRefusal(message))
  const finishing = useAction(api.factors.finishPasskey, {
    ...onceSetUp(onDone),
    onFailed: (message) => beginning.setRefusal(message),
  })
  const beginning = useAction(api.factors.beginPasskey, {
    onDone: ({ data }) =>
      void authenticator.ask(makePasskey(data), (passkey) => finishing.run({ name, passkey })),
  })
  function begin() {
    if (name.trim() === '' || (isFirst && password === '')) return showWrong(() => setTried(true))
    void beginning.run(isFirst ? { password } : {})
  }
  return (
    <Dialog
      title={t('Passkey')}
      line={t('Your device asks for your finger, your face or its PIN, and answers this address only.')}
      act={t('Continue')}
      doing={beginning}
      isPending={authenticator.isAsked}
      onAct={begin}
      onClose={onClose}
    >
      <FactorName
        description={t('By which you know it in your list')}
        hasFocus={!isFirst}
        value={name}
        onChange={setName}
        hasTried={hasTried}
      />
      {isFirst && <CurrentPassword value={password} onChange={setPassword} hasTried={hasTried} />}
    </Dialog>
  )
}
