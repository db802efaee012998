/** Sets up an authenticator app: the password where it is the first factor, the QR code, then a code that the app shows. */
import { TextInput } from '@mantine/core'
import { type Answer, api, FACTOR_NAME_MAX, t } from '@munim/contract'
import { useState } from 'react'
import { keepProof } from '../../api/factor.ts'
import { useAction } from '../../api/use-action.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { SecretField } from '../../widgets/secret-field.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { QrCode } from './qr-code.tsx'
import styles from './second-factor.module.css'

type Begun = Answer<typeof api.factors.beginTotp>['data']

interface Props {
  readonly isFirst: boolean
  /** With the recovery codes that came along; none where there were some. */
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

export function AddApp({ isFirst, onDone, onClose }: Props) {
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
  const [refusal, setRefusal] = useState<string | null>(null)
  const beginning = useAction(api.factors.beginTotp, {
    onDone: ({ data }) => onBegun(data),
    onFailed: setRefusal,
  })
  function begin() {
    if (isFirst && password === '') return showWrong(() => setTried(true))
    setRefusal(null)
    void beginning.run(isFirst ? { password } : {})
  }
  return (
    <Dialog
      title={TITLE}
      line={t('Any app that shows codes of six digits will do: Google Authenticator, Aegis, 1Password …')}
      act={t('Continue')}
      hasField={isFirst}
      isPending={beginning.isPending}
      onAct={begin}
      onClose={onClose}
    >
      {refusal !== null && <Banner tone="failed">{refusal}</Banner>}
      {isFirst && (
        <SecretField
          label={t('Current Password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={hasTried && password === '' && t('Current password is required')}
        />
      )}
    </Dialog>
  )
}

interface FinishProps extends Pick<Props, 'onDone' | 'onClose'> {
  readonly begun: Begun
}

function Finish({ begun: { address, secret }, onDone, onClose }: FinishProps) {
  const [name, setName] = useState(t('Authenticator app'))
  const [code, setCode] = useState('')
  const [hasTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const finishing = useAction(api.factors.finishTotp, {
    refreshes: [api.factors.list, api.auth.whoAmI, api.administrators.list],
    onDone: ({ data }) => {
      keepProof(data.proof)
      onDone(data.recoveryCodes)
    },
    onFailed: (message) => {
      setRefusal(message)
      setCode('')
      setTried(false)
    },
  })
  function finish() {
    if (name.trim() === '' || code.trim() === '') return showWrong(() => setTried(true))
    setRefusal(null)
    void finishing.run({ name, code })
  }
  return (
    <Dialog
      title={TITLE}
      line={t('Scan this with the app, then enter the code that it shows.')}
      act={t('Set Up')}
      hasField
      isPending={finishing.isPending}
      onAct={finish}
      onClose={onClose}
    >
      {refusal !== null && <Banner tone="failed">{refusal}</Banner>}
      <QrCode text={address} label={t('QR code for the authenticator app')} className={styles.qr} />
      <p className={styles.secret}>
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
      <TextInput
        label={t('Name')}
        description={t('By which you know it in your list')}
        autoComplete="off"
        maxLength={FACTOR_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={hasTried && name.trim() === '' && t('Name is required')}
      />
    </Dialog>
  )
}
