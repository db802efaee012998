/** Reports: the histories of all players' money and bids, and what the house made of the bids. */
import { Button, Tabs } from '@mantine/core'
import { api } from '@munim/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { BidTab } from './bid-tab.tsx'
import {
  bidsAsked,
  type Change,
  CLEARED,
  filterOf,
  tabOf,
  transactionsAsked,
  WORDS,
} from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import styles from './reports.module.css'
import { TransactionTab } from './transaction-tab.tsx'

/** Clearing all asks again after so long (specification 2 §2). */
const CLEAR_MS = 100

export function Reports() {
  const { set, ...words } = useAddress(WORDS)
  const filter = filterOf(words)
  const tab = tabOf(filter)
  const [isPaused, pause] = useState(false)

  useEffect(() => {
    if (!isPaused) return
    const timer = setTimeout(() => pause(false), CLEAR_MS)
    return () => clearTimeout(timer)
  }, [isPaused])

  function clear() {
    pause(true)
    set(CLEARED)
  }
  const change = (to: Change, how?: 'replace') => set({ ...to, page: '1' }, how)
  const parts = { filter, isPaused, onGo: (page: number) => set({ page: String(page) }), onClear: clear }

  return (
    <>
      <PageHead
        title="Reports"
        isStill
        actions={
          <>
            <Button
              component={Link}
              to="/reports/audit"
              variant="subtle"
              leftSection={<IconShieldCheck size={16} stroke={1.8} aria-hidden />}
            >
              Audit
            </Button>
            {tab === 'bids' ? (
              <ExportCsv of={api.reports.bidsCsv} body={bidsAsked(filter)} />
            ) : (
              <ExportCsv of={api.reports.transactionsCsv} body={transactionsAsked(filter)} />
            )}
          </>
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => set({ tab: next ?? '', type: '', status: '', page: '1' })}
      >
        <Tabs.List>
          <Tabs.Tab value="transactions">Transaction History</Tabs.Tab>
          <Tabs.Tab value="bids">Bid History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="transactions" className={styles.panel}>
          <HistoryFilters filter={filter} onFilter={change} onClear={clear} />
          <TransactionTab {...parts} />
        </Tabs.Panel>
        <Tabs.Panel value="bids" className={styles.panel}>
          <HistoryFilters filter={filter} onFilter={change} onClear={clear} />
          <BidTab {...parts} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
