/** Says that the data is invented, and how to start without it. Says nothing where the server cannot be asked. */
import { t } from '@munim/contract'
import { useState } from 'react'
import { useWhoAmI } from '../api/may.ts'
import { keep, kept } from '../session.ts'
import { Banner } from '../widgets/banner.tsx'

const DISMISSED = 'munimDemonstrationNoteDismissed'

export function DemonstrationNote() {
  const me = useWhoAmI()
  const [isDismissed, setDismissed] = useState(() => kept(DISMISSED, 'sessionStorage') !== null)
  if (isDismissed || me.state !== 'ready' || !me.answer.data.isDemonstration) return null

  function dismiss() {
    keep(DISMISSED, 'yes', 'sessionStorage')
    setDismissed(true)
  }
  return (
    <div className="mu-apart">
      <Banner tone="note" onDismiss={dismiss}>
        {t('This is demonstration data. To start empty, set DEMO_DATA=off and another DATA_DIR.')}
      </Banner>
    </div>
  )
}
