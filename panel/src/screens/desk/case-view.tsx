/** The open item: who it is about, what is asked for, all that is known of it, and the acts that decide it. */
import { Button } from '@mantine/core'
import { api, type DeskKind, t } from '@munim/contract'
import { IconArrowLeft, IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, useDeferredValue, useEffect } from 'react'
import { afterPaint } from '../../api/after-paint.ts'
import { call } from '../../api/call.ts'
import { onlyOf, useCall } from '../../api/use-call.ts'
import { useWaiting } from '../../api/use-waiting.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { FactList } from '../../widgets/facts.tsx'
import { Link } from '../../widgets/link.tsx'
import { Failed, Outdated } from '../../widgets/loaded.tsx'
import { Money } from '../../widgets/money.tsx'
import { SumLines } from '../../widgets/sum-lines.tsx'
import { type Case, Lines } from './case-parts.tsx'
import styles from './case-view.module.css'
import { DecideBar } from './decide-bar.tsx'
import { DepositCase, FeedbackCase, PlayerCase, WithdrawalCase } from './matters.tsx'
import { useOpenCase } from './presence.ts'
import { itemOf } from './work.ts'
import { useDesk } from './work-store.ts'

interface Props {
  readonly kind: DeskKind
  readonly isShown: boolean
  /** On a phone the list is a step of its own. */
  readonly onBack?: () => void
}

export function CaseView({ isShown, ...props }: Props) {
  const open = useDesk(({ work }) => work.open)
  const openBy = useOpenCase(props.kind, isShown ? open : null)
  useNextAhead(props.kind)
  // Drawn after the list says what became of the one before, which can't be decided again meanwhile.
  return <OpenCase open={useDeferredValue(open)} openBy={openBy} {...props} />
}

interface OpenProps extends Omit<Props, 'isShown'> {
  readonly open: number | null
  /** The other administrators who have it open. */
  readonly openBy: readonly string[]
}

/** Not drawn again while the next one is still to be. */
const OpenCase = memo(function OpenCase({ kind, open, openBy, onBack }: OpenProps) {
  // The answer to the one before is kept while this one is asked for, and where it can't be.
  const asked = onlyOf(
    useCall(api.desk.getCase, { kind, id: open ?? 0 }, open !== null),
    ({ data }) => data.id === open,
  )
  if (open === null) {
    return (
      <p className={`mu-frame mu-plain ${styles.none}`}>
        {t('What is left is open at other administrators. Choose one to open it all the same.')}
      </p>
    )
  }
  const shown = asked.state === 'ready' ? asked.answer.data : null
  return (
    <section
      className={`mu-frame ${styles.case}`}
      aria-label={t('The open item')}
      aria-busy={asked.state === 'loading'}
      tabIndex={-1}
    >
      {onBack && (
        <Button
          variant="subtle"
          px={8}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('Back to the list')}
        </Button>
      )}
      {asked.state === 'failed' && <Failed message={asked.message} retry={asked.retry} />}
      {asked.state === 'loading' && <Skeleton />}
      {shown !== null && (
        <>
          <Outdated call={asked} />
          <div className={`mu-stack ${styles.matter}`}>
            <Known of={shown} openBy={openBy} />
            <Matter of={shown} />
            <Person of={shown} />
          </div>
          <DecideBar key={`${kind} ${shown.id}`} of={shown} />
        </>
      )}
    </section>
  )
})

/** The next item is asked for while this one is read, so that it is there at once. */
function useNextAhead(kind: DeskKind): void {
  const queries = useQueryClient()
  const next = useDesk(({ work: { items, open } }) => {
    const at = items.findIndex(({ row }) => row.id === open)
    return items.slice(at + 1).find(({ row, state }) => state === 'waiting' && row.openBy.length === 0)?.row
      .id
  })
  useEffect(() => {
    if (next === undefined) return
    const body = { kind, id: next }
    const queryFn = ({ signal }: { signal: AbortSignal }) => call(api.desk.getCase, body, { signal })
    afterPaint(() => void queries.prefetchQuery({ queryKey: [api.desk.getCase.path, body], queryFn }))
  }, [queries, kind, next])
}

/** Who is there too, and why it can't be decided here any more. */
function Known({ of, openBy }: { readonly of: Case; readonly openBy: readonly string[] }) {
  const { id, isWaiting, waitsForSecond } = of
  const state = useDesk(({ work }) => itemOf(work, id)?.state)
  const isAskedFor = useWaiting('request', id).length > 0
  return (
    <>
      {openBy.length > 0 && (
        <p className={`mu-row mu-name ${styles.seen}`}>
          <IconEye size={15} stroke={1.8} aria-hidden />
          {t('{names} {count, plural, one {is} other {are}} looking at this', {
            names: openBy.join(', '),
            count: openBy.length,
          })}
        </p>
      )}
      {(waitsForSecond || state === 'second') &&
        (isAskedFor ? (
          <AskedFor thing="request" id={id} />
        ) : (
          <Banner tone="note">{t('A decision on this waits for a second person.')}</Banner>
        ))}
      {(state === 'gone' || (!isWaiting && state === 'waiting')) && (
        <Banner tone="note">{t('Another administrator has decided this.')}</Banner>
      )}
    </>
  )
}

function Matter({ of }: { readonly of: Case }): ReactNode {
  switch (of.kind) {
    case 'deposits':
      return <DepositCase of={of} />
    case 'withdrawals':
      return <WithdrawalCase of={of} />
    case 'users':
      return <PlayerCase of={of} />
    default:
      return <FeedbackCase of={of} />
  }
}

/** The player's money with the house, from its first rupee to the wallet, and the requests before. */
function Person({ of: { person, last } }: { readonly of: Case }) {
  const { wallet, staked, won, deposited, withdrawn, held, other } = person
  return (
    <div className={styles.person}>
      <div>
        <h3 className={`mu-title ${styles.title}`}>{t('Money')}</h3>
        <SumLines
          lines={[
            { label: t('Paid in'), rupees: deposited },
            { label: t('Paid out'), rupees: -withdrawn },
            ...(held === 0 ? [] : [{ label: t('Held for withdrawals'), rupees: -held }]),
            ...(other === 0
              ? []
              : [{ label: t('By hand, bonuses, transfers'), rupees: other, isSigned: true }]),
            { label: t('Staked'), rupees: -staked },
            { label: t('Won'), rupees: won },
          ]}
          total={{ label: t('In the wallet'), rupees: wallet }}
        />
        <FactList
          facts={{
            [t('Won less staked')]: <Money rupees={won - staked} isSigned />,
            [t('In less out')]: <Money rupees={deposited - withdrawn} isSigned />,
          }}
        />
      </div>
      <div>
        <h3 className={`mu-title ${styles.title}`}>{t('Requests before')}</h3>
        {last.length === 0 ? <p className="mu-soft">{t('None yet.')}</p> : <Lines of={last} />}
        <p className={styles.profile}>
          <Link to={`/users/details/${person.id}`}>{t('Open the profile')}</Link>
        </p>
      </div>
    </div>
  )
}

function Skeleton() {
  return (
    <div className={`mu-form ${styles.skeleton}`} aria-hidden>
      <i className="mu-blank" />
      <i className="mu-blank" />
      <i className="mu-blank" />
      <i className="mu-blank" />
    </div>
  )
}
