/** Deposits and withdrawals that players asked for, and the administrator's word on each. */
import { Tabs } from '@mantine/core'
import { api } from '@munim/contract'
import { readDay } from '@munim/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { count } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import type { Kind } from './request.ts'
import { Requests } from './requests.tsx'
import { bodyOf, type Filters, statusOf, WalletFilters } from './wallet-filters.tsx'
import styles from './wallet-management.module.css'

export function WalletManagement() {
  // No default for `tab`: the active one stands in the address by its name (specification 2 §2).
  const { set, ...words } = useAddress({ tab: '', from: '', to: '', status: '', page: '1' })
  const kind: Kind = words.tab === 'withdrawals' ? 'withdrawals' : 'deposits'
  const page = pageOf(words.page)
  const opening = useOpening(kind)
  const filters: Filters = {
    from: readDay(words.from) ?? '',
    to: readDay(words.to) ?? '',
    status: statusOf(words.status) ?? opening ?? 'all',
  }
  const isOpen = statusOf(words.status) !== undefined || opening !== null
  const change = (to: Partial<Filters> & { readonly page: string }) => set({ ...filters, ...to })
  const onFilter = (to: Partial<Filters>) => change({ ...to, page: '1' })

  const panel = (of: Kind) => (
    <Tabs.Panel value={of} className={styles.panel}>
      <WalletFilters filters={filters} onFilter={onFilter} />
      <Requests
        kind={of}
        filters={filters}
        page={page}
        isOpen={isOpen}
        onFilter={onFilter}
        onGo={(to) => change({ page: String(to) })}
      />
    </Tabs.Panel>
  )
  return (
    <>
      <PageHead
        title="Wallet Management"
        isStill
        actions={
          <ExportCsv
            of={kind === 'deposits' ? api.wallet.depositsCsv : api.wallet.withdrawalsCsv}
            body={bodyOf(filters)}
          />
        }
      />
      <Tabs value={kind} onChange={(tab) => set({ tab: tab ?? '', page: '1' })}>
        <Tabs.List>
          <Tabs.Tab value="deposits">
            Deposit Requests
            <Waiting kind="deposits" />
          </Tabs.Tab>
          <Tabs.Tab value="withdrawals">
            Withdrawal Requests
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

/** Null until it is known; none where nobody can be asked. */
function useWaiting(kind: Kind): number | null {
  const overview = useCall(api.dashboard.getOverview, {})
  if (overview.state !== 'ready') return overview.state === 'failed' ? 0 : null
  const { pendingDeposits, pendingWithdrawals } = overview.answer.data.waiting
  return kind === 'deposits' ? pendingDeposits : pendingWithdrawals
}
