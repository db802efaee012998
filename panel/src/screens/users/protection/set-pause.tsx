/** The house pauses one player's bets and deposits, or ends its pause; the player's own is not touched. */
import { NativeSelect } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { Dialog } from '../../../widgets/dialog.tsx'
import { tellingDone } from '../../../widgets/notice.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { When } from '../../../widgets/when.tsx'
import type { User } from '../user.ts'

const DAYS = [1, 7, 30, 180, 365]
const FOR_GOOD = 'good'
const NONE = 'none'

type Pause = Answer<typeof api.protection.get>['data']['pauses'][number]

interface Props {
  readonly user: User
  /** Those there are, set by the player or by an administrator; undefined where they could not be read. */
  readonly pauses: readonly Pause[] | undefined
  readonly onClose: () => void
}

export function SetPause({ user, pauses, onClose }: Props) {
  /** Those that there were as the dialog was opened; null where it is told that there are others now. */
  const [opened, setOpened] = useState<typeof pauses | null>(pauses)
  const [chosen, setChosen] = useState('')
  const pausing = useAction(api.protection.setPause, {
    refreshes: [api.protection.get],
    refreshesRefused: true,
    onDone: tellingDone(chosen === NONE ? t('Pause ended') : t('Play paused'), onClose),
    onFailed: (_, { fields }) => {
      if (fields.basedOn !== undefined) setOpened(null)
    },
  })
  const read = opened ?? pauses
  const current = read?.find(({ side }) => side === 'house')
  function run() {
    const days = chosen === FOR_GOOD ? { days: null } : chosen === NONE ? {} : { days: Number(chosen) }
    const basedOn = current ? { until: current.until } : null
    void pausing.run({ id: user.id, ...days, ...(read && { basedOn }) })
  }
  return (
    <Dialog
      title={t('Pause play')}
      line={t('{name} can still sign in and withdraw. A pause that the player asked for stays.', {
        name: user.user_name,
      })}
      act={chosen === NONE ? t('End pause') : t('Pause')}
      isDisabled={chosen === ''}
      doing={pausing}
      onAct={run}
      onClose={onClose}
    >
      <NativeSelect
        label={t('No bets and no deposits')}
        description={current && <Replaced pause={current} />}
        data-autofocus
        data={[
          { value: '', label: t('Choose how long'), disabled: true },
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

const Replaced = ({ pause: { until } }: { readonly pause: Pause }) =>
  until === null ? (
    t('Now for good; what is chosen here replaces it.')
  ) : (
    <Sentence of="Now until {at}; what is chosen here replaces it." at={<When at={until} as="short" />} />
  )
