/** The money that moved for a bid or a request, and who acts, in words. */
import { type Answer, type api, t } from '@munim/contract'
import { kindOfPosting } from '@munim/contract/book-words'
import { endsOf, type PostingKind } from '@munim/core'
import { Lines } from '../widgets/lines.tsx'
import { Money } from '../widgets/money.tsx'
import { When } from '../widgets/when.tsx'
import { RecordLink } from './record-links.tsx'

type Posting = Answer<typeof api.bids.get>['data']['postings'][number]

/** It moves a player's wallet, and so is in the history of players; what is paid out of held is not. */
export const isOfPlayer = (kind: PostingKind): boolean => endsOf(kind).some((ends) => ends.includes('player'))

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
        what: kindOfPosting(kind),
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
