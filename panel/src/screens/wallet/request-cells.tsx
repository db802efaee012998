/** The cells of a request's row, and the buttons that it is decided with. */

import { ActionIcon, Button, Menu } from '@mantine/core'
import { t } from '@munim/contract'
import { wrongInPayee } from '@munim/core'
import { IconAlertTriangle, IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { RecordLink } from '../../game/record-links.tsx'
import { TransactionStatus } from '../../game/transaction-status.tsx'
import { labelsOf, wayOf } from '../../payments/payee.ts'
import { isFirstPayout, payoutMarks } from '../../payments/payout-marks.tsx'
import { bonusBeside, type Request } from '../../payments/request.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import type { Place } from '../../widgets/column.ts'
import { Link, LinkButton } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { lengthInWords, useNow } from '../../widgets/times.ts'
import { When } from '../../widgets/when.tsx'
import type { Kind } from './request.ts'
import styles from './request-cells.module.css'

const HOUR_MS = 3_600_000
/** The second of a cell's lines. */
const SUB = `mu-sub mu-dots ${styles.sub}`

interface Props {
  readonly request: Request
}
type InPlace = Props & { readonly place: Place }

export function Player({ request: { User, id }, place }: InPlace) {
  return (
    <span className={`mu-block ${styles.player}`}>
      <span className={`mu-name mu-block mu-wraps mu-breaks ${styles.name}`}>{User.user_name}</span>
      <span className={SUB}>
        <Mobile digits={User.mobile} />
        {place === 'card' && (
          <>
            {' · '}
            <RecordLink is="request" id={id} />
          </>
        )}
      </span>
    </span>
  )
}

export function RequestStatus({ of }: { readonly of: Request['status'] }) {
  return (
    <span className={styles.state}>
      <TransactionStatus of={of} />
    </span>
  )
}

/** When it was asked; while it waits, how long it has: on a card that is beside its status (`Waited`). */
export function Asked({ request, place }: InPlace) {
  const at = <When at={request.createdAt} as="short" />
  if (place === 'card' && request.status === 'pending') return <span className={SUB}>{at}</span>
  if (request.status !== 'pending') {
    if (place === 'table') return <span className={styles.asked}>{at}</span>
    if (request.decidedAt === null) return <span className={SUB}>{at}</span>
    return (
      <span className={SUB}>
        <Sentence of="decided {at}" at={<When at={request.decidedAt} as="short" />} />
      </span>
    )
  }
  return (
    <>
      <Waited request={request} />
      <span className={`${SUB} ${styles.asked}`}>{at}</span>
    </>
  )
}

/** How long it has waited; nothing once it is decided. */
export function Waited({ request }: Props) {
  const now = useNow()
  if (request.status !== 'pending') return null
  const waitedMs = now.getTime() - Date.parse(request.createdAt)
  const ink = waitedMs > 6 * HOUR_MS ? 'mu-red' : waitedMs > HOUR_MS ? 'mu-amber' : 'mu-ink'
  return <span className={`mu-name mu-block ${ink} ${styles.age}`}>{lengthInWords(waitedMs)}</span>
}

/** How it is paid; below it the reference of a deposit, or the way to a withdrawal's details. */
export function Way({ request, place, below }: InPlace & { readonly below: ReactNode }) {
  // On a card the reference has a line of its own, however much room there is: the card is as high once it is decided.
  const look = place === 'card' ? 'mu-column mu-shrinks mu-fine mu-plain' : undefined
  return (
    <span className={look}>
      <span>{wayOf(request)}</span>
      {below && <span className={SUB}>{below}</span>}
    </span>
  )
}

/** What should be known before it is decided, then what was noted. */
export function Notes({ request, kind }: Props & { readonly kind: Kind }) {
  const { note, status, amount, confirmed, sameReference, creditedAs, changedSince } = request
  const bonus = bonusBeside(request.bonus)
  const isPending = status === 'pending'
  // Who pays in is no payee.
  const isNameless = kind === 'deposits' && request.ref_id === ''
  const isPayeeless =
    kind === 'withdrawals' && wrongInPayee(request.transfer_type, request.User) !== undefined
  const isChanged = kind === 'withdrawals' && changedSince.length > 0
  const changed =
    changedSince.length > 1
      ? t('Changed since: {count} payee fields', { count: changedSince.length })
      : t('Changed since: {field}', { field: labelsOf(changedSince) })
  return (
    <span className={`mu-block ${styles.notes}`}>
      {isPending && <AskedFor thing="request" id={request.id} isLine />}
      {bonus !== '' && <span className={`mu-sub mu-breaks ${styles.sub}`}>{bonus}</span>}
      {isPending && confirmed === amount && <span className={SUB}>{t('Payment confirmed')}</span>}
      {confirmed !== null && confirmed !== amount && (
        <Warning>{t('Provider confirmed {amount}', { amount: rupeesInWords(confirmed) })}</Warning>
      )}
      {isPending && isNameless && <Warning>{t('No reference')}</Warning>}
      {isPending && isPayeeless && <Warning>{t('Nobody to pay')}</Warning>}
      {creditedAs !== null && (
        <Warning>
          <Sentence
            of={isPending ? 'Credited already: {request}' : 'Same payment as {request}'}
            request={<RecordLink is="request" id={creditedAs} as="said" />}
          />
        </Warning>
      )}
      {isPending && sameReference > 0 && (
        <Warning>
          {t('Same reference as {count, plural, one {# other} other {# others}}', { count: sameReference })}
        </Warning>
      )}
      {isPending && isChanged && <Warning>{changed}</Warning>}
      {payoutMarks(request).map(({ short }) => (
        <Warning key={short}>{short}</Warning>
      ))}
      {isFirstPayout(request) && <span className={SUB}>{t('First payout')}</span>}
      {note !== '' && (
        <span className={`mu-fine mu-wraps mu-plain mu-two mu-breaks ${styles.note}`} title={note}>
          {note}
        </span>
      )}
    </span>
  )
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <span className={`mu-fine mu-medium mu-gap-4 mu-amber mu-breaks ${styles.warning}`}>
      <IconAlertTriangle size={13} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  )
}

export function ViewProfile({ request, place }: Props & { readonly place: 'table' | 'head' }) {
  return (
    <LinkButton
      {...(place === 'table' && { variant: 'subtle', px: 9, color: 'gray' })}
      to={`/users/details/${request.User.id}`}
      {...restOf(request)}
    >
      {t('View Profile')}
    </LinkButton>
  )
}

/** On a card: what is done with it less often, in a menu that is as wide as a thumb. */
export function More({ request, children }: Props & { readonly children: ReactNode }) {
  return (
    <Menu position="bottom-end" offset={4} width={200} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          mr={-12}
          aria-label={t('More on the request of {name}', { name: request.User.user_name })}
          {...restOf(request)}
        >
          <IconDots size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Item component={Link} to={`/users/details/${request.User.id}`}>
          {t('View Profile')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where the focus goes when the buttons beside it are gone. */
export const focusRow = (requestId: number) =>
  document.querySelector<HTMLElement>(`[data-rest-of="${requestId}"]`)?.focus({ preventScroll: true })

/** Marks what stays of a row; an id would be the menu's own. */
const restOf = ({ id }: Request) => ({ 'data-rest-of': id })

type ActPlace = Place | 'head'

interface ActProps {
  readonly place: ActPlace
  readonly isPending?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

export function ApproveButton({ place, isPending = false, isDisabled = false, onClick }: ActProps) {
  return (
    <Button
      variant={place === 'head' ? 'filled' : 'light'}
      {...(place === 'table' && { px: 8 })}
      loading={isPending}
      disabled={isDisabled}
      onClick={onClick}
    >
      {t('Approve')}
    </Button>
  )
}

/** On a card one of equal boxes. */
export function RejectButton({ place, isPending = false, isDisabled = false, onClick }: ActProps) {
  return (
    <Button
      {...(place === 'card' ? { c: 'var(--mu-red)' } : { variant: 'subtle', color: 'red' })}
      {...(place === 'table' && { px: 8 })}
      loading={isPending}
      disabled={isDisabled}
      onClick={onClick}
    >
      {t('Reject')}
    </Button>
  )
}

/** Whether it was pending as its row was drawn and is no more: in the table it keeps the room of its buttons. */
export function useIsGone({ status }: Request): boolean {
  const [wasPending] = useState(status === 'pending')
  return status === 'decided' || (wasPending && status !== 'pending')
}
