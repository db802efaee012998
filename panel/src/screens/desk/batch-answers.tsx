/** Reads what the bank answered of a batch, shows it beside what was asked for, then approves each with its UTR. */
import { Button, FileButton, Textarea } from '@mantine/core'
import { api, msg, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { Status } from '../../widgets/status.tsx'
import { Said } from './approve-confirmed.tsx'
import { type BankAnswer, type BatchRow, readAnswers, type Verdict } from './bank-answers.ts'
import styles from './bank-batches.module.css'
import { approving } from './kinds.ts'
import { type Answered, oneByOne } from './one-by-one.ts'
import { refresh } from './work-store.ts'

const VERDICTS: Readonly<Record<Verdict, readonly [is: 'good' | 'bad' | 'neutral', words: string]>> = {
  matched: ['good', msg('Matched')],
  refused: ['bad', msg('The bank refused it')],
  amount: ['bad', msg('Another amount')],
  'no utr': ['bad', msg('No UTR')],
  decided: ['neutral', msg('Decided already')],
  twice: ['bad', msg('Is there twice')],
  unknown: ['bad', msg('Not of this batch')],
}

interface Props {
  readonly batchId: number
  readonly onClose: () => void
}

interface Row extends BatchRow {
  readonly user_name: string
}

export function ReadAnswers({ batchId, onClose }: Props) {
  const asked = useCall(api.desk.getBatch, { id: batchId })
  const [text, setText] = useState('')
  const rows = asked.state === 'ready' ? asked.answer.data.rows : []
  const { answers, isRunning, why, run, stop } = useDeciding()
  // What was decided here stays in the review as it was matched.
  const batch = rows.map((row) => (row.id in answers ? { ...row, status: 'pending' as const } : row))
  const read = readAnswers(text, batch)
  const matched = read.filter(({ verdict, requestId }) => verdict === 'matched' && !(requestId! in answers))
  return (
    <Dialog
      title={t("Read the bank's answer")}
      line={t('Batch {id}', { id: batchId })}
      {...(matched.length > 0 && {
        act: t('Approve {count, plural, one {# withdrawal} other {# withdrawals}}', {
          count: matched.length,
        }),
      })}
      hasField
      isPending={isRunning}
      onAct={() => void run(matched)}
      onClose={onClose}
    >
      <Loaded call={asked}>
        {() => (
          <>
            <FileButton
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(file) => void file?.text().then(setText)}
            >
              {(props) => (
                <Button variant="default" {...props}>
                  {t("Open the bank's file")}
                </Button>
              )}
            </FileButton>
            <Textarea
              label={t('Or lines with reference and UTR')}
              description={t(
                'Each with its reference MUN…, as the file had it. A CSV file is read by its columns.',
              )}
              rows={5}
              value={text}
              disabled={isRunning}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
            />
            {why !== null && <Banner tone="failed">{t('Stopped: {why}', { why })}</Banner>}
            {isRunning && (
              <Button variant="default" onClick={stop}>
                {t('Stop')}
              </Button>
            )}
            {read.length > 0 && <Review read={read} rows={rows} answers={answers} />}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Approves what matched, one by one, through the call for one withdrawal. */
function useDeciding() {
  const queries = useQueryClient()
  const [answers, setAnswers] = useState<Readonly<Record<number, Answered>>>({})
  const [isRunning, setRunning] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])
  async function run(matched: readonly BankAnswer[]) {
    setRunning(true)
    setWhy(null)
    isStopped.current = false
    const ended = await oneByOne({
      items: matched,
      send: ({ requestId, utr }) =>
        call(
          api.wallet.decideWithdrawal,
          approving('withdrawals', requestId!, { utr, note: '' }).body as never,
          {
            key: newKey(),
            isKept: true,
          },
        ),
      onAnswer: ({ requestId }, answered) => setAnswers((before) => ({ ...before, [requestId!]: answered })),
      isStopped: () => isStopped.current,
    })
    setRunning(false)
    setWhy(ended)
    refresh(queries)
  }
  const stop = () => {
    isStopped.current = true
  }
  return { answers, isRunning, why, run, stop }
}

interface ReviewProps {
  readonly read: readonly BankAnswer[]
  readonly rows: readonly Row[]
  readonly answers: Readonly<Record<number, Answered>>
}

function Review({ read, rows, answers }: ReviewProps) {
  const missing = rows.filter(
    ({ id, status }) => status === 'pending' && !read.some(({ requestId }) => requestId === id),
  )
  return (
    <>
      <ol className={styles.lines} aria-label={t('What the bank answered')}>
        {read.map(({ line, requestId, utr, amount, verdict }) => {
          const row = rows.find(({ id }) => id === requestId)
          const answered = requestId === null ? undefined : answers[requestId]
          const [is, words] = VERDICTS[verdict]
          return (
            <li key={line}>
              <span>
                {row ? t('{name} #{id}', { name: row.user_name, id: row.id }) : t('Line {line}', { line })}{' '}
                <span className={styles.soft}>
                  {utr}
                  {verdict === 'amount' &&
                    row &&
                    ` · ${t('{paid} in place of {asked}', { paid: rupeesInWords(amount!), asked: rupeesInWords(row.amount) })}`}
                </span>
              </span>
              {answered ? <Said answered={answered} /> : <Status is={is}>{t(words)}</Status>}
            </li>
          )
        })}
      </ol>
      {missing.length > 0 && (
        <p className={styles.soft}>
          {t('The bank says nothing of {count, plural, one {# other} other {# others}} of this batch.', {
            count: missing.length,
          })}
        </p>
      )}
    </>
  )
}
