/** Takes a result back, after saying what that does to whom. */
import { type Answer, api, t } from '@munim/contract'
import { type Result, statusOf } from '@munim/core'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { onlyLatest, useCall } from '../../../api/use-call.ts'
import { DrawInLine } from '../../../game/hindi-name.tsx'
import { ResultCells } from '../../../game/result.tsx'
import { useTooOldToRevert } from '../../../game/too-old.ts'
import { Choices } from '../../../widgets/choices.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { Failed } from '../../../widgets/loaded.tsx'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { tellDone, tellingWaits } from '../../../widgets/notice.tsx'
import { WorkingBar } from '../../../widgets/working-bar.tsx'
import { AFTER_A_RESULT, type OfDay } from '../draw.ts'
import styles from './dialogs.module.css'
import { Critical, Figures } from './effects.tsx'
import { LookAgain } from './look-again.tsx'

const HALVES = [
  ['all', t('Open and close')],
  ['close', t('Close only')],
] as const
type What = (typeof HALVES)[number][0]

interface Props extends OfDay {
  readonly onClose: () => void
}

export function RevertResult({ draw: shown, date: asked, onClose }: Props) {
  // The page behind is read again once the result is gone, and may go over to the next draw.
  const [draw] = useState(shown)
  const [date] = useState(asked)
  const [what, setWhat] = useState<What>('all')
  const [isStale, setStale] = useState(false)
  const body = { marketId: draw.id, date, ...(what === 'close' && { session: what }) }
  const preview = onlyLatest(useCall(api.results.previewRevert, body))
  const figures = preview.state === 'ready' ? preview.answer.data : null
  // Of one reading with the figures, and with what is sent. A server of 0.2.0 answers none.
  const [result, setResult] = useState<Result>(shown)
  const read = figures?.result
  if (read !== undefined && read !== result) setResult(read)
  const reverting = useAction(api.results.revert, {
    refreshes: AFTER_A_RESULT,
    onDone: ({ data }) => {
      tellDone(<Done {...data} />)
      onClose()
    },
    onFailed: (_, { isSaid, fields }) => {
      setStale(fields.basedOn !== undefined)
      if (!isSaid) reverting.setRefusal(t('Failed to revert result. Please try again.'))
    },
    onWaits: tellingWaits(onClose),
  })
  const status = statusOf(result)

  function lookAgain() {
    reverting.setRefusal(null)
    // The close may be gone, and the choice of it.
    setWhat('all')
  }

  return (
    <Dialog
      title={t('Revert Result')}
      line={
        <>
          <DrawInLine of={draw} date={date} /> ·{' '}
          {t('{status, select, pending {pending} partial {partial} other {complete}}', { status })}
        </>
      }
      act={t('Revert')}
      isDanger
      isDisabled={figures === null}
      doing={reverting}
      wayOut={isStale && <LookAgain at={[preview]} onLook={lookAgain} />}
      onAct={() =>
        void reverting.run({ ...body, basedOn: figures?.declarations, toldToBank: figures?.toldToBank })
      }
      onClose={onClose}
    >
      <div className={styles.large}>
        <ResultCells result={result} />
      </div>
      {status === 'complete' && (
        <div>
          <Choices label={t('What is reverted')} choices={HALVES} value={what} onChoose={setWhat} />
        </div>
      )}
      {preview.state === 'failed' ? (
        <Failed message={preview.message} retry={preview.retry} />
      ) : (
        <Figures
          sum={[t('Wins taken back'), figures?.paid]}
          counts={[
            [t('Players'), figures?.players],
            [t('Withdrawals cancelled'), figures?.withdrawalsCancelled],
            ...(figures?.toldToBank
              ? [[t('of them perhaps paid already'), figures.toldToBank, true] as const]
              : []),
            [t('Wallets going below zero'), figures?.belowZero, true],
          ]}
        />
      )}
      <Effects isCloseOnly={what === 'close'} date={date} ofDeleted={figures?.ofDeleted ?? 0} />
      {reverting.isPending && <WorkingBar name={t('Reverting the result')} />}
    </Dialog>
  )
}

interface EffectsProps {
  readonly isCloseOnly: boolean
  readonly date: string
  /** Rupees that deleted players won. */
  readonly ofDeleted: number
}

function Effects({ isCloseOnly, date, ofDeleted }: EffectsProps) {
  const tooOld = useTooOldToRevert(date)
  return (
    <Critical title={t('Critical: this reaches into wallets')}>
      <li>
        {isCloseOnly
          ? t('Winnings of the close are taken back from wallets, also where they were spent.')
          : t('Winnings are taken back from wallets, also where they were spent.')}
      </li>
      {ofDeleted > 0 && (
        <li>
          {t('{amount} of it is of deleted players: the house writes it off.', {
            amount: rupeesInWords(ofDeleted),
          })}
        </li>
      )}
      <li>{t('Pending withdrawals of these players are cancelled.')}</li>
      <li>
        {isCloseOnly
          ? t('Bets that the close decided return to running; cancelled ones stay cancelled.')
          : t('All bets return to running; cancelled ones stay cancelled.')}
      </li>
      <li>
        {isCloseOnly
          ? t('The declared close is cleared. The open stays.')
          : t('The declared result is cleared.')}
      </li>
      {tooOld !== null && <li>{tooOld}</li>}
    </Critical>
  )
}

function Done({ paid, players, belowZero }: Answer<typeof api.results.revert>['data']) {
  return (
    <>
      <span>{t('Result reverted successfully!')}</span>{' '}
      {players === 0
        ? t('There was no win to take back.')
        : t('{amount} taken back from {players, plural, one {# player} other {# players}}.', {
            amount: rupeesInWords(paid),
            players,
          })}
      {belowZero > 0 &&
        ` ${t('{players, number} below zero: see what is still to be recovered.', { players: belowZero })}`}
    </>
  )
}
