/** The money that moved for a bid or a request, and who acts, in words. */
import { type Answer, type api, t } from '@munim/contract'
import { endsOf, type PostingKind } from '@munim/core'
import { Lines } from '../widgets/lines.tsx'
import { Money } from '../widgets/money.tsx'
import { When } from '../widgets/when.tsx'
import { RecordLink } from './record-links.tsx'

type Posting = Answer<typeof api.bids.get>['data']['postings'][number]

const KINDS: Readonly<Record<PostingKind, string>> = {
  deposit: t('Deposit'),
  withdraw_hold: t('Withdrawal held'),
  withdraw_pay: t('Withdrawal paid out'),
  withdraw_return: t('Withdrawal returned'),
  stake: t('Bid placed'),
  refund: t('Bid refunded'),
  win: t('Winnings'),
  win_reversed: t('Winnings taken back'),
  fund_add: t('Funds added'),
  fund_deduct: t('Funds deducted'),
  transfer: t('Transfer'),
  bonus: t('Bonus'),
  closing: t('Account closed'),
}

/** It moves a player's wallet, and so is in the history of players; what is paid out of held is not. */
export const isOfPlayer = (kind: PostingKind): boolean => endsOf(kind).some((ends) => ends.includes('player'))

export const kindOfPosting = (kind: PostingKind): string => KINDS[kind]

const ACTORS: ReadonlyMap<string, string> = new Map([
  ['provider', t('the payment provider')],
  ['auto', t('the server')],
  ['server', t('the server')],
])

/** An administrator by name; else what acted. */
export const actorInWords = (name: string): string =>
  name.startsWith('player:') ? t('the player') : (ACTORS.get(name) ?? name)

export function Moved({ postings }: { readonly postings: readonly Posting[] }) {
  return (
    <Lines
      none={t('No money has moved for it.')}
      lines={postings.map(({ id, kind, amount, at, actorName }) => ({
        key: id,
        what: KINDS[kind],
        about: (
          <>
            <RecordLink is="posting" id={id} as="words" /> · {t('by {who}', { who: actorInWords(actorName) })}
          </>
        ),
        aside: <Money rupees={amount} />,
        at: <When at={at} as="second" />,
      }))}
    />
  )
}
