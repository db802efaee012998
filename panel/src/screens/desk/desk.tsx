/** The work queue: what waits at the left, the oldest first; at the right the person and the request that are decided. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { api, DESK_KINDS, type DeskKind, t } from '@munim/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { type Call, useCall } from '../../api/use-call.ts'
import { OtherQueues } from '../../game/tasks.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { later } from '../../widgets/later.tsx'
import { Link } from '../../widgets/link.tsx'
import { Failed, Outdated } from '../../widgets/loaded.tsx'
import { count } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { CaseView } from './case-view.tsx'
import styles from './desk.module.css'
import type { Reasoned } from './edit-reasons.tsx'
import { Failures, Held } from './held.tsx'
import { KINDS } from './kinds.ts'
import { QueueList } from './queue-list.tsx'
import { arrive, choose, leftIn, release, type Work, waitingIn } from './work.ts'
import { act, change, openDesk, useDesk } from './work-store.ts'

const ApproveConfirmed = later(() => import('./approve-confirmed.tsx').then((m) => m.ApproveConfirmed))
const BankBatches = later(() => import('./bank-batches.tsx').then((m) => m.BankBatches))
const EditReasons = later(() => import('./edit-reasons.tsx').then((m) => m.EditReasons))

const PHONE = '(max-width: 768px)'
const LISTED = 100
const LISTED_AT_MOST = 1000

export function Desk() {
  const { kind: word } = useParams({ strict: false })
  const kind = DESK_KINDS.find((each) => each === word) ?? 'deposits'
  return <DeskOf key={kind} kind={kind} />
}

function DeskOf({ kind }: { readonly kind: DeskKind }) {
  const queue = useWaiting(kind)
  const { step, set } = useAddress({ step: '' })
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const isCaseShown = useDesk(({ work }) => work.open !== null) && (!isPhone || step === 'case')
  const totals = queue.state === 'ready' ? queue.answer.totals : null
  const confirmedBehind = (queue.state === 'ready' && queue.answer.confirmedBehind) || 0

  return (
    <>
      <PageHead
        title={t('Work queue')}
        isStill
        {...(kind !== 'users' && { actions: <Actions kind={kind} confirmedBehind={confirmedBehind} /> })}
        facts={<Facts />}
      />
      <nav aria-label={t('Queues')} className={`mu-apart ${styles.kinds}`}>
        {DESK_KINDS.map((each) => (
          <Link key={each} to={`/desk/${each}`} aria-current={each === kind ? 'page' : undefined}>
            {t(KINDS[each].name)}
            {totals !== null && totals[each] > 0 && (
              <span className={`mu-note mu-medium ${styles.many}`}> {count(totals[each])}</span>
            )}
          </Link>
        ))}
      </nav>
      <Failures kind={kind} />
      <Outdated call={queue} />
      <Content kind={kind} queue={queue}>
        <div className={`mu-stack ${styles.desk}`} data-step={isCaseShown ? 'case' : 'list'}>
          <div className={styles.list}>
            <QueueList kind={kind} {...(isPhone && { onOpen: () => set({ step: 'case' }) })} />
          </div>
          <div className={styles.case}>
            <CaseView
              kind={kind}
              isShown={isCaseShown}
              {...(isPhone && { onBack: () => set({ step: '' }) })}
            />
          </div>
        </div>
      </Content>
      <Held kind={kind} />
    </>
  )
}

function Facts() {
  const left = useDesk(({ work }) => leftIn(work))
  const decided = useDesk(
    ({ work }) => work.items.filter(({ state }) => state === 'approved' || state === 'rejected').length,
  )
  return t('{decided, number} decided, {left, number} left', { decided, left })
}

function Actions({ kind, confirmedBehind }: { readonly kind: Reasoned; readonly confirmedBehind: number }) {
  const queries = useQueryClient()
  const confirmed =
    useDesk(({ work }) => waitingIn(work).filter(({ row }) => row.isConfirmed).length) + confirmedBehind
  const [isApproving, setApproving] = useState(false)
  const [isBanking, setBanking] = useState(false)
  function open() {
    // What is not sent yet may be among them.
    act(release, queries)
    setApproving(true)
  }
  return (
    <>
      <ReasonsButton kind={kind} />
      {kind === 'deposits' && (
        <Allowed to={api.wallet.decideDeposit}>
          <Button disabled={confirmed === 0} onClick={open}>
            {t('Approve {count, number} confirmed', { count: confirmed })}
          </Button>
        </Allowed>
      )}
      {kind === 'withdrawals' && <Button onClick={() => setBanking(true)}>{t('Bank files')}</Button>}
      {isBanking && <BankBatches onClose={() => setBanking(false)} />}
      {isApproving && <ApproveConfirmed onClose={() => setApproving(false)} />}
    </>
  )
}

function ReasonsButton({ kind }: { readonly kind: Reasoned }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Allowed to={api.desk.saveReasons}>
      <Button onClick={() => setOpen(true)}>
        {kind === 'feedback' ? t('Edit replies') : t('Edit reasons')}
      </Button>
      {isOpen && <EditReasons kind={kind} onClose={() => setOpen(false)} />}
    </Allowed>
  )
}

interface ContentProps {
  readonly kind: DeskKind
  readonly queue: Call<unknown>
  readonly children: ReactNode
}

/** The queue, or why there is none. */
function Content({ kind, queue, children }: ContentProps) {
  const isEmpty = useDesk(({ work }) => work.items.length === 0)
  if (queue.state === 'failed' && isEmpty) return <Failed message={queue.message} retry={queue.retry} />
  if (queue.state === 'loading') return <Skeleton />
  if (!isEmpty) return children
  return (
    <div className={`mu-frame ${styles.frame}`}>
      <EmptyState
        icon={IconCircleCheck}
        tone="good"
        title={t('Nothing is waiting.')}
        hint={t(KINDS[kind].none)}
        action={<OtherQueues but={`/desk/${kind}`} />}
      />
    </div>
  )
}

/** Asks what waits, and again whenever something happens; what is known of it is kept in the store of the desk. */
function useWaiting(kind: DeskKind) {
  const queries = useQueryClient()
  const { id, set } = useAddress({ id: '' })
  const wanted = useRef(id)
  // A list from an earlier visit has what was decided since: the first answer is one that is asked for now.
  useState(() => queries.removeQueries({ queryKey: [api.desk.queue.path], type: 'inactive' }))
  useEffect(() => openDesk(kind, queries), [kind, queries])
  const limit = useDesk(({ work }) => limitFor(work))
  const queue = useCall(api.desk.queue, { kind, limit })
  const answer = queue.state === 'ready' ? queue.answer : null
  const take = useEffectEvent((taken: NonNullable<typeof answer>) => {
    change((work) => arrive(work, { rows: taken.data, total: taken.total }))
    if (wanted.current === '') return
    const asked = Number(wanted.current)
    wanted.current = ''
    change((work) => choose(work, asked))
    set({ id: '' }, 'replace')
  })
  useEffect(() => {
    if (answer !== null) take(answer)
  }, [answer])
  return queue
}

/** What waits for a second person stays listed: beside it there is always room for as many as at first. */
function limitFor({ items }: Work): number {
  const seconds = items.filter(({ state }) => state === 'second').length
  return Math.min(LISTED_AT_MOST, LISTED * (1 + Math.ceil(seconds / LISTED)))
}

function Skeleton() {
  return (
    <div className={`mu-stack ${styles.desk}`} data-step="list" aria-busy="true">
      <div className={styles.list}>
        <div className={`mu-frame ${styles.frame}`}>
          {[1, 2, 3, 4, 5, 6].map((each) => (
            <div key={each} className={`mu-stack ${styles.skeleton}`}>
              <i className="mu-blank" />
              <i className="mu-blank" />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.case}>
        <div className={`mu-frame ${styles.frame}`}>
          <div className={`mu-stack ${styles.skeleton}`}>
            <i className="mu-blank" />
            <i className="mu-blank" />
          </div>
        </div>
      </div>
    </div>
  )
}
