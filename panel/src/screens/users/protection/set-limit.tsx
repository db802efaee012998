/** The house's limit for one player: at once, and beside the player's own. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { PLAY_KINDS, PLAY_PERIODS, type PlayKind, type PlayPeriod, readRupees } from '@munim/core'
import { useId, useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { KIND_WORDS, PERIOD_WORDS } from '../../../game/limit-words.ts'
import { Dialog } from '../../../widgets/dialog.tsx'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { tellingDone } from '../../../widgets/notice.tsx'
import { unitBefore } from '../../../widgets/unit.ts'
import type { User } from '../user.ts'

interface SetLimitProps {
  readonly user: User
  /** Those there are, set by the player or by an administrator. */
  readonly limits: Answer<typeof api.protection.get>['data']['limits']
  readonly onClose: () => void
}

export function SetLimit({ user, limits, onClose }: SetLimitProps) {
  /** Those that there were as the dialog was opened; null where those of now were told. */
  const [opened, setOpened] = useState<typeof limits | null>(limits)
  const amountId = useId()
  const [kind, setKind] = useState<PlayKind>('stake')
  const [period, setPeriod] = useState<PlayPeriod>('day')
  const [typed, setTyped] = useState('')
  const setting = useAction(api.protection.setLimit, {
    refreshes: [api.protection.get],
    refreshesRefused: true,
    onDone: tellingDone(typed === '' ? t('Limit removed') : t('Limit set'), onClose),
    onFailed: (_, { fields }) => {
      if (fields.basedOn !== undefined) setOpened(null)
    },
  })
  const paise = readRupees(Number(typed))
  const isWrong = typed !== '' && (paise === null || paise <= 0)
  const current = (opened ?? limits).find(
    (limit) => limit.side === 'house' && limit.kind === kind && limit.period === period,
  )
  const isRemoving = typed === '' && current !== undefined
  return (
    <Dialog
      title={t('Set limit')}
      line={t("For {name}, by the house, at once. The player's own limit stays; the lower holds.", {
        name: user.user_name,
      })}
      act={isRemoving ? t('Remove limit') : t('Set limit')}
      isDisabled={isWrong || (typed === '' && !isRemoving)}
      doing={setting}
      onAct={() =>
        void setting.run({
          id: user.id,
          kind,
          period,
          amount: typed === '' ? null : Number(typed),
          basedOn: current?.amount ?? null,
        })
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('Limit on')}
        data={PLAY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as PlayKind)}
      />
      <NativeSelect
        label={t('Period')}
        data={PLAY_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        value={period}
        onChange={(event) => setPeriod(event.currentTarget.value as PlayPeriod)}
      />
      <TextInput
        label={t('Amount')}
        description={
          current && t('Now {amount}. Empty removes it.', { amount: rupeesInWords(current.amount) })
        }
        inputMode="decimal"
        {...unitBefore(amountId, '₹', { wrong: isWrong, hint: current })}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.trim())}
        error={isWrong && t('Please enter a valid amount')}
      />
    </Dialog>
  )
}
