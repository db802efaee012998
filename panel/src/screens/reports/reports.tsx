/** Reports: the histories of all players' money and bids, and what the house made of the bids. */
import { Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconCalendarMonth, IconEyeCheck, IconNotebook, IconShieldCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { useFilters } from '../../lists/use-filters.ts'
import { ExportFile } from '../../widgets/export-file.tsx'
import { LinkButton } from '../../widgets/link.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { FILTERS, type History, narrowed } from './history-filters.tsx'
import { BidTab, TransactionTab } from './history-tabs.tsx'
import styles from './reports.module.css'

/** Clearing all asks again after so long (specification 2 §2). */
const CLEAR_MS = 100

/** The screens beside the histories. */
const BESIDE = [
  { to: '/reports/day', title: t('Day book'), icon: IconNotebook },
  { to: '/reports/month', title: t('Month book'), icon: IconCalendarMonth },
  { to: '/reports/to-look-at', title: t('To look at'), icon: IconEyeCheck },
  { to: '/reports/audit', title: t('Audit'), icon: IconShieldCheck },
] as const

export function Reports() {
  // No default for `tab`: an address that is cleared by a click on one would open with its view again.
  const { set, ...words } = useAddress({ tab: '', type: '', status: '', kind: '', page: '1' })
  const tab: History = words.tab === 'bids' ? 'bids' : 'transactions'
  const { chosen } = useFilters<string>(FILTERS[tab])
  const [isPaused, pause] = useState(false)

  useEffect(() => {
    if (!isPaused) return
    const timer = setTimeout(() => pause(false), CLEAR_MS)
    return () => clearTimeout(timer)
  }, [isPaused])

  const parts = { isPaused, onClear: () => pause(true) }
  return (
    <>
      <PageHead
        title={t('Reports')}
        isStill
        actions={
          <>
            {BESIDE.map(({ to, title, icon: Glyph }) => (
              <LinkButton
                key={to}
                to={to}
                variant="subtle"
                className={styles.beside}
                leftSection={<Glyph size={16} stroke={1.8} aria-hidden />}
              >
                {title}
              </LinkButton>
            ))}
            <ExportFile
              of={tab === 'bids' ? api.reports.bidsCsv : api.reports.transactionsCsv}
              body={narrowed(chosen)}
            />
          </>
        }
      />
      <Tabs
        className="mu-place"
        value={tab}
        onChange={(next) => set({ tab: next ?? '', type: '', status: '', kind: '', page: '1' })}
      >
        <Tabs.List>
          <Tabs.Tab value="transactions">{t('Transaction History')}</Tabs.Tab>
          <Tabs.Tab value="bids">{t('Bid History')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="transactions">
          <TransactionTab {...parts} />
        </Tabs.Panel>
        <Tabs.Panel value="bids">
          <BidTab {...parts} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
