/** Files for the bank's bulk payments: the batches there are, and the way to a new one and to what the bank answered. */
import { Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { BANKS } from '../../payments/banks.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './bank-batches.module.css'
import { ReadAnswers } from './batch-answers.tsx'
import { AFTER_A_BATCH, NewBatch } from './new-batch.tsx'

type Batch = Answer<typeof api.desk.batches>['data'][number]
type Step = 'list' | 'new' | { readonly answersOf: number }

export function BankBatches({ onClose }: { readonly onClose: () => void }) {
  const [step, setStep] = useState<Step>('list')
  const back = () => setStep('list')
  if (step === 'new') return <NewBatch onDone={back} onClose={back} />
  if (step !== 'list') return <ReadAnswers batchId={step.answersOf} onClose={back} />
  return <Batches onClose={onClose} onStep={setStep} />
}

interface Props {
  readonly onClose: () => void
  readonly onStep: (step: Step) => void
}

function Batches({ onClose, onStep }: Props) {
  const asked = useCall(api.desk.batches, {})
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <Dialog
      title={t('Bank files')}
      line={t(
        'Withdrawals that the bank pays in one go; each is approved with the UTR that the bank answers',
      )}
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={setRefusal} />
      <Allowed to={api.desk.makeBatch}>
        <Button variant="filled" onClick={() => onStep('new')}>
          {t('New bank file')}
        </Button>
      </Allowed>
      <Loaded call={asked}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="mu-note">{t('No file was made yet.')}</p>
          ) : (
            <ol
              className={`mu-ruled ${styles.batches}`}
              aria-label={t('Files that were made, the newest first')}
            >
              {data.map((batch) => (
                <Line key={batch.id} batch={batch} onStep={onStep} onFailed={setRefusal} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface LineProps extends Pick<Props, 'onStep'> {
  readonly batch: Batch
  readonly onFailed: (sentence: string) => void
}

function Line({ batch, onStep, onFailed }: LineProps) {
  const { id, bank, by, at, closedAt, requests, pending, amount } = batch
  const again = useAction(api.desk.batchFileAgain, {
    onDone: ({ file }) => saveText(file.text, file.name),
    onFailed,
  })
  const closing = useAction(api.desk.closeBatch, { refreshes: AFTER_A_BATCH, onFailed })
  return (
    <li>
      <p>
        <b>{t('Batch {id}', { id })}</b> · {t(BANKS[bank])}
      </p>
      <p className="mu-note">
        {t(
          '{requests, plural, one {# withdrawal} other {# withdrawals}}, {sum}; {pending, number} not decided',
          { requests, sum: rupeesInWords(amount), pending },
        )}{' '}
        · {by} · <When at={at} as="short" /> {closedAt !== null && `· ${t('closed')}`}
      </p>
      <div className="mu-acts mu-above-8">
        {pending > 0 && (
          <Allowed to={api.wallet.decideWithdrawal}>
            <Button variant="light" onClick={() => onStep({ answersOf: id })}>
              {t("Read the bank's answer")}
            </Button>
          </Allowed>
        )}
        {closedAt === null && pending > 0 && (
          <>
            <Allowed to={api.desk.batchFileAgain}>
              <Button loading={again.isPending} onClick={() => void again.run({ id })}>
                {t('File again')}
              </Button>
            </Allowed>
            <Allowed to={api.desk.closeBatch}>
              <Button loading={closing.isPending} onClick={() => void closing.run({ id })}>
                {t('The bank did not pay the rest')}
              </Button>
            </Allowed>
          </>
        )}
      </div>
    </li>
  )
}
