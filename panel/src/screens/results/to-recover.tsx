/** Players whose winnings of this draw were taken back and who no longer held them. Nothing where there is none. */
import { type Answer, api, t } from '@munim/contract'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { Column } from '../../widgets/column.ts'
import { Link } from '../../widgets/link.tsx'
import { FailedBefore, Outdated } from '../../widgets/loaded.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { OwnPages } from '../../widgets/page-nav.tsx'
import { RecordsOf } from '../../widgets/records.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import type { OfDay } from './draw.ts'

type Owing = Answer<typeof api.results.toRecover>['data'][number]

const LIMIT = 10

const columns: readonly Column<Owing>[] = [
  {
    title: t('Player'),
    cell: ({ id, user_name }) => (
      <Link to={`/users/details/${id}`} className="mu-name mu-ink">
        {user_name}
      </Link>
    ),
    card: 'title',
  },
  { title: t('Mobile'), cell: ({ mobile }) => <Mobile digits={mobile} />, tone: 'soft', card: 'sub' },
  { title: t('Wallet'), cell: ({ wallet }) => <Money rupees={wallet} />, align: 'right', card: 'aside' },
]

export function ToRecover({ draw, date }: OfDay) {
  const [page, setPage] = useState(1)
  const owing = useCall(api.results.toRecover, { marketId: draw.id, date, page, limit: LIMIT })
  if (owing.state === 'loading') return null
  if (owing.state === 'failed') return <FailedBefore retry={owing.retry}>{owing.message}</FailedBefore>
  if (owing.answer.total === 0) {
    return (
      owing.outdated && (
        <FailedBefore at={owing.outdated.failedAt} retry={owing.retry}>
          {owing.outdated.message}
        </FailedBefore>
      )
    )
  }
  const { data, total, owed } = owing.answer
  return (
    <TitledList
      title={t('Still to be recovered')}
      note={
        <Sentence
          of="{owed} from {players, plural, one {# player} other {# players}} below zero, who can't bet, transfer or withdraw until it is made good"
          owed={<Money rupees={owed} />}
          players={total}
        />
      }
    >
      <Outdated call={owing} />
      <RecordsOf
        rows={data}
        keyOf={({ id }) => id}
        columns={columns}
        caption={t('Players below zero by this draw, the deepest first')}
        empty={{ title: t('Nothing is to be recovered'), icon: IconCheck, tone: 'good' }}
      />
      <OwnPages
        label={t('Pages of players below zero')}
        page={page}
        {...owing.answer}
        limit={LIMIT}
        onGo={setPage}
      />
    </TitledList>
  )
}
