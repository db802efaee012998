/** One bid: when it came and until when it could, its rate, its slip, its draw and result, its money, and who acted on it. */
import { Button } from '@mantine/core'
import { type Answer, api, REVERTED_BY_ADMIN, t } from '@munim/contract'
import { isCombined, readMultiplier, readRupees, rupeesOf, winOf } from '@munim/core'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { BidStatus, lengthBetween, marketOf } from '../../game/bid-cells.tsx'
import { numberInWords, wonOf } from '../../game/bid-number.ts'
import { gameName } from '../../game/game-name.ts'
import { actorInWords, Moved } from '../../game/moved.tsx'
import { RecordLink, recordInWords } from '../../game/record-links.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { Facts, type Group } from '../../widgets/facts.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { Link, LinkButton } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PlayerLinks } from '../../widgets/player-links.tsx'
import { byId, RecordPage } from '../../widgets/record-page.tsx'
import { useNow } from '../../widgets/times.ts'
import { TitledList } from '../../widgets/titled-list.tsx'
import { dayOf, When } from '../../widgets/when.tsx'
import { RevertBid } from './revert-bid.tsx'

type Bid = Answer<typeof api.bids.get>['data']

export const BidDetails = byId(Details)

function Details({ id }: { readonly id: string }) {
  const call = useCall(api.bids.get, { betId: id })
  return (
    <RecordPage call={call} back={{ to: '/bet', words: t('Back to Bets') }}>
      {({ data }) => <Page bid={data} />}
    </RecordPage>
  )
}

function Page({ bid }: { readonly bid: Bid }) {
  const [isReverting, setReverting] = useState(false)
  const stop = () => setReverting(false)
  const hasEnded = Date.parse(bid.ends_at) <= useNow().getTime()
  return (
    <>
      <PageHead
        title={recordInWords('bid', bid.id)}
        from={{ name: t('Bet Management'), to: '/bet' }}
        beside={<BidStatus of={bid.status} />}
        facts={placedInWords(bid, hasEnded)}
        actions={
          bid.status !== 'cancelled' && (
            <Allowed to={api.bids.revert}>
              <Button variant="subtle" color="red" onClick={() => setReverting(true)}>
                {t('Revert')}
              </Button>
            </Allowed>
          )
        }
      />
      <Facts cells={[[betOf(bid)], [timesOf(bid, hasEnded)], [drawOf(bid)], [endOf(bid)]]} />
      <TitledList title={t('Money')}>
        <Moved postings={bid.postings} />
      </TitledList>
      {bid.slip.length > 0 && (
        <TitledList
          title={t('Placed with it')}
          note={t('{count, plural, one {# other bid} other {# other bids}} at the same moment', {
            count: bid.slip.length,
          })}
          act={
            <LinkButton to="/bet" search={{ slip: String(bid.id) }}>
              {t('All bids of this slip')}
            </LinkButton>
          }
        >
          <Slip bids={bid.slip} />
        </TitledList>
      )}
      <TitledList title={t('Who acted')}>
        <Acts id={bid.id} />
      </TitledList>
      {isReverting && <RevertBid bid={bid} onClose={stop} onDone={stop} />}
    </>
  )
}

/** "11 min 19 s before its betting ended": what a dispute at the cut-off is about. */
function placedInWords(bid: Bid, hasEnded: boolean): string {
  const early = Date.parse(bid.ends_at) - Date.parse(bid.createdAt)
  const length = lengthBetween(bid.createdAt, bid.ends_at)
  if (!hasEnded) return t('placed {length} before its betting ends', { length })
  return early >= 0
    ? t('placed {length} before its betting ended', { length })
    : t('placed {length} after its betting had ended', { length })
}

/** In rupees. */
const winIfRight = ({ points, multiplier }: Bid) =>
  rupeesOf(winOf(readRupees(points)!, readMultiplier(multiplier)!))

const betOf = (bid: Bid): Group => ({
  title: t('Bet'),
  facts: {
    [t('Player')]: <PlayerLinks of={[bid.User]} isAlone />,
    [t('Mobile')]: <Mobile digits={bid.User.mobile} />,
    [t('Game')]: gameName(bid.game_mode),
    [t('Number')]: <strong>{numberInWords(bid)}</strong>,
    [t('Points')]: <Money rupees={bid.points} />,
    [t('Rate then')]: t('× {multiplier}', { multiplier: bid.multiplier }),
    [t('Would win')]: <Money rupees={winIfRight(bid)} />,
  },
})

const timesOf = (bid: Bid, hasEnded: boolean): Group => ({
  title: t('Times'),
  facts: {
    [t('Placed')]: <When at={bid.createdAt} as="second" />,
    [hasEnded ? t('Betting ended') : t('Betting ends')]: <When at={bid.ends_at} as="second" />,
    [t('In between')]: lengthBetween(bid.createdAt, bid.ends_at),
    [hasEnded ? t('Ended with') : t('Ends with')]:
      isCombined(bid.game_mode) || bid.session === 'open' ? t('the open') : t('the close'),
  },
})

const drawOf = (bid: Bid): Group => ({
  title: t('Draw'),
  facts: {
    [t('Market')]: (
      <Link to={`/results/details/${bid.Market._id}`} search={{ date: bid.market_date }} className="mu-thumb">
        {marketOf(bid)}
      </Link>
    ),
    [t('Day')]: dayOf(bid.market_date),
    [t('Declared')]: <Declarations of={bid} />,
  },
})

function Declarations({ of: { declarations } }: { readonly of: Bid }) {
  if (declarations.length === 0) return t('not yet')
  return declarations.map(({ half, digit, panna, isVoid, reason, at, actorName, withdrawnAt }) => (
    <p key={at + half}>
      <strong>
        {half === 'open' ? t('Open') : t('Close')} {isVoid ? t('voided') : `${digit}-${panna}`}
      </strong>
      {', '}
      <When at={at} as="second" />, {t('by {who}', { who: actorInWords(actorName) })}
      {reason !== '' && ` · ${reason}`}
      {withdrawnAt !== null && (
        <>
          {' · '}
          {t('reverted')} <When at={withdrawnAt} as="second" />
        </>
      )}
    </p>
  ))
}

function endOf(bid: Bid): Group {
  const won = wonOf(bid.win)
  return {
    title: t('Outcome'),
    facts: {
      [t('Status')]: <BidStatus of={bid.status} />,
      [t('Won')]: won === null ? bid.status !== 'running' && t('nothing') : <Money rupees={won} />,
      ...(bid.cancelled && {
        [t('Reverted')]: <When at={bid.cancelled.at} as="second" />,
        [t('By')]: actorInWords(bid.cancelled.actorName),
        [t('Reason')]: reasonInWords(bid.cancelled.reason),
      }),
    },
  }
}

/** The reason that is kept where none is typed is in the reader's language; others are as they were typed. */
const reasonInWords = <Reason,>(reason: Reason): Reason | string =>
  reason === REVERTED_BY_ADMIN ? t(REVERTED_BY_ADMIN) : reason

function Slip({ bids }: { readonly bids: Bid['slip'] }) {
  return (
    <Lines
      none=""
      lines={bids.map((bid) => ({
        key: bid.id,
        what: `${marketOf(bid)} · ${numberInWords(bid)}`,
        about: (
          <>
            <RecordLink is="bid" id={bid.id} as="words" /> · {gameName(bid.game_mode)} ·{' '}
            {dayOf(bid.market_date)}
          </>
        ),
        aside: <Money rupees={bid.points} />,
        at: <BidStatus of={bid.status} />,
      }))}
    />
  )
}

/** What administrators did to it, as the audit has it. */
function Acts({ id }: { readonly id: number }) {
  const acts = useCall(api.reports.audit, { thing: 'bid', thing_id: String(id) })
  if (acts.state !== 'ready') return <p>{acts.state === 'failed' ? acts.message : '…'}</p>
  return (
    <Lines
      none={t('No administrator has acted on it.')}
      lines={acts.answer.data.map(({ id: key, at, actorName, after }) => ({
        key,
        what: actorName,
        about: [after.status, reasonInWords(after.reason)].filter(Boolean).join(' · '),
        at: <When at={at} as="second" />,
      }))}
    />
  )
}
