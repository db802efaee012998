/** Sets up an authenticator app: the password where it is the first factor, the QR code, then a code that the app shows. */
import { TextInput } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { QrCode } from '../../widgets/qr-code.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { CurrentPassword, FactorName } from './factor-fields.tsx'
import styles from './second-factor.module.css'
import { onceSetUp, type SettingUp } from './set-up.ts'

type Begun = Answer<typeof api.factors.beginTotp>['data']

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
  const beginning = useAction(api.factors.beginTotp, {
    onDone: ({ data }) => onBegun(data),
  })
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
        <span>{t('Or type this key:')}</span> <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
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
