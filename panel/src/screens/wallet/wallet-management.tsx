/** Deposits and withdrawals that players asked for, and the administrator's word on each. */
import { Tabs } from '@mantine/core'
import { api, type Body } from '@munim/contract'
import { readDay } from '@munim/core'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { count } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import type { Kind } from './request.ts'
import { Requests } from './requests.tsx'
import { type Filters, STATUSES, WalletFilters } from './wallet-filters.tsx'
import look from './wallet-management.module.css'

export function WalletManagement() {
  // No default for `tab`: the active one stands in the address by its name (specification 2 §2).
  const { set, ...words } = useAddress({ tab: '', from: '', to: '', status: '', page: '1' })
  const kind: Kind = words.tab === 'withdrawals' ? 'withdrawals' : 'deposits'
  const page = pageOf(words.page)
  const filters: Filters = {
    from: readDay(words.from) ?? '',
    to: readDay(words.to) ?? '',
    status: STATUSES.some(({ value }) => value === words.status) ? words.status : '',
  }
  const onFilter = (change: Partial<Filters>) => set({ ...change, page: '1' })

  const panel = (of: Kind) => (
    <Tabs.Panel value={of} className={look.panel}>
      <WalletFilters filters={filters} onFilter={onFilter} />
      <Requests
        kind={of}
        filters={filters}
        page={page}
        onFilter={onFilter}
        onGo={(to) => set({ page: String(to) })}
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
            body={filters as Body<typeof api.wallet.depositsCsv>}
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

/** How many wait. Drawn beside the tab's name and no part of it; nothing where it is not known. */
function Waiting({ kind }: { readonly kind: Kind }) {
  const overview = useCall(api.dashboard.getOverview, {})
  if (overview.state !== 'ready') return null
  const { pendingDeposits, pendingWithdrawals } = overview.answer.data.waiting
  const waiting = kind === 'deposits' ? pendingDeposits : pendingWithdrawals
  return (
    <span className={look.waiting} aria-hidden="true">
      {waiting > 0 && count(waiting)}
    </span>
  )
}
