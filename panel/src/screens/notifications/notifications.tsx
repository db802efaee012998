/** Notices that every player reads in the app: sending one, and the list of those that were sent. */
import { Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { PageHead } from '../../widgets/page-head.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { ManageNotices } from './manage-notices.tsx'
import { EMPTY, trimmed } from './notice.ts'
import styles from './notifications.module.css'
import { SendNotice } from './send-notice.tsx'

export function Notifications() {
  const { set, ...words } = useAddress({ tab: 'send', search: '', page: '1' })
  const tab = words.tab === 'manage' ? 'manage' : 'send'
  // What is typed stays while one looks something up in the other tab.
  const [draft, setDraft] = useState(EMPTY)
  const { title, description } = trimmed(draft)
  useUnsaved(title !== '' || description !== '', t('Leave without sending the notification?'))
  return (
    <>
      <PageHead title={t('Notifications')} isStill />
      <Figures />
      <Tabs value={tab} onChange={(next) => set({ tab: next ?? 'send' })}>
        <TabList chosen={tab}>
          <Tabs.Tab value="send">{t('Send Notification')}</Tabs.Tab>
          <Tabs.Tab value="manage">{t('Manage Notifications')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="send" className={styles.panel}>
          <SendNotice draft={draft} onType={setDraft} />
        </Tabs.Panel>
        <Tabs.Panel value="manage" className={styles.panel}>
          <ManageNotices
            search={words.search}
            page={pageOf(words.page)}
            onSearch={(search) => set({ search, page: '1' }, 'replace')}
            onGo={(page) => set({ page: String(page) })}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The first page of all: the list begins with the same, so that it is asked for once. */
function Figures() {
  const first = useCall(api.notifications.list, { page: 1, limit: 10 })
  return (
    <StatStrip
      stats={[
        { label: t('Total'), value: countOf(first, ({ data }) => data.total) },
        { label: t('Today'), value: countOf(first, ({ data }) => data.today) },
        {
          label: t('This Week'),
          value: countOf(first, ({ data }) => data.lastSevenDays),
          hint: t('last 7 days'),
        },
      ]}
    />
  )
}
