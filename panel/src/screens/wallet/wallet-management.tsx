/** Deposits and withdrawals that players asked for, and the administrator's word on each. */
import { Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { methodInWords } from '@munim/contract/book-words'
import { PAY_WAYS, readDay } from '@munim/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { useFilters } from '../../lists/use-filters.ts'
import { ExportFile } from '../../widgets/export-file.tsx'
import {
  ALL,
  type Control,
  days,
  dayWhereSet,
  search,
  select,
  selectWhereSet,
} from '../../widgets/filters.tsx'
import { LinkButton } from '../../widgets/link.tsx'
import { count } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import type { Kind } from './request.ts'
import { Requests } from './requests.tsx'
import styles from './wallet-management.module.css'

const STATUSES = [
  { value: 'all', label: t('All') },
  { value: 'pending', label: t('Pending') },
  { value: 'completed', label: t('Completed') },
  { value: 'rejected', label: t('Rejected') },
] as const
const SEARCH = search(t('Search by name, mobile, account, reference'), 360)
const STATUS = select(t('Status'), STATUSES, { width: 140, share: '100%' })
const PAID = dayWhereSet(t('Approved on'), t('Pick the day of approval'))
const WAY = selectWhereSet(
  t('Way'),
  [ALL, ...PAY_WAYS.map((way) => ({ value: way, label: methodInWords(way) }))],
  { width: 140 },
)
/** Only where the day of approval is set can a way be asked for: emptied, it leaves none behind. */
const NO_WAY = { ...WAY, read: () => '' }
const isStatus = (word: string) => STATUSES.some(({ value }) => value === word)

export function WalletManagement() {
  // No default for `tab`: the active one is in the address by its name (specification 2 §2).
  const words = useAddress({ tab: '', status: '', search: '', paid: '', page: '1' })
  const { set, tab, status, search: searched } = words
  const kind: Kind = tab === 'withdrawals' ? 'withdrawals' : 'deposits'
  const opening = useOpening(kind)
  const filters = {
    search: {
      ...SEARCH,
      // What is searched for may have been decided: a search begins among all, and can be narrowed then.
      control: (control: Control) =>
        SEARCH.control({
          ...control,
          onChange: (text, how) =>
            searched === ''
              ? set({ search: text, status: 'all', page: '1' }, how)
              : control.onChange(text, how),
        }),
    },
    ...days,
    paid: PAID,
    way: readDay(words.paid) === null ? NO_WAY : WAY,
    status: { ...STATUS, read: (word: string) => (isStatus(word) ? word : (opening ?? 'all')) },
  }
  const { chosen } = useFilters(filters)

  const panel = (of: Kind) => (
    <Tabs.Panel value={of}>
      <Requests kind={of} filters={filters} isWanted={isStatus(status) || opening !== null} />
    </Tabs.Panel>
  )
  return (
    <>
      <PageHead
        title={t('Wallet Management')}
        isStill
        actions={
          <>
            <ExportFile
              of={kind === 'deposits' ? api.wallet.depositsCsv : api.wallet.withdrawalsCsv}
              body={chosen as object}
            />
            <LinkButton to={`/desk/${kind}`}>{t('Queue mode')}</LinkButton>
          </>
        }
      />
      <Tabs value={kind} onChange={(to) => set({ tab: to ?? '', page: '1' })}>
        <Tabs.List>
          <Tabs.Tab value="deposits">
            {t('Deposit Requests')}
            <Waiting kind="deposits" />
          </Tabs.Tab>
          <Tabs.Tab value="withdrawals">
            {t('Withdrawal Requests')}
            <Waiting kind="withdrawals" />
          </Tabs.Tab>
        </Tabs.List>
        {panel('deposits')}
        {panel('withdrawals')}
      </Tabs>
    </>
  )
}

/**
 * What a tab opens on where the address names no status: what is pending when something is, else all. It stays so for
 * as long as this address is looked at. Null until it is known.
 */
function useOpening(kind: Kind): 'pending' | 'all' | null {
  const address = useLocation({ select: ({ href, state }) => `${state.__TSR_key} ${href}` })
  const visit = `${address} ${kind}`
  const waiting = useWaiting(kind)
  const [opened, setOpened] = useState<{ visit: string; on: 'pending' | 'all' } | null>(null)
  if (opened?.visit === visit) return opened.on
  if (waiting !== null) setOpened({ visit, on: waiting > 0 ? 'pending' : 'all' })
  return null
}

/** How many wait. Drawn beside the tab's name and no part of it; nothing where it is not known. */
function Waiting({ kind }: { readonly kind: Kind }) {
  const waiting = useWaiting(kind)
  if (waiting === null) return null
  return (
    <span className={styles.waiting} aria-hidden="true">
      {waiting > 0 && count(waiting)}
    </span>
  )
}

/** Null until it is known; none where the server can't be asked. */
function useWaiting(kind: Kind): number | null {
  const overview = useCall(api.dashboard.getOverview, {})
  if (overview.state !== 'ready') return overview.state === 'failed' ? 0 : null
  const { pendingDeposits, pendingWithdrawals } = overview.answer.data.waiting
  return kind === 'deposits' ? pendingDeposits : pendingWithdrawals
}
