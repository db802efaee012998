/** Notices that every player reads in the app: sending one, and the list of those that were sent. */
import { Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconSpeakerphone } from '@tabler/icons-react'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import type { Drawn } from '../../lists/list-rows.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Entries, EntriesSkeleton } from '../../widgets/entries.tsx'
import { search } from '../../widgets/filters.tsx'
import { FailedBefore, Outdated } from '../../widgets/loaded.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { type Draft, type Editing, isChanged, type Notice, SHAPE, trimmed } from './notice.ts'
import { NoticeEntry } from './notice-entry.tsx'
import { SendNotice, useNewNotice } from './send-notice.tsx'

const FILTERS = { search: search(t('Search by title, description or date')) }

export function Notifications() {
  const { set, ...words } = useAddress({ tab: 'send' })
  const tab = words.tab === 'manage' ? 'manage' : 'send'
  // What is typed stays while one looks something up in the other tab.
  const newNotice = useNewNotice()
  const { title, description } = trimmed(newNotice.draft)
  const [editing, setEditing] = useState<Editing | null>(null)
  const isTyped = title !== '' || description !== ''
  useUnsaved(
    isTyped || newNotice.also.left !== null || isChanged(editing),
    isTyped ? t('Leave without sending the notification?') : undefined,
  )
  return (
    <ListScreen
      head={{ title: t('Notifications'), isStill: true }}
      of={api.notifications.list}
      shape={SHAPE}
      filters={FILTERS}
      above={() => <Figures isAlone={tab === 'send'} />}
      around={(list) => (
        <Tabs value={tab} onChange={(next) => set({ tab: next ?? 'send' })}>
          <TabList chosen={tab}>
            <Tabs.Tab value="send">{t('Send Notification')}</Tabs.Tab>
            <Tabs.Tab value="manage">{t('Manage Notifications')}</Tabs.Tab>
          </TabList>
          <Tabs.Panel value="send">
            <SendNotice {...newNotice} />
          </Tabs.Panel>
          <Tabs.Panel value="manage">{list}</Tabs.Panel>
        </Tabs>
      )}
      draw={(notices, list) => (
        <NoticeEntries notices={notices} {...list} editing={editing} onEdit={setEditing} />
      )}
      skeleton={<EntriesSkeleton />}
      caption={t('Notifications, the latest first')}
      empty={{
        title: t('No notifications found'),
        icon: IconSpeakerphone,
        hint: t('What you send appears here.'),
        filtered: ({ search: text }) => t('Nothing matches “{text}”.', { text }),
        clear: { button: t('Clear search'), how: 'replace' },
      }}
    />
  )
}

/** The first page of all: the list begins with the same, so that it is asked for once. Where it is shown it says its failure. */
function Figures({ isAlone }: { readonly isAlone: boolean }) {
  const first = useCall(api.notifications.list, { page: 1, limit: 10 })
  return (
    <>
      {isAlone && first.state === 'failed' && (
        <FailedBefore retry={first.retry}>{first.message}</FailedBefore>
      )}
      {isAlone && <Outdated call={first} />}
      <StatStrip
        areShort
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
    </>
  )
}

interface Props extends Drawn {
  readonly notices: readonly Notice[]
  readonly editing: Editing | null
  readonly onEdit: Dispatch<SetStateAction<Editing | null>>
}

/** The notices of a page, each edited or deleted in its place. */
function NoticeEntries({ notices, caption, onDeleted, editing, onEdit }: Props) {
  const list = useRef<HTMLUListElement>(null)
  /** What is edited is what it was when that began, whatever another administrator makes of it meanwhile. */
  function type(notice: Notice, draft: Draft) {
    const begun = editing?.notice.id === notice.id ? editing.notice : null
    if (begun === null && isChanged(editing) && !window.confirm(t('Leave without saving the changes?')))
      return
    onEdit({ notice: begun ?? notice, draft })
  }
  return (
    <Entries caption={caption} listRef={list}>
      {notices.map((notice) => (
        <NoticeEntry
          key={notice.id}
          notice={notice}
          editing={notice.id === editing?.notice.id ? editing : null}
          onType={(draft) => type(notice, draft)}
          // An answer that comes late closes its own, not another that is edited by then.
          onClose={() => onEdit((now) => (now?.notice.id === notice.id ? null : now))}
          onDeleted={() => {
            list.current?.focus()
            onDeleted()
          }}
        />
      ))}
    </Entries>
  )
}
