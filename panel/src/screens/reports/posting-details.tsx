/** One posting: from where to where, what both ends held, its cause, and what it takes back or what took it back. */
import { type Answer, api, t } from '@munim/contract'
import { kindOfPosting } from '@munim/contract/book-words'
import { useCall } from '../../api/use-call.ts'
import { actorInWords } from '../../game/moved.tsx'
import { RecordLink, recordInWords } from '../../game/record-links.tsx'
import { Facts, type Group } from '../../widgets/facts.tsx'
import { Link } from '../../widgets/link.tsx'
import { Money } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PlayerLinks } from '../../widgets/player-links.tsx'
import { byId, RecordPage } from '../../widgets/record-page.tsx'
import { dayOf, When } from '../../widgets/when.tsx'

type Posting = Answer<typeof api.reports.posting>['data']
type End = Posting['from']

const HOUSE: Readonly<Record<Exclude<End['account'], 'player'>, string>> = {
  cash: t('House: cash'),
  game: t('House: game'),
  bonus: t('House: bonus'),
  held: t('House: withdrawals held'),
  closed: t('House: closed accounts'),
}

export const PostingDetails = byId(Details)

function Details({ id }: { readonly id: string }) {
  const call = useCall(api.reports.posting, { id })
  return (
    <RecordPage call={call} back={{ to: '/reports', words: t('Back to Reports') }} acts={0}>
      {({ data }) => (
        <>
          <PageHead
            title={recordInWords('posting', data.id)}
            from={{ name: t('Reports'), to: '/reports' }}
            facts={
              <>
                {kindOfPosting(data.kind)} · <Money rupees={data.amount} /> ·{' '}
                <When at={data.at} as="second" />
              </>
            }
          />
          <Facts
            cells={[
              [endOf(t('From account'), data.from)],
              [endOf(t('To account'), data.to)],
              [causeOf(data)],
              [takenBack(data)],
            ]}
          />
        </>
      )}
    </RecordPage>
  )
}

function endOf(title: string, { account, User, before, after }: End): Group {
  return {
    title,
    facts: {
      [t('Account')]: account === 'player' ? User && <PlayerLinks of={[User]} isAlone /> : HOUSE[account],
      ...(before !== null &&
        after !== null && {
          [t('Balance before')]: <Money rupees={before} />,
          [t('Balance after')]: <Money rupees={after} />,
        }),
    },
  }
}

const causeOf = ({ actorName, note, bidId, request, draw }: Posting): Group => ({
  title: t('Cause'),
  facts: {
    [t('By')]: actorInWords(actorName),
    [t('Note')]: note,
    ...(bidId !== null && { [t('Bid')]: <RecordLink is="bid" id={bidId} as="words" /> }),
    ...(request && {
      [t('Request')]: <RecordLink is="request" id={request.id} as="words" />,
      [t('Reference')]: request.ref_id,
    }),
    ...(draw && {
      [t('Draw')]: (
        <Link
          to={`/results/details/${draw.marketId}`}
          search={{ date: draw.market_date }}
          className="mu-thumb"
        >
          {draw.market_name} · {dayOf(draw.market_date)}
        </Link>
      ),
    }),
  },
})

const takenBack = ({ takesBack, takenBackBy }: Posting): Group => ({
  title: t('Taken back'),
  facts: {
    [t('Takes back')]:
      takesBack === null ? t('nothing') : <RecordLink is="posting" id={takesBack} as="words" />,
    [t('Taken back by')]:
      takenBackBy === null ? t('nothing') : <RecordLink is="posting" id={takenBackBy} as="words" />,
  },
})
