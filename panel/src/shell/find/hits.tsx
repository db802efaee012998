/** What the server found, as lines to choose from: what it is, why it was found, and where it leads. */
import { type Answer, type api, t } from '@munim/contract'
import { kindOfPosting } from '@munim/contract/book-words'
import type { Address } from '@munim/contract/screens'
import { EMPTY, PLAYER_FIELDS } from '@munim/core'
import type { ReactNode } from 'react'
import { BidStatus, marketOf } from '../../game/bid-cells.tsx'
import { numberInWords } from '../../game/bid-number.ts'
import { pageOfRecord, recordInWords } from '../../game/record-links.tsx'
import { TransactionStatus } from '../../game/transaction-status.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { Status } from '../../widgets/status.tsx'
import { dayOf } from '../../widgets/when.tsx'
import type { Place } from './recent.ts'

type Found = Answer<typeof api.find.anything>['data']
type Player = Found['players'][number]
type Request = Found['requests'][number]

export interface Hit {
  /** Where it leads, as it is kept for the next time. */
  readonly place: Place
  /** Why it was found; not kept with the place, for it may be an account. */
  readonly why?: ReactNode
  readonly aside?: ReactNode
}

export interface Group {
  readonly title: string
  readonly hits: readonly Hit[]
}

/** Groups with what was found; `text` is what was looked for. */
export function groupsOf(found: Found, text: string): readonly Group[] {
  const groups: readonly Group[] = [
    { title: t('Players'), hits: [...playersOf(found), ...allPlayers(found, text)] },
    { title: t('Requests'), hits: [...found.requests.map(requestOf), ...allRequests(found, text)] },
    { title: t('Bids'), hits: found.bids.map(bidOf) },
    { title: t('Postings'), hits: found.postings.map(postingOf) },
    { title: t('Draws'), hits: found.draws.map(drawOf) },
    { title: t('Markets'), hits: found.markets.flatMap(marketOfHit) },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

/** The way to the list, where more was found. */
const allPlayers = ({ more }: Found, text: string): readonly Hit[] =>
  more.includes('players')
    ? [{ place: { label: t('Show all that were found'), to: '/users', search: { search: text } } }]
    : []

const TABS = { deposit: 'deposits', withdraw: 'withdrawals' } as const
const TAB_NAMES = { deposit: t('Deposits'), withdraw: t('Withdrawals') } as const

/** A list of requests is of one kind, and opens on what is pending: all are asked for. */
function allRequests({ more, requests }: Found, text: string): readonly Hit[] {
  if (!more.includes('requests')) return []
  return [...new Set(requests.map(({ kind }) => kind))].map((kind) => ({
    place: {
      label: t('Show all that were found'),
      about: TAB_NAMES[kind],
      to: '/wallet',
      search: { tab: TABS[kind], status: 'all', search: text },
    },
  }))
}

/** Of a player who is found alone also what is mostly done then. */
function playersOf({ players }: Found): readonly Hit[] {
  const [only] = players
  if (only === undefined || players.length > 1) return players.map(playerOf)
  const page: Address = `/users/details/${only.id}`
  const about = `${only.user_name} #${only.id}`
  return [
    playerOf(only),
    { place: { label: t('Add or deduct funds'), about, to: page, search: { act: 'funds' } } },
    {
      place: { label: t('Story: why the balance is what it is'), about, to: page, search: { tab: 'story' } },
    },
    { place: { label: t('Transactions'), about, to: page, search: { tab: 'transactions' } } },
    { place: { label: t('Bids'), about, to: page, search: { tab: 'bids' } } },
    {
      place: {
        label: t('Send a push message'),
        about,
        to: '/push-notifications',
        search: { user: String(only.id) },
      },
    },
  ]
}

function playerOf({ id, user_name, mobile, wallet, isApproved, isBlocked, by, holds }: Player): Hit {
  const isOpen = by === 'id' || by === 'user_name' || by === 'mobile'
  return {
    place: { label: user_name, about: `#${id}`, to: `/users/details/${id}` },
    why: (
      <>
        <Mobile digits={mobile} />
        {!isOpen && ` · ${t(PLAYER_FIELDS[by].label)} ${holds}`}
      </>
    ),
    aside: (
      <>
        {isBlocked && <Status is="bad">{t('Blocked')}</Status>}
        {!isApproved && <Status is="waiting">{t('Unapproved')}</Status>}
        <Money rupees={wallet} />
      </>
    ),
  }
}

function requestOf({ id, kind, status, amount, User, ref_id, note, by }: Request): Hit {
  return {
    place: {
      label:
        kind === 'deposit'
          ? t('Deposit #{id}', { id: String(id) })
          : t('Withdrawal #{id}', { id: String(id) }),
      about: User.user_name,
      to: pageOfRecord('request', id),
    },
    why: by === 'note' ? note : ref_id,
    aside: (
      <>
        <TransactionStatus of={status} />
        <Money rupees={amount} />
      </>
    ),
  }
}

const bidOf = (bid: Found['bids'][number]): Hit => ({
  place: { label: recordInWords('bid', bid.id), about: bid.User.user_name, to: pageOfRecord('bid', bid.id) },
  why: `${marketOf(bid)} · ${numberInWords(bid)} · ${dayOf(bid.market_date)}`,
  aside: (
    <>
      <BidStatus of={bid.status} />
      <Money rupees={bid.points} />
    </>
  ),
})

const postingOf = ({ id, kind, amount, at, from, to }: Found['postings'][number]): Hit => ({
  place: { label: recordInWords('posting', id), to: pageOfRecord('posting', id) },
  why: [kindOfPosting(kind), (to.User ?? from.User)?.user_name, dayOf(at)].filter(Boolean).join(' · '),
  aside: <Money rupees={amount} />,
})

function drawOf({ marketId, name, date, ...result }: Found['draws'][number]): Hit {
  const { open_panna, open_digit, close_digit, close_panna } = result
  const shown = [open_panna, `${open_digit}${close_digit}`, close_panna].join('-')
  return {
    place: {
      label: t('{market}, {day}', { market: name, day: dayOf(date) }),
      to: `/results/details/${marketId}`,
      search: { date },
    },
    why: open_digit === EMPTY && close_digit === EMPTY ? t('not declared') : shown,
  }
}

const marketOfHit = ({ id, name, name_hindi }: Found['markets'][number]): readonly Hit[] => [
  { place: { label: name, to: `/market/details/${id}` }, why: <span lang="hi">{name_hindi}</span> },
  { place: { label: t('Result of {market}', { market: name }), to: `/results/details/${id}` } },
  {
    place: {
      label: t('Exposure of {market}', { market: name }),
      to: `/results/details/${id}`,
      search: { tab: 'analytics', view: 'exposure' },
    },
  },
]
