/** Approves the deposits that the payment provider confirmed: their count and sum first, then one by one, an answer for each. */
import { Button, Progress } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { Money, rupeesInWords } from '../../widgets/money.tsx'
import { Status } from '../../widgets/status.tsx'
import styles from './approve-confirmed.module.css'
import { type Answered, oneByOne } from './one-by-one.ts'
import { refresh } from './work-store.ts'

type Confirmed = Answer<typeof api.desk.confirmed>

interface Props {
  readonly onClose: () => void
}

export function ApproveConfirmed({ onClose }: Props) {
  const asked = useCall(api.desk.confirmed, {})
  return <Loaded call={asked}>{(answer) => <Run confirmed={answer} onClose={onClose} />}</Loaded>
}

/** The deposits are those of the first answer, whatever comes while they are approved. */
function Run({ confirmed, onClose }: Props & { readonly confirmed: Confirmed }) {
  const [{ data, total }] = useState(confirmed)
  const queries = useQueryClient()
  const [answers, setAnswers] = useState<Readonly<Record<number, Answered>>>({})
  const [isRunning, setRunning] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const isStopped = useRef(false)
  // Who leaves the screen stops it: what was sent is done, what was not is as it was.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const left = data.filter(({ id }) => !(id in answers))
  const sum = data.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100
  async function run() {
    setRunning(true)
    setWhy(null)
    isStopped.current = false
    const ended = await oneByOne({
      items: left,
      send: ({ id }) =>
        call(
          api.wallet.decideDeposit,
          { transactionId: id, status: 'completed' },
          { key: newKey(), isKept: true },
        ),
      onAnswer: ({ id }, answered) => setAnswers((before) => ({ ...before, [id]: answered })),
      isStopped: () => isStopped.current,
    })
    setRunning(false)
    setWhy(ended)
    refresh(queries)
  }
  const stop = () => {
    isStopped.current = true
  }
  const answered = data.length - left.length
  return (
    <Dialog
      title={t('Approve what the provider confirmed')}
      line={t('Each with its amount and reference as the payment provider confirmed them')}
      {...(left.length > 0 && {
        act: t('Approve {count, plural, one {# deposit} other {# deposits}}', { count: left.length }),
      })}
      isPending={isRunning}
      onAct={() => void run()}
      onClose={onClose}
    >
      {data.length === 0 && <p>{t('No pending deposit is confirmed.')}</p>}
      {data.length > 0 && (
        <p className={styles.sum}>
          {t('{count, plural, one {# deposit} other {# deposits}}, {sum} in all', {
            count: data.length,
            sum: rupeesInWords(sum),
          })}
        </p>
      )}
      {total > data.length && (
        <Banner tone="note">
          {t('These are the first of {total, number}. The others follow when these are done.', { total })}
        </Banner>
      )}
      {why !== null && <Banner tone="failed">{t('Stopped: {why}', { why })}</Banner>}
      {(isRunning || answered > 0) && (
        <div className={styles.progress}>
          <Progress value={(answered / data.length) * 100} aria-label={t('Decided')} transitionDuration={0} />
          <span role="status">
            {t('{answered, number} of {all, number}', { answered, all: data.length })}
          </span>
          {isRunning && (
            <Button variant="default" onClick={stop}>
              {t('Stop')}
            </Button>
          )}
        </div>
      )}
      <ol className={styles.lines} aria-label={t('Confirmed deposits')}>
        {data.map(({ id, user_name, amount, ref_id }) => (
          <li key={id}>
            <span>
              {user_name}{' '}
              <span className={styles.soft}>
                #{id} · {ref_id}
              </span>
            </span>
            <Money rupees={amount} />
            <Said answered={answers[id]} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

export function Said({ answered }: { readonly answered: Answered | undefined }) {
  if (answered === undefined) return <span />
  if (answered.is === 'done') return <Status is="good">{t('Approved')}</Status>
  if (answered.is === 'second') return <Status is="half">{t('waits for a second person')}</Status>
  return <span className={styles.refused}>{answered.sentence}</span>
}
