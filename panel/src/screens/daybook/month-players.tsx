/** The players of a month: their wallets from opening to closing, which are made when they are asked for, and how far that is. */
import { Button, Progress } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { BY_POSTING, groupsInWords, WALLET_GROUPS } from '@munim/contract/book-words'
import { sumOfRupees } from '@munim/core'
import { IconUsers } from '@tabler/icons-react'
import { useAction } from '../../api/use-action.ts'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Banner } from '../../widgets/banner.tsx'
import type { Column } from '../../widgets/column.ts'
import { ExportFile } from '../../widgets/export-file.tsx'
import { Link } from '../../widgets/link.tsx'
import { EmptyList } from '../../widgets/list-state.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { count, Money } from '../../widgets/money.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { RecordsOf, RecordsSkeleton } from '../../widgets/records.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './month-players.module.css'

type Told = Answer<typeof api.daybook.monthPlayers>
type Player = Told['data'][number]
type Sums = NonNullable<Told['made']>['total']
type Making = NonNullable<Told['making']>

const LIMIT = 10
const ASKED_EVERY_MS = 1_000

/** The words of the address by which it is shown: another month begins at its first page. */
export const PLAYERS_ADDRESS = { page: '1', sort: 'kept' }

export function MonthPlayers({ month }: { readonly month: string }) {
  const { page: word, sort, set } = useAddress(PLAYERS_ADDRESS)
  const page = pageOf(word)
  const order = sort === 'lost' ? 'lost' : 'kept'
  const list = useCall(api.daybook.monthPlayers, { month, sort: order, page, limit: LIMIT })
  const told = list.state === 'ready' ? list.answer : null
  // Asked again while it is asked, an answer that takes longer than the interval would never come.
  useRefresh(ASKED_EVERY_MS, () => {
    if (list.state === 'ready' && !list.isRefreshing && told?.making?.state === 'running') list.retry()
  })
  const made = told?.made ?? null
  const sorting = { order, words: ['kept', 'lost'], onSort: (next: string) => set({ sort: next, page: '1' }) }
  return (
    <TitledList
      title={t('Players')}
      note={made && <Sentence of="as of {when}" when={<When at={made.at} />} />}
      act={made && <ExportFile of={api.daybook.monthPlayersCsv} body={{ month }} />}
    >
      <Loaded call={list} waiting={<RecordsSkeleton columns={columnsOf(null)} />}>
        {(answer) => (
          <>
            <Course of={answer} month={month} />
            {answer.made && (
              <>
                <p className="mu-note mu-below-10">
                  {t(BY_POSTING)} {groupsInWords()}
                </p>
                <RecordsOf
                  rows={answer.data}
                  columns={columnsOf(answer.made.total)}
                  keyOf={({ userId }) => userId}
                  caption={t('Wallets of the players in this month')}
                  empty={{ title: t('Nobody held or moved anything in this month'), icon: IconUsers }}
                  sorting={sorting}
                />
                <PageNav page={page} {...answer} limit={LIMIT} onGo={(next) => set({ page: String(next) })} />
              </>
            )}
          </>
        )}
      </Loaded>
    </TitledList>
  )
}

/** What is asked for, or may be. */
function Course({ of: { making, made }, month }: { readonly of: Told; readonly month: string }) {
  if (making?.state === 'running') return <Running of={making} month={month} />
  if (making !== null)
    return (
      <div className="mu-below-12">
        <Banner tone={making.state === 'failed' ? 'failed' : 'note'} action={<Make month={month} />}>
          {making.state === 'failed'
            ? t('The sums of the players did not come to the account of the wallets, so they are not shown.')
            : t('The making was stopped.')}{' '}
          <When at={making.at} />
        </Banner>
      </div>
    )
  if (made === null)
    return (
      <EmptyList
        icon={IconUsers}
        title={t("The players' sums of this month are not made")}
        hint={t(
          'What each player held, brought, staked, won and took, from opening to closing. It is made beside everything else and kept.',
        )}
        action={<Make month={month} />}
      />
    )
  if (made.later === 0) return null
  return (
    <div className="mu-below-12">
      <Banner tone="note" action={<Make month={month} isAgain />}>
        {t(
          '{count, plural, one {# posting of the month came since: it is not in these sums.} other {# postings of the month came since: they are not in these sums.}}',
          { count: made.later },
        )}
      </Banner>
    </div>
  )
}

function Make({ month, isAgain = false }: { readonly month: string; readonly isAgain?: boolean }) {
  const making = useAction(api.daybook.makeMonthPlayers, {
    refreshes: [api.daybook.monthPlayers],
    onFailed: tellFailed,
  })
  return (
    <Allowed to={api.daybook.makeMonthPlayers}>
      <Button
        variant="filled"
        size="compact-sm"
        loading={making.isPending}
        onClick={() => void making.run({ month })}
      >
        {isAgain ? t('Make again') : t('Make the sums')}
      </Button>
    </Allowed>
  )
}

function Running({ of: { read, days }, month }: { readonly of: Making; readonly month: string }) {
  const stopping = useAction(api.daybook.stopMonthPlayers, {
    refreshes: [api.daybook.monthPlayers],
    onFailed: tellFailed,
  })
  return (
    <div className={`mu-below-12 ${styles.running}`}>
      <Progress value={(read / days) * 100} aria-label={t('Days read')} transitionDuration={0} />
      <span role="status">{t('{read, number} of {days, number} days are read', { read, days })}</span>
      <Allowed to={api.daybook.stopMonthPlayers}>
        <Button loading={stopping.isPending} onClick={() => void stopping.run({ month })}>
          {t('Stop')}
        </Button>
      </Allowed>
    </div>
  )
}

const movedBy = ({ movements }: Sums, kinds: readonly string[]) =>
  sumOfRupees(movements.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))

function columnsOf(total: Sums | null): readonly Column<Player, string>[] {
  const amount = (title: string, of: (sums: Sums) => number) =>
    ({
      title,
      cell: (row: Player) => <Money rupees={of(row)} isBare />,
      align: 'right',
      foot: () => total && <Money rupees={of(total)} isBare />,
    }) satisfies Column<Player, string>
  return [
    {
      title: t('Player'),
      cell: ({ userId, user_name: name, isDeleted }) =>
        isDeleted ? name : <Link to={`/users/details/${userId}`}>{name}</Link>,
      card: 'title',
      foot: () => t('In all'),
    },
    {
      title: t('Bids placed'),
      cell: ({ bids }) => count(bids),
      align: 'right',
      foot: () => total && count(total.bids),
    },
    amount(t('Opening'), ({ opening }) => opening),
    ...WALLET_GROUPS.map(([title, kinds]) => amount(t(title), (sums) => movedBy(sums, kinds))),
    { ...amount(t('Closing'), ({ closing }) => closing), rule: 'before' },
    {
      ...amount(t('House result'), ({ kept }) => kept),
      card: 'aside',
      sort: {
        up: { word: 'lost', name: t('Most lost first') },
        down: { word: 'kept', name: t('Most kept first') },
      },
    },
  ]
}
