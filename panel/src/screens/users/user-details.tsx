/** One player: what they have, what is known of them, what they did. */

import { Button, Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconRosetteDiscountCheckFilled, IconUserOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { address, pageOf, useAddress } from '../../api/use-address.ts'
import { type Call, useCall } from '../../api/use-call.ts'
import { useQueue } from '../../api/use-queue.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { ExportFile } from '../../widgets/export-file.tsx'
import { later } from '../../widgets/later.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { PageHead } from '../../widgets/page-head.tsx'
import { byId, RecordPage } from '../../widgets/record-page.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { StatStrip } from '../../widgets/stat-strip.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { When } from '../../widgets/when.tsx'
import { BidHistory } from './bid-history.tsx'
import { changesOf, type Draft, EditUser, UNTOUCHED } from './edit-user.tsx'
import { type Funds, useFunds } from './manage-funds.tsx'
import { Neighbours, useListBefore } from './neighbours.tsx'
import { Protection } from './protection/protection.tsx'
import { Story } from './story/story.tsx'
import { TransactionHistory } from './transaction-history.tsx'
import { type User, useUserUpdate } from './user.ts'
import styles from './user-details.module.css'
import { UserFacts } from './user-facts.tsx'

const DeleteUser = later(() => import('./delete-user.tsx').then((m) => m.DeleteUser))
const ResetPassword = later(() => import('./reset-password.tsx').then((m) => m.ResetPassword))

const LIMIT = 10
const BACK_MS = 2000
const TABS = ['details', 'transactions', 'bids', 'story']

const BACK = { to: '/users', words: t('Back to Users'), icon: IconUserOff } as const

export const UserDetails = byId(Details, { ...BACK, title: t('User ID is missing') })

function Details({ id }: { readonly id: string }) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  // While a player is being deleted, what is known of them stays as it was: asked for again, none would be found.
  const isThere = dialog !== 'deleting' && dialog !== 'deleted'
  const user = useCall(api.users.get, { id }, isThere)
  return (
    <RecordPage call={user} back={BACK} acts={2}>
      {({ data }) => <Profile user={data} isThere={isThere} dialog={dialog} onDialog={setDialog} />}
    </RecordPage>
  )
}

/** Deleted: the dialog is closed, and the way back to the list has begun. */
type OpenDialog = 'resetting' | 'deleting' | 'deleted' | null

interface ProfileProps {
  readonly user: User
  /** Not deleted, nor about to be: more of them can be asked for. */
  readonly isThere: boolean
  readonly dialog: OpenDialog
  readonly onDialog: (dialog: OpenDialog) => void
}

function Profile({ user, isThere, dialog, onDialog }: ProfileProps) {
  const navigate = useNavigate()
  const { tab: word, page, set } = useAddress({ tab: 'details', page: '1' })
  const tab = TABS.includes(word) ? word : 'details'
  const [isEditing, setEditing] = useState(false)
  // What is typed stays while another tab is looked at.
  const [draft, setDraft] = useState(UNTOUCHED)
  const funds = useFunds()
  /** As the player was when the first keystroke of it was made. */
  const [first, setFirst] = useState<User | null>(null)
  const base = Object.keys(draft).length === 0 ? user : (first ?? user)
  const queries = useQueryClient()
  useUnsaved(changesOf(base, draft).length > 0)
  const editButton = useRef<HTMLButtonElement>(null)
  const list = useListBefore()
  const search = useMemo(() => address.parse(list ?? ''), [list])
  const userId = user.id
  const pageIn = (place: string) => ({ userId, page: tab === place ? pageOf(page) : 1, limit: LIMIT })
  const inList = { queue: null, onGo: (to: number) => set({ page: String(to) }), isWanted: isThere }
  const transactions = useQueue(api.users.transactions, pageIn('transactions'), inList)
  const bids = useQueue(api.users.bids, pageIn('bids'), inList)

  useEffect(() => {
    if (dialog !== 'deleted') return
    const timer = setTimeout(() => void navigate({ to: '/users', search: search as never }), BACK_MS)
    return () => clearTimeout(timer)
  }, [dialog, navigate, search])

  function edit() {
    setEditing(true)
    set({ tab: 'details', page: '1' })
  }
  function giveUp() {
    setEditing(false)
    setDraft(UNTOUCHED)
  }
  function type(next: Draft) {
    setDraft(next)
    setFirst(base)
  }
  /** What was typed is put over what is stored now. */
  function setOver() {
    setFirst(null)
    void queries.invalidateQueries({ queryKey: [api.users.get.path] })
  }
  function stopEditing() {
    flushSync(giveUp)
    editButton.current?.focus()
  }
  function leave() {
    giveUp() // What was typed for who is deleted is no reason to stay.
    onDialog('deleted')
  }
  const close = () => onDialog(null)
  const goTo = (to: number) => set({ page: String(to) })

  return (
    <>
      <PageHead
        title={user.user_name}
        from={{ name: t('Users'), to: '/users', search }}
        beside={user.isApproved && <Tick />}
        facts={
          <>
            #{user.id} · <Mobile digits={user.mobile} /> ·{' '}
            <Sentence of="joined {day}" day={<When at={user.createdAt} as="day" />} />
          </>
        }
        actions={
          <Actions
            user={user}
            isGone={dialog === 'deleted'}
            isEditing={isEditing}
            editButton={editButton}
            onEdit={edit}
            onDialog={onDialog}
          />
        }
      />
      <StatStrip
        stats={[
          {
            label: t('Balance'),
            value: <Money rupees={user.wallet} />,
            size: 'L',
            isTotal: true,
            to: `/users/details/${user.id}`,
            search: { tab: 'story' },
          },
          { label: t('Total Bets'), value: <Money rupees={user.total_bets} /> },
          { label: t('Total Win'), value: <Money rupees={user.total_win} /> },
        ]}
      />
      <Tabs
        value={tab}
        onChange={(to) => set({ tab: to ?? 'details', page: '1' })}
        inert={dialog === 'deleted'}
      >
        <TabList chosen={tab}>
          <Tabs.Tab value="details">{t('User Details')}</Tabs.Tab>
          <Tabs.Tab value="transactions">
            {t('Transaction History')} <Total call={transactions} />
          </Tabs.Tab>
          <Tabs.Tab value="bids">
            {t('Bid History')} <Total call={bids} />
          </Tabs.Tab>
          <Tabs.Tab value="story">{t('Story')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="details">
          {isEditing ? (
            <EditUser user={base} draft={draft} onType={type} onStale={setOver} onClose={stopEditing} />
          ) : (
            <Known user={user} isThere={isThere} funds={funds} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="transactions">
          <div className="mu-row mu-ends mu-gap-12 mu-below-12">
            <p className="mu-note">{t('Postings to and from the wallet, the latest first')}</p>
            <ExportFile of={api.users.transactionsCsv} body={{ userId: user.id }} />
          </div>
          <TransactionHistory call={transactions} page={pageOf(page)} onGo={goTo} />
        </Tabs.Panel>
        <Tabs.Panel value="bids">
          <div className="mu-row mu-ends mu-gap-12 mu-below-12">
            <p className="mu-note">{t('Bids, the latest first')}</p>
            <ExportFile of={api.users.bidsCsv} body={{ userId: user.id }} />
          </div>
          <BidHistory call={bids} page={pageOf(page)} onGo={goTo} />
        </Tabs.Panel>
        <Tabs.Panel value="story">{tab === 'story' && <Story user={user} isThere={isThere} />}</Tabs.Panel>
      </Tabs>
      {dialog === 'resetting' && <ResetPassword user={user} onClose={close} />}
      {dialog === 'deleting' && <DeleteUser user={user} onClose={close} onDone={leave} />}
    </>
  )
}

const Known = (props: { readonly user: User; readonly isThere: boolean; readonly funds: Funds }) => (
  <>
    <UserFacts {...props} />
    <Protection {...props} />
  </>
)

const Tick = () => (
  <IconRosetteDiscountCheckFilled size={18} className="mu-link" role="img" aria-label={t('Verified')} />
)

function Total({ call }: { readonly call: Call<{ readonly total: number }> }) {
  return (
    call.state === 'ready' && (
      <span className={`mu-note mu-medium ${styles.total}`}>{count(call.answer.total)}</span>
    )
  )
}

interface ActionsProps {
  readonly user: User
  readonly isGone: boolean
  readonly isEditing: boolean
  readonly editButton: RefObject<HTMLButtonElement | null>
  readonly onEdit: () => void
  readonly onDialog: (dialog: OpenDialog) => void
}

function Actions({ user, isGone, isEditing, editButton, onEdit, onDialog }: ActionsProps) {
  const approving = useUserUpdate({ failed: t('Failed to approve user'), done: t('User approved') })
  const blocking = useUserUpdate({
    failed: t('Failed to update user status'),
    done: user.isBlocked ? t('User unblocked') : t('User blocked'),
  })
  return (
    <>
      <Allowed to={api.users.remove}>
        <Button variant="subtle" color="red" disabled={isGone} onClick={() => onDialog('deleting')}>
          {t('Delete User')}
        </Button>
      </Allowed>
      <Allowed to={api.users.update}>
        <Button disabled={isGone} onClick={() => onDialog('resetting')}>
          {t('Reset Password')}
        </Button>
        <Button
          disabled={isGone}
          loading={blocking.isPending}
          onClick={byOneClick(() => void blocking.run({ id: user.id, isBlocked: !user.isBlocked }))}
        >
          {user.isBlocked ? t('Unblock User') : t('Block User')}
        </Button>
        <Button ref={editButton} disabled={isGone || isEditing} onClick={onEdit}>
          {t('Edit User')}
        </Button>
        {!user.isApproved && (
          <Button
            variant="light"
            disabled={isGone}
            loading={approving.isPending}
            onClick={() => void approving.run({ id: user.id, isApproved: true })}
          >
            {t('Approve User')}
          </Button>
        )}
      </Allowed>
      <Neighbours id={user.id} />
    </>
  )
}
