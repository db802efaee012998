/** The pictures that the players' app shows: the gallery of all, and the form of a new one. */
import { Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { PageHead } from '../../widgets/page-head.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import styles from './banners.module.css'
import { CreateBanner } from './create-banner.tsx'
import { type Filter, Gallery, isFilter } from './gallery.tsx'

export function Banners() {
  const { set, ...words } = useAddress({ tab: 'manage', status: '', page: '1' })
  const tab = words.tab === 'create' ? 'create' : 'manage'
  const status: Filter = isFilter(words.status) ? words.status : ''
  const page = pageOf(words.page)
  const banners = useCall(api.banners.list, {
    page,
    limit: 10,
    ...(status !== '' && { isActive: status === 'active' }),
  })
  return (
    <>
      <PageHead title={t('Banners')} isStill />
      <StatStrip
        stats={[
          {
            label: t('Total'),
            value: countOf(banners, ({ data }) => data.stats.total),
            hint: t('in the gallery'),
          },
          {
            label: t('Active'),
            value: countOf(banners, ({ data }) => data.stats.active),
            hint: t('shown to players'),
          },
          {
            label: t('Inactive'),
            value: countOf(banners, ({ data }) => data.stats.inactive),
            hint: t('kept for later'),
          },
        ]}
      />
      <Tabs value={tab} onChange={(next) => set({ tab: next ?? 'manage' })}>
        <TabList chosen={tab}>
          <Tabs.Tab value="manage">{t('Manage Banners')}</Tabs.Tab>
          <Tabs.Tab value="create">{t('Create Banner')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="manage" className={styles.panel}>
          <Gallery
            banners={banners}
            status={status}
            page={page}
            onFilter={(to) => set({ status: to, page: '1' })}
            onGo={(to) => set({ page: String(to) })}
            onCreate={() => set({ tab: 'create' })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="create" className={styles.panel}>
          <CreateBanner onDone={() => set({ tab: 'manage', status: '', page: '1' })} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
