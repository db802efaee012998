/** Where the administrator is signed in, each ended with a click. */
import { Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { IconDevices } from '@tabler/icons-react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { browserInWords } from '../../widgets/browser-in-words.ts'
import { ACTIONS, type Column } from '../../widgets/column.ts'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { Records } from '../../widgets/records.tsx'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'

type Session = Answer<typeof api.auth.sessions>['data'][number]

export function Sessions() {
  const sessions = useCall(api.auth.sessions, {})
  return (
    <>
      <PageHead
        title={t('Your Sessions')}
        from={{ name: t('Admin Change Password'), to: '/profile' }}
        facts={t('A session ends by itself after 12 hours without use, and after 7 days.')}
        isStill
      />
      <Records
        call={sessions}
        rows={({ data }) => data}
        keyOf={({ id }) => id}
        columns={columns}
        // This one is among them; many have no other.
        many={1}
        caption={t('Your sessions, the last used first')}
        empty={{ title: t('No sessions found'), icon: IconDevices }}
      />
    </>
  )
}

const columns: readonly Column<Session>[] = [
  {
    title: t('Device'),
    cell: ({ browser }) => <span title={browser}>{browserInWords(browser) ?? t('unknown browser')}</span>,
    card: 'title',
  },
  { title: t('From'), cell: ({ address }) => address || '–', card: 'sub' },
  { title: t('Signed in'), cell: ({ createdAt }) => <When at={createdAt} as="short" />, tone: 'soft' },
  { title: t('Last used'), cell: ({ lastUsedAt }) => <When at={lastUsedAt} as="short" />, tone: 'soft' },
  {
    ...ACTIONS,
    cell: (session) =>
      session.isThis ? <Status is="good">{t('This one')}</Status> : <End session={session} />,
  },
]

function End({ session: { id } }: { readonly session: Session }) {
  const ending = useAction(api.auth.endSession, {
    refreshes: [api.auth.sessions],
    onDone: () => tellDone(t('The session is ended')),
    onFailed: tellFailed,
  })
  return (
    <Button
      variant="subtle"
      color="red"
      px={9}
      loading={ending.isPending}
      onClick={() => void ending.run({ id })}
    >
      {t('End')}
    </Button>
  )
}
