/** All players: search, filters, their flags, and the way to each of them. */
import { type Answer, api, msg, t } from '@munim/contract'
import { IconUsers } from '@tabler/icons-react'
import type { Call } from '../../api/use-call.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { Values } from '../../lists/use-filters.ts'
import { BY_TIME, type ByTime, type Column, titled } from '../../widgets/column.ts'
import { choices, search } from '../../widgets/filters.tsx'
import { Money } from '../../widgets/money.tsx'
import { countOf, figureOf, type Stat, StatStrip } from '../../widgets/stat-strip.tsx'
import { When } from '../../widgets/when.tsx'
import { narrowed, queueOf, type UserRow } from './user.ts'
import { Approval, BlockStatus, Info, PermissionSwitch, RowActions, WhatsAppLink } from './user-cells.tsx'

export function UserList() {
  return (
    <ListScreen
      head={{ title: t('Users'), isStill: true }}
      of={api.users.list}
      csv={api.users.listCsv}
      filters={{
        search: search(t('Search by name, mobile, account details')),
        approved: choices(t('Filter by approval'), [
          ['', t('All Users')],
          ['true', t('Approved')],
          ['false', t('Unapproved')],
        ]),
      }}
      body={narrowed}
      views="users"
      counts={({ counts }) => ({
        approved: counts ? { true: counts.approved, false: counts.unapproved } : {},
      })}
      queue={queueOf}
      above={({ call, isFiltered }) => <StatStrip stats={statsOf(call, isFiltered)} />}
      columns={columns}
      caption={(isQueue) => (isQueue ? t('Players, the oldest first') : t('Players, the newest first'))}
      counted={(count) => t('{count, plural, one {# new user} other {# new users}}', { count })}
      empty={{
        title: t('No users found'),
        icon: IconUsers,
        hint: t('Players appear here as soon as they register.'),
        filtered: whyEmpty,
      }}
    />
  )
}

const columns: readonly Column<UserRow, ByTime>[] = [
  { ...titled('ID'), cell: (user) => user.id, tone: 'quiet', card: 'none' },
  { title: t('User Info'), cell: (user, place) => <Info user={user} place={place} />, card: 'title' },
  { ...titled(msg('Wallet')), cell: (user) => <Money rupees={user.wallet} />, align: 'right', card: 'aside' },
  { ...titled(msg('Status')), cell: (user) => <BlockStatus user={user} />, card: 'state' },
  { ...titled(msg('Approval')), cell: (user) => <Approval user={user} />, card: 'state' },
  {
    ...titled(msg('Betting')),
    cell: (user, place) => <PermissionSwitch user={user} place={place} of="betting" />,
    align: 'center',
    card: 'toggle',
  },
  {
    ...titled(msg('Transfer')),
    cell: (user, place) => <PermissionSwitch user={user} place={place} of="transfer" />,
    align: 'center',
    card: 'toggle',
  },
  {
    ...titled(msg('Joined')),
    cell: (user) => <When at={user.createdAt} as="day" />,
    sort: BY_TIME,
    tone: 'soft',
    card: 'asideSub',
  },
  {
    ...titled(msg('WhatsApp')),
    cell: (user, place) => place === 'table' && <WhatsAppLink user={user} place={place} />,
    card: 'none',
  },
  { title: t('Actions'), cell: (user, place) => <RowActions user={user} place={place} />, card: 'action' },
]

function statsOf(users: Call<Answer<typeof api.users.list>>, isFiltered: boolean): Stat[] {
  const onPage = (isCounted: (user: UserRow) => boolean) => ({
    value: countOf(users, ({ data }) => data.filter(isCounted).length),
    hint: t('on this page'),
  })
  const those = isFiltered ? { hint: t('that match') } : {}
  return [
    { label: t('Total Users'), value: countOf(users, ({ total }) => total), ...those },
    { label: t('Active Users'), ...onPage((user) => !user.isBlocked) },
    { label: t('Approved Users'), ...onPage((user) => user.isApproved) },
    {
      label: t('Total Wallet Balance'),
      value: figureOf(users, ({ totalWalletBalance }) => <Money rupees={totalWalletBalance} />),
      isTotal: true,
      hint: t('of all users'),
      ...those,
    },
  ]
}

function whyEmpty({ search: text, approved }: Values<'search' | 'approved'>): string {
  if (text === '')
    return approved === 'true'
      ? t('There is nobody among approved users.')
      : t('There is nobody among unapproved users.')
  if (approved === '') return t('Nobody matches “{text}”.', { text })
  return approved === 'true'
    ? t('Nobody matches “{text}” among approved users.', { text })
    : t('Nobody matches “{text}” among unapproved users.', { text })
}
