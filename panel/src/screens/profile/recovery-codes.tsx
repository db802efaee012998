/** Recovery codes: how many are left, new ones, and the one time that they are shown. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { useAction } from '../../api/use-action.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import styles from './second-factor.module.css'

const FEW = 3

export function RecoveryCodes({ left }: { readonly left: number }) {
  const [made, setMade] = useState<readonly string[] | null>(null)
  const making = useAction(api.factors.renewCodes, {
    refreshes: [api.factors.list],
    onDone: ({ data }) => setMade(data.recoveryCodes),
    onFailed: tellFailed,
  })
  function renew() {
    if (window.confirm(t('Make new recovery codes? Those you have are worth nothing then.')))
      void making.run({})
  }
  return (
    <PanelCard
      title={t('Recovery Codes')}
      aside={t('{left, plural, =0 {none left} one {# left} other {# left}}', { left })}
    >
      <div className={`mu-row mu-ends ${styles.codesNote}`}>
        {left <= FEW ? (
          <Banner tone="warning">
            {t('Make new ones before the last is used: without any, a lost phone locks you out.')}
          </Banner>
        ) : (
          <p>{t('Each signs you in once without your app or passkey. Keep them where your phone is not.')}</p>
        )}
        <Button loading={making.isPending} onClick={renew}>
          {t('New Recovery Codes')}
        </Button>
      </div>
      {made && <ShowCodes codes={made} onClose={() => setMade(null)} />}
    </PanelCard>
  )
}

interface ShownProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

export function ShowCodes({ codes, onClose }: ShownProps) {
  return (
    <Dialog
      title={t('Recovery Codes')}
      line={t('They are shown this once. Each signs you in once, where you have lost your app or passkey.')}
      isOnce
      onClose={onClose}
    >
      <ul className={`mu-frame ${styles.codes}`} aria-label={t('Recovery Codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mu-acts mu-to-end">
        <Button
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          onClick={() => saveText(`${codes.join('\n')}\n`, 'munim-recovery-codes.txt', 'text/plain')}
        >
          {t('Download')}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {t('I Have Kept Them')}
        </Button>
      </div>
    </Dialog>
  )
}
