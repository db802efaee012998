/** Reads what the bank answered of a batch, shows it beside what was asked for, then approves each with its UTR. */
import { Button, FileButton, Textarea } from '@mantine/core'
import { type Answer, api, msg, t, UTRS_AT_MOST } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Answered } from '../../api/one-by-one.ts'
import { newKey } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useOneByOne } from '../../api/use-one-by-one.ts'
import { utrNote } from '../../payments/utr.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { again, Loaded } from '../../widgets/loaded.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { Status } from '../../widgets/status.tsx'
import { Said } from './approve-confirmed.tsx'
import { type BankAnswer, readAnswers, type Verdict } from './bank-answers.ts'
import styles from './bank-batches.module.css'
import { refresh } from './work-store.ts'

const VERDICTS: Readonly<Record<Verdict, readonly [is: 'good' | 'bad' | 'neutral', words: string]>> = {
  matched: ['good', msg('Matched')],
  refused: ['bad', msg('The bank refused it')],
  open: ['bad', msg('The bank does not say that it is paid')],
  amount: ['bad', msg('Another amount')],
  'no utr': ['bad', msg('No UTR')],
  decided: ['neutral', msg('Decided already')],
  rejected: ['bad', msg('Paid by the bank, but rejected here')],
  'paid twice': ['bad', msg('Paid already with another UTR')],
  twice: ['bad', msg('Is there twice')],
  unknown: ['bad', msg('Not of this batch')],
  used: ['bad', msg('Its UTR paid another before')],
}

interface Props {
  readonly batchId: number
  readonly onClose: () => void
}

type Row = Answer<typeof api.desk.getBatch>['data']['rows'][number]

export function ReadAnswers({ batchId, onClose }: Props) {
  const asked = useCall(api.desk.getBatch, { id: batchId })
  const [text, setText] = useState('')
  const [unread, setUnread] = useState<string | null>(null)
  const resetFile = useRef<() => void>(null)
  const rows = asked.state === 'ready' ? asked.answer.data.rows : []
  const queries = useQueryClient()
  const onEnd = () => refresh(queries)
  const { answers, isRunning, why, run, stop, forget } = useOneByOne({
    idOf: requestOf,
    send: approve,
    onEnd,
  })
  // What was decided here stays in the review as it was matched.
  const batch = rows.map((row) => (row.id in answers ? { ...row, status: 'pending' as const } : row))
  const { read, isKnown, unknown } = useUnused(readAnswers(text, batch))
  const matched = read.filter(({ verdict, requestId }) => verdict === 'matched' && !(requestId! in answers))

  async function open(file: File | null) {
    resetFile.current?.() // The same file may be chosen again.
    if (file === null) return
    const { text: said, why = null } = await textIn(file)
    setUnread(why)
    if (said !== undefined) setText(said)
  }
  return (
    <Dialog
      title={t("Read the bank's answer")}
      line={t('Batch {id}', { id: batchId })}
      {...(matched.length > 0 && {
        act: t('Approve {count, plural, one {# withdrawal} other {# withdrawals}}', {
          count: matched.length,
        }),
      })}
      isDisabled={!isKnown}
      isPending={isRunning}
      hasStop
      onAct={() => void run(matched)}
      onClose={onClose}
    >
      <Loaded call={asked}>
        {() => (
          <>
            <FileButton
              accept=".csv,.txt,text/csv,text/plain"
              resetRef={resetFile}
              onChange={(file) => void open(file)}
            >
              {(props) => (
                <Button disabled={isRunning} {...props}>
                  {t("Open the bank's file")}
                </Button>
              )}
            </FileButton>
            <Refusal says={unread} onDismiss={setUnread} />
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
            <Refusal says={why && t('Stopped: {why}', { why })} onDismiss={() => forget([])} />
            {unknown && (
              <Banner
                tone="failed"
                action={
                  <Button size="xs" onClick={again(unknown.retry)}>
                    {t('Retry')}
                  </Button>
                }
              >
                {t('Whether these UTRs were used before is not known: {why}', { why: unknown.why })}
              </Banner>
            )}
            {isRunning && <Button onClick={stop}>{t('Stop')}</Button>}
            {read.length > 0 && <Review read={read} rows={rows} answers={answers} />}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** No answer to a batch is larger, and each of its lines is shown. */
const MOST_BYTES = 1_000_000

/** In a workbook, and in no text. */
const NO_TEXT = '\0'

/** What is in a file that was chosen, or why that is no bank's answer. */
async function textIn(file: File): Promise<{ readonly text?: string; readonly why?: string }> {
  if (file.size === 0) return { why: t('The file is empty') }
  if (file.size > MOST_BYTES) return { why: t('The file is too large') }
  const text = await file.text().catch(() => NO_TEXT)
  return text.includes(NO_TEXT) ? { why: t('This file is no text: save it as CSV, and open that') } : { text }
}

/**
 * A UTR that a payout was approved with before pays no second one; `isKnown` once that was looked for, `unknown` where it
 * could not be.
 */
function useUnused(read: readonly BankAnswer[]) {
  const utrs = read.filter(({ verdict }) => verdict === 'matched').map(({ utr }) => utr)
  const isAsked = utrs.length > 0
  const paid = useCall(api.desk.paidAs, { utrs: utrs.slice(0, UTRS_AT_MOST) }, isAsked)
  const before = paid.state === 'ready' ? paid.answer.data : []
  const isUsed = ({ utr, requestId }: BankAnswer) =>
    before.some((each) => each.utr === utr && each.id !== requestId)
  const failure = paid.state === 'failed' ? paid.message : paid.state === 'ready' && paid.outdated?.message
  return {
    isKnown: !isAsked || (paid.state === 'ready' && !paid.isRefreshing && paid.outdated === null),
    unknown: isAsked && failure && paid.state !== 'loading' ? { why: failure, retry: paid.retry } : null,
    read: read.map((each) =>
      each.verdict === 'matched' && isUsed(each) ? { ...each, verdict: 'used' as const } : each,
    ),
  }
}

const requestOf = ({ requestId }: BankAnswer) => requestId!
/** By the call for one withdrawal, as the queue decides it. */
const approve = ({ requestId, utr }: BankAnswer) =>
  call(
    api.wallet.decideWithdrawal,
    { transactionId: requestId!, status: 'completed', note: utrNote(utr) },
    { key: newKey(), isKept: true },
  )

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol className={`mu-ruled ${styles.lines}`} aria-label={t('What the bank answered')} tabIndex={0}>
        {read.map(({ line, requestId, utr, amount, verdict }) => {
          const row = rows.find(({ id }) => id === requestId)
          const answered = requestId === null ? undefined : answers[requestId]
          const [is, words] = VERDICTS[verdict]
          return (
            <li key={line}>
              <span>
                {row ? t('{name} #{id}', { name: row.user_name, id: row.id }) : t('Line {line}', { line })}{' '}
                <span className="mu-note">
                  {utr}
                  {verdict === 'amount' &&
                    row &&
                    amount !== null &&
                    ` · ${t('{paid} in place of {asked}', { paid: rupeesInWords(amount), asked: rupeesInWords(row.amount) })}`}
                </span>
              </span>
              {answered ? <Said answered={answered} /> : <Status is={is}>{t(words)}</Status>}
            </li>
          )
        })}
      </ol>
      {missing.length > 0 && (
        <p className="mu-note">
          {t('The bank says nothing of {count, plural, one {# other} other {# others}} of this batch.', {
            count: missing.length,
          })}
        </p>
      )}
    </>
  )
}
