/** Voids a draw whose result never comes, after saying whose stakes go back. It is final, and needs a reason. */
import { TextInput } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { onlyLatest, useCall } from '../../../api/use-call.ts'
import { DrawInLine } from '../../../game/hindi-name.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { Failed } from '../../../widgets/loaded.tsx'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { tellDone, tellingWaits } from '../../../widgets/notice.tsx'
import { WorkingBar } from '../../../widgets/working-bar.tsx'
import { AFTER_A_RESULT, type Draw } from '../draw.ts'
import { Critical, Figures } from './effects.tsx'
import { LookAgain } from './look-again.tsx'

const REASON_MAX = 200

interface Props {
  readonly market: Pick<Draw, 'id' | 'name' | 'name_hindi'>
  readonly date: string
  readonly onClose: () => void
}

export function VoidDraw({ market, date: asked, onClose }: Props) {
  // Whatever the page behind comes to show.
  const [date] = useState(asked)
  const [reason, setReason] = useState('')
  const [isStale, setStale] = useState(false)
  const body = { marketId: market.id, date }
  const preview = onlyLatest(useCall(api.results.previewVoid, body))
  const figures = preview.state === 'ready' ? preview.answer.data : null
  const voiding = useAction(api.results.voidDraw, {
    refreshes: AFTER_A_RESULT,
    onDone: ({ data }) => {
      tellDone(doneInWords({ ...data, ofDeleted: figures?.ofDeleted ?? 0 }))
      onClose()
    },
    onFailed: (_, { fields }) => setStale(fields.basedOn !== undefined),
    onWaits: tellingWaits(onClose),
  })
  return (
    <Dialog
      title={t('Void Draw')}
      line={<DrawInLine of={market} date={date} />}
      act={t('Void')}
      isDanger
      isDisabled={figures === null || reason.trim() === ''}
      doing={voiding}
      wayOut={isStale && <LookAgain at={[preview]} onLook={() => voiding.setRefusal(null)} />}
      onAct={() => void voiding.run({ ...body, reason: reason.trim(), basedOn: figures?.halves })}
      onClose={onClose}
    >
      {preview.state === 'failed' ? (
        <Failed message={preview.message} retry={preview.retry} />
      ) : (
        <Figures
          sum={[t('Stakes refunded'), figures?.amount]}
          counts={[
            [t('Bets cancelled'), figures?.refunded],
            [t('Players'), figures?.players],
          ]}
        />
      )}
      <TextInput
        label={t('Reason')}
        description={t('Players read it beside their refund. It is kept with the draw, and in the audit.')}
        required
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Critical title={t('Critical: this is final')}>
        <li>
          {t(
            'Every bet on {halves, select, open {the open} close {the close} other {open and close}} is cancelled at once, and its stake goes back.',
            { halves: figures?.halves.join() ?? 'both' },
          )}
        </li>
        {!!figures?.ofDeleted && <li>{toHouse(figures.ofDeleted)}</li>}
        <li>{t('What was decided before stays as it is.')}</li>
        <li>{t("No result can be declared for it afterwards, and it can't be reverted.")}</li>
      </Critical>
      {voiding.isPending && <WorkingBar name={t('Voiding the draw')} />}
    </Dialog>
  )
}

type Refund = Answer<typeof api.results.previewVoid>['data']

function doneInWords({ refunded, players, amount, ofDeleted }: Refund): string {
  if (refunded === 0) return t('Draw voided. There was no bet to refund.')
  const done = t(
    'Draw voided. {amount} refunded to {players, plural, one {# player} other {# players}} for {bets, plural, one {# bet} other {# bets}}.',
    { amount: rupeesInWords(amount), players, bets: refunded },
  )
  return ofDeleted > 0 ? `${done} ${toHouse(ofDeleted)}` : done
}

const toHouse = (rupees: number) =>
  t('{amount} of it is of deleted players: it goes to the house.', { amount: rupeesInWords(rupees) })
