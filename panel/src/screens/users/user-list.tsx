/** All players: search, filters, their flags, and the way to each of them. */
import { Button } from '@mantine/core'
import { type Answer, api } from '@munim/contract'
import { IconUsers } from '@tabler/icons-react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useQueue } from '../../api/use-queue.ts'
import { Choices } from '../../widgets/choices.tsx'
import type { Column } from '../../widgets/column.ts'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'
import { When } from '../../widgets/when.tsx'
import { FIRST_LIST, listBody, queueOf, type UserRow } from './user.ts'
import { Approval, BlockStatus, PermissionSwitch, RowActions, WhatsAppLink } from './user-cells.tsx'
import styles from './user-list.module.css'

const FILTERS = [
  ['', 'All Users'],
  ['true', 'Approved'],
  ['false', 'Unapproved'],
] as const

const columns: readonly Column<UserRow>[] = [
  { title: 'ID', cell: (user) => user.id, tone: 'quiet', card: 'none' },
  {
    title: 'User Info',
    cell: (user, place) => <Info user={user} isCard={place === 'card'} />,
    isRowHeader: true,
    card: 'title',
  },
  { title: 'Wallet', cell: (user) => <Money rupees={user.wallet} />, align: 'right', card: 'aside' },
  { title: 'Status', cell: (user) => <BlockStatus user={user} />, card: 'state' },
  { title: 'Approval', cell: (user) => <Approval user={user} />, card: 'state' },
  {
    title: 'Betting',
    cell: (user, place) => <PermissionSwitch user={user} place={place} of="betting" />,
    align: 'center',
    card: 'toggle',
  },
  {
    title: 'Transfer',
    cell: (user, place) => <PermissionSwitch user={user} place={place} of="transfer" />,
    align: 'center',
    card: 'toggle',
  },
  { title: 'Joined', cell: (user) => <When at={user.createdAt} as="day" />, tone: 'soft', card: 'asideSub' },
  {
    title: 'WhatsApp',
    cell: (user, place) => place === 'table' && <WhatsAppLink user={user} place={place} />,
    card: 'none',
  },
  {
    title: 'Actions',
    cell: (user, place) => <Actions user={user} isCard={place === 'card'} />,
    align: 'right',
    card: 'action',
  },
]

export function UserList() {
  const { search, approved: word, page, set } = useAddress(FIRST_LIST)
  const approved = FILTERS.find(([value]) => value === word)?.[0] ?? ''
  const users = useQueue(api.users.list, listBody({ search, approved, page }), {
    keyOf: (user) => user.id,
    queue: queueOf({ search, approved, page }),
    onGo: (to) => set({ page: String(to) }),
  })
  const { worked } = users
  const answer = users.state === 'ready' ? users.answer : null
  const isFiltered = search !== '' || approved !== ''
  const clear = (word: string) => (
    <Button variant="default" onClick={() => set(FIRST_LIST)}>
      {word}
    </Button>
  )

  return (
    <>
      <PageHead
        title="Users"
        isStill
        actions={
          <ExportCsv
            of={api.users.listCsv}
            body={listBody({ search, approved, page })}
            isDisabled={answer?.total === 0}
          />
        }
      />
      <Figures answer={answer} isFiltered={isFiltered} />
      <div className={styles.filters}>
        <SearchBox
          placeholder="Search by name, mobile, account details"
          value={search}
          onSearch={(text) => set({ search: text, page: '1' }, 'replace')}
        />
        <Choices
          label="Filter by approval"
          choices={FILTERS}
          value={approved}
          onChoose={(value) => set({ approved: value, page: '1' })}
        />
      </div>
      <Records
        call={users}
        rows={({ data }) => data}
        keyOf={(user) => user.id}
        columns={columns}
        caption={`Players, the ${approved === 'false' ? 'oldest' : 'newest'} first`}
        counted={['user', 'users', 'approved']}
        empty={{
          title: 'No users found',
          icon: IconUsers,
          hint: whyEmpty(search, approved),
          ...(isFiltered && { action: clear('Clear filters') }),
        }}
      />
      {users.state === 'ready' && (
        <PageNav
          page={pageOf(page)}
          {...(worked ?? users.answer)}
          done={worked && worked.done > 0 ? `${count(worked.done)} approved` : undefined}
          isOutdated={users.outdated !== null}
          onGo={users.go}
        />
      )}
    </>
  )
}

interface FiguresProps {
  readonly answer: Answer<typeof api.users.list> | null
  readonly isFiltered: boolean
}

function Figures({ answer, isFiltered }: FiguresProps) {
  const onPage = (counts: (user: UserRow) => boolean) => ({
    value: answer && count(answer.data.filter(counts).length),
    hint: 'on this page',
  })
  const those = isFiltered ? { hint: 'that match' } : {}
  return (
    <StatStrip
      stats={[
        { label: 'Total Users', value: answer && count(answer.total), ...those },
        { label: 'Active Users', ...onPage((user) => !user.isBlocked) },
        { label: 'Approved Users', ...onPage((user) => user.isApproved) },
        {
          label: 'Total Wallet Balance',
          value: answer && <Money rupees={answer.totalWalletBalance} />,
          isTotal: true,
          ...those,
        },
      ]}
    />
  )
}

function whyEmpty(search: string, approved: '' | 'true' | 'false'): string {
  const among = { '': '', true: ' among approved users', false: ' among unapproved users' }[approved]
  if (search !== '') return `Nobody matches “${search}”${among}.`
  return among === '' ? 'Players appear here as soon as they register.' : `There is nobody${among}.`
}

function Info({ user, isCard }: { readonly user: UserRow; readonly isCard: boolean }) {
  return (
    <>
      <span className={styles.name}>{user.user_name}</span>
      <span className={styles.mobile}>
        <Mobile digits={user.mobile} />
        {isCard && ` · #${user.id}`}
      </span>
    </>
  )
}

function Actions({ user, isCard }: { readonly user: UserRow; readonly isCard: boolean }) {
  if (!isCard) {
    return (
      <span className={styles.actions}>
        <RowActions user={user} place="table" />
      </span>
    )
  }
  return (
    <>
      <RowActions user={user} place="card" />
      <WhatsAppLink user={user} place="card" />
    </>
  )
}
