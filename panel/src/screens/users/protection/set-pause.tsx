/** The house pauses one player's bets and deposits, or ends its pause; the player's own is not touched. */
import { NativeSelect } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../widgets/dialog.tsx'
import { tellDone } from '../../../widgets/notice.tsx'
import { Refusal } from '../../../widgets/refusal.tsx'
import type { User } from '../user.ts'

const DAYS = [1, 7, 30, 180, 365]
const FOR_GOOD = 'good'
const NONE = 'none'

export function SetPause({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [chosen, setChosen] = useState('7')
  const [refusal, setRefusal] = useState<string | null>(null)
  const pausing = useAction(api.protection.setPause, {
    refreshes: [api.protection.get],
    onDone: () => {
      tellDone(chosen === NONE ? t('Pause ended') : t('Play paused'))
      onClose()
    },
    onFailed: setRefusal,
  })
  function run() {
    const days = chosen === FOR_GOOD ? { days: null } : chosen === NONE ? {} : { days: Number(chosen) }
    void pausing.run({ id: user.id, ...days })
  }
  return (
    <Dialog
      title={t('Pause play')}
      line={t('{name} can still sign in and withdraw. A pause that the player asked for stays.', {
        name: user.user_name,
      })}
      act={chosen === NONE ? t('End pause') : t('Pause')}
      hasField
      isPending={pausing.isPending}
      onAct={run}
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={setRefusal} />
      <NativeSelect
        label={t('No bets and no deposits')}
        data-autofocus
        data={[
          ...DAYS.map((days) => ({
            value: String(days),
            label: t('for {days, plural, one {# day} other {# days}}', { days }),
          })),
          { value: FOR_GOOD, label: t('for good') },
          { value: NONE, label: t("end the house's pause") },
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </Dialog>
  )
}
