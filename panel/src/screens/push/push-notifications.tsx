/** Messages to players' phones: to one, to all, to some; and how far each has come. */
import { Button, Tabs } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { IconRefresh } from '@tabler/icons-react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { type Call, useCall } from '../../api/use-call.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Failed, Outdated } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { KINDS, type Kind } from './draft.ts'
import { Messages } from './messages.tsx'
import { PushForm, useMessage } from './push-form.tsx'

type Stats = Answer<typeof api.push.stats>

const TABS: Readonly<Record<Kind, string>> = {
  single: t('Single User'),
  broadcast: t('Broadcast'),
  multiple: t('Multiple Users'),
}

export function PushNotifications() {
  const { set, ...words } = useAddress({ tab: 'single', page: '1' })
  const kind = KINDS.find((each) => each === words.tab) ?? 'single'
  const message = useMessage()
  const { draft, also } = message
  const isTyped = [draft.userIds, draft.title, draft.description].some((text) => text.trim() !== '')
  useUnsaved(isTyped || also.left !== null, t('Leave without sending it?'))
  const stats = useCall(api.push.stats, {})
  return (
    <>
      <PageHead
        title={t('Push Notifications')}
        isStill
        actions={
          <Button
            leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />}
            disabled={stats.state === 'loading'}
            onClick={() => stats.state !== 'loading' && stats.retry()}
          >
            {t('Refresh Stats')}
          </Button>
        }
      />
      <Connection stats={stats} />
      <Figures stats={stats} />
      <Tabs value={kind} onChange={(next) => set({ tab: next ?? 'single' })}>
        <TabList chosen={kind}>
          {KINDS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {TABS[each]}
            </Tabs.Tab>
          ))}
        </TabList>
        {KINDS.map((each) => (
          <Tabs.Panel key={each} value={each}>
            <PushForm
              kind={each}
              {...message}
              users={stats.state === 'ready' ? stats.answer.data.users : null}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Messages page={pageOf(words.page)} onGo={(page) => set({ page: String(page) })} />
    </>
  )
}

/** Says what is wrong with the way to the phones, and nothing while all is well. */
function Connection({ stats }: { readonly stats: Call<Stats> }) {
  if (stats.state === 'loading') return <div data-waiting />
  if (stats.state !== 'ready' || stats.answer.data.connection.state === 'ready') return null
  return (
    <Banner isApart tone="warning">
      {stats.answer.data.connection.message}
    </Banner>
  )
}

function Figures({ stats }: { readonly stats: Call<Stats> }) {
  if (stats.state === 'failed') {
    return (
      <div className="mu-apart">
        <Failed message={stats.message} retry={stats.retry} />
      </div>
    )
  }
  return (
    <>
      <Outdated call={stats} />
      <StatStrip
        stats={[
          { label: t('Total Users'), value: countOf(stats, ({ data }) => data.users.total) },
          {
            label: t('Users with Push Token'),
            value: countOf(stats, ({ data }) => data.users.with_fcm_token),
          },
          {
            label: t('Personal Notifications Enabled'),
            value: countOf(stats, ({ data }) => data.users.personal_notifications_enabled),
          },
          {
            label: t('Result Notifications Enabled'),
            value: countOf(stats, ({ data }) => data.users.result_notifications_enabled),
          },
        ]}
      />
    </>
  )
}
