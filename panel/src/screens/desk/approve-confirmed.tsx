/** Approves the deposits that the payment provider confirmed: their count and sum first, then one by one, an answer for each. */
import { type Answer, api, t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Answered } from '../../api/one-by-one.ts'
import { newKey } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useKeptFocus } from '../../api/use-kept-focus.ts'
import { useOneByOne } from '../../api/use-one-by-one.ts'
import { bonusBeside } from '../../payments/request.ts'
import { Banner } from '../../widgets/banner.tsx'
import course from '../../widgets/course.module.css'
import { Course } from '../../widgets/course.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { Money, rupeesInWords } from '../../widgets/money.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { Status } from '../../widgets/status.tsx'
import styles from './approve-confirmed.module.css'
import { refresh } from './work-store.ts'

type Confirmed = Answer<typeof api.desk.confirmed>

type One = Confirmed['data'][number]

const NOT_KNOWN: Pick<Confirmed, 'data' | 'total'> = { data: [], total: 0 }

const idOf = ({ id }: One) => id
/** As it is listed: confirmed as it was asked for, and claimed by no other. */
const approve = ({ id, amount, bonus }: One) =>
  call(
    api.wallet.decideDeposit,
    {
      transactionId: id,
      status: 'completed',
      basedOn: { confirmed: amount, sameReference: 0, ...(bonus !== undefined && { bonus }) },
    },
    { key: newKey(), isKept: true },
  )

/** What it was listed as is another thing by now, such as its bonus. */
const isStale = (answered: Answered | undefined) =>
  answered?.is === 'refused' && answered.fields.basedOn !== undefined

const LOADING = { state: 'loading' } as const

export function ApproveConfirmed({ onClose }: { readonly onClose: () => void }) {
  const asked = useCall(api.desk.confirmed, {})
  // The first answer to what was asked as it opened, or as it was looked at again: not one from before, nor one that
  // comes while they are approved.
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const [isLooking, setLooking] = useState(false)
  const isAsking = asked.state === 'ready' && asked.isRefreshing
  if (confirmed === null && asked.state === 'ready' && !isAsking && asked.outdated === null) {
    setConfirmed(asked.answer)
    setLooking(false)
  }
  const keepFocus = useKeptFocus(isLooking && isAsking)
  const { data, total } = confirmed ?? NOT_KNOWN
  const queries = useQueryClient()
  const onEnd = () => refresh(queries)
  const { answers, isRunning, why, run, stop, forget } = useOneByOne({ idOf, send: approve, onEnd })
  const left = data.filter(({ id }) => !(id in answers))
  const sum = sumOfRupees(data.map(({ amount }) => amount))
  const bonuses = sumOfRupees(data.map(({ bonus }) => bonus ?? 0))
  const answered = data.length - left.length
  const stale = data.map(idOf).filter((id) => isStale(answers[id]))
  function lookAgain() {
    keepFocus()
    forget(stale)
    setConfirmed(null)
    setLooking(true)
    if (asked.state !== 'loading') asked.retry()
  }
  return (
    <Dialog
      title={t('Approve what the provider confirmed')}
      line={t('Each with its amount and reference as the payment provider confirmed them')}
      {...(left.length > 0
        ? {
            act: t('Approve {count, plural, one {# deposit} other {# deposits}}', { count: left.length }),
            onAct: () => void run(left),
          }
        : (stale.length > 0 || isLooking) && { act: t('Look again'), onAct: lookAgain })}
      isPending={isRunning || (isLooking && isAsking)}
      hasStop
      onClose={onClose}
    >
      {confirmed === null && <Loaded call={isAsking ? LOADING : asked}>{() => null}</Loaded>}
      {confirmed !== null && data.length === 0 && <p>{t('No pending deposit is confirmed.')}</p>}
      {data.length > 0 && (
        <p className={`mu-strong ${styles.sum}`}>
          {t('{count, plural, one {# deposit} other {# deposits}}, {sum} in all', {
            count: data.length,
            sum: rupeesInWords(sum),
          })}{' '}
          <span className="mu-note">{bonusBeside(bonuses)}</span>
        </p>
      )}
      {total > data.length && (
        <Banner tone="note">
          {t('These are the first of {total, number}. The others follow when these are done.', { total })}
        </Banner>
      )}
      <Refusal says={why && t('Stopped: {why}', { why })} onDismiss={() => forget([])} />
      {(isRunning || answered > 0) && (
        <Course name={t('Decided')} answered={answered} all={data.length} onStop={isRunning ? stop : null} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ol className={`mu-ruled ${course.lines}`} aria-label={t('Confirmed deposits')} tabIndex={0}>
        {data.map(({ id, user_name, amount, ref_id, bonus }) => (
          <li key={id} className={styles.line}>
            <span>
              {user_name}{' '}
              <span className="mu-note">
                #{id} · {ref_id} {bonusBeside(bonus)}
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
  return <span className="mu-red">{answered.sentence}</span>
}
