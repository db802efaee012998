/** One request: asked when, to be paid to whom then and now, decided by whom, its money, and who else gave its reference. */
import { type Answer, api, t } from '@munim/contract'
import { PAYEE_FIELDS } from '@munim/core'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { actorInWords, Moved } from '../../game/moved.tsx'
import { RecordLink, recordInWords } from '../../game/record-links.tsx'
import { labelOfPayee, wayOf } from '../../payments/payee.ts'
import { utrIn } from '../../payments/utr.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Facts, type Group } from '../../widgets/facts.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PlayerLinks } from '../../widgets/player-links.tsx'
import { byId, RecordPage } from '../../widgets/record-page.tsx'
import { exactLength } from '../../widgets/times.ts'
import { TitledList } from '../../widgets/titled-list.tsx'
import { When } from '../../widgets/when.tsx'
import { DecideDeposit } from './decide-deposit.tsx'
import { type Asking, DIALOGS } from './dialogs.tsx'
import { ApproveButton, Notes, RejectButton, RequestStatus, ViewProfile, Waited } from './request-cells.tsx'
import styles from './request-details.module.css'

type Request = Answer<typeof api.wallet.get>['data']

export const RequestDetails = byId(Details)

function Details({ id }: { readonly id: string }) {
  const call = useCall(api.wallet.get, { transactionId: id })
  return (
    <RecordPage call={call} back={{ to: '/wallet', words: t('Back to Wallet') }}>
      {({ data }) => <Page request={data} />}
    </RecordPage>
  )
}

function Page({ request }: { readonly request: Request }) {
  const { id, kind, status, others, postings } = request
  const isDeposit = kind === 'deposit'
  return (
    <>
      <PageHead
        title={recordInWords('request', id)}
        from={{
          name: t('Wallet Management'),
          to: '/wallet',
          search: { tab: isDeposit ? 'deposits' : 'withdrawals' },
        }}
        beside={<RequestStatus of={status} />}
        facts={
          <>
            {isDeposit ? t('Deposit') : t('Withdrawal')} · <Money rupees={request.amount} />
          </>
        }
        actions={
          <>
            <ViewProfile request={request} place="head" />
            <Decide request={request} />
          </>
        }
      />
      <div className={`mu-apart ${styles.marks}`}>
        <Notes request={{ ...request, note: '' }} kind={isDeposit ? 'deposits' : 'withdrawals'} />
      </div>
      <Facts
        cells={
          isDeposit
            ? [[askedOf(request)], [timesOf(request)]]
            : [
                [askedOf(request), timesOf(request)],
                [payeeThen(request), ...payeeNow(request)],
              ]
        }
      />
      <TitledList title={t('Money')}>
        <Moved postings={postings} />
      </TitledList>
      {others.length > 0 && (
        <TitledList title={t('Same reference')} note={t('however it is written')}>
          <Lines
            none=""
            lines={others.map((other) => ({
              key: other.id,
              what: <RecordLink is="request" id={other.id} as="words" />,
              about: <PlayerLinks of={[{ id: other.userId, user_name: other.user_name }]} isAlone />,
              aside: <Money rupees={other.amount} />,
              at: <RequestStatus of={other.status} />,
            }))}
          />
        </TitledList>
      )}
    </>
  )
}

function Decide({ request }: { readonly request: Request }) {
  const [dialog, setDialog] = useState<Asking | null>(null)
  const isDeposit = request.kind === 'deposit'
  const isPending = request.status === 'pending'
  // Asked for before its dialog opens, so that it opens at its full height.
  useCall(api.dashboard.getStats, {}, isPending && !isDeposit)
  const Opened = dialog && DIALOGS[isDeposit ? 'deposits' : 'withdrawals'][dialog]
  const close = () => setDialog(null)
  return (
    <>
      {isDeposit && <DecideDeposit request={request} place="head" onAsk={setDialog} />}
      {!isDeposit && isPending && (
        <Allowed to={api.wallet.decideWithdrawal}>
          <RejectButton place="head" onClick={() => setDialog('reject')} />
          <ApproveButton place="head" onClick={() => setDialog('approve')} />
        </Allowed>
      )}
      {Opened && <Opened request={request} onDone={close} onClose={close} />}
    </>
  )
}

const askedOf = (request: Request): Group => ({
  title: t('Asked for'),
  facts: {
    [t('Player')]: <PlayerLinks of={[request.User]} isAlone />,
    [t('Mobile')]: <Mobile digits={request.User.mobile} />,
    [t('Amount')]: <Money rupees={request.amount} />,
    [t('Type')]: wayOf(request),
    ...(request.kind === 'deposit'
      ? { [t('Reference')]: request.ref_id }
      : { [t('Paid with UTR')]: utrIn(request.note) }),
    [t('Note')]: request.note,
  },
})

function timesOf(request: Request): Group {
  const { kind, status, createdAt, decidedAt, decidedBy, confirmed, confirmedAt } = request
  const waited = decidedAt === null ? null : Date.parse(decidedAt) - Date.parse(createdAt)
  return {
    title: t('Decision'),
    facts: {
      [t('Asked')]: <When at={createdAt} as="second" />,
      [t('Decided')]: decidedAt && <When at={decidedAt} as="second" />,
      [t('By')]: decidedBy && actorInWords(decidedBy),
      [t('Waited')]: status === 'pending' ? <Waited request={request} /> : waited && exactLength(waited),
      ...(kind === 'deposit' && {
        [t('Provider')]:
          confirmed === null ? (
            t('has not confirmed it')
          ) : (
            <>
              {t('confirmed')} <Money rupees={confirmed} />
              {confirmedAt !== null && (
                <>
                  {', '}
                  <When at={confirmedAt} as="second" />
                </>
              )}
            </>
          ),
      }),
    },
  }
}

const payeeThen = ({ User }: Request): Group => ({
  title: t('Payee when it was asked for'),
  facts: Object.fromEntries(PAYEE_FIELDS.map((name) => [labelOfPayee(name), grouped(User[name])])),
})

/** Only what differs; nothing where nothing does. */
function payeeNow({ User, payeeNow: now, changedSince }: Request): readonly Group[] {
  const changed = PAYEE_FIELDS.filter((name) => changedSince.includes(name) && now[name] !== User[name])
  if (changed.length === 0) return []
  const facts = Object.fromEntries(changed.map((name) => [labelOfPayee(name), grouped(now[name])]))
  return [{ title: t('Payee now'), facts }]
}

const grouped = (text: string) => text && text !== '-' && <Mobile digits={text} />
