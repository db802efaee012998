/** How each account moved on a day or in a month, by its postings: opening and all movements are the closing. A figure leads to them. */
import { type Answer, type api, t } from '@munim/contract'
import { ACCOUNT_NAMES, kindOfPosting } from '@munim/contract/book-words'
import { isOfPlayer } from '../../game/moved.tsx'
import type { Days } from '../../widgets/day-spans.ts'
import { count } from '../../widgets/money.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { type Line, SumLines } from '../../widgets/sum-lines.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import styles from './accounts.module.css'

export type Book = Answer<typeof api.daybook.get>['data']
type Account = Book['accounts'][number]
type Movement = Account['movements'][number]

export function Accounts({ accounts, from, to }: Pick<Book, 'accounts'> & Days) {
  const note =
    from === to ? t('what was posted on this day, 12 am to 12 am') : t('what was posted in this month')
  return (
    <TitledList title={t('Accounts')} note={note}>
      <div className={`mu-stack mu-phone-column ${styles.accounts}`}>
        {accounts.map((account) => (
          <PanelCard key={account.account} title={t(ACCOUNT_NAMES[account.account])}>
            <SumLines
              lines={[
                { label: t('Opening'), rupees: account.opening },
                ...account.movements
                  .filter(({ postings }) => postings > 0)
                  .map((each) => lineOf(each, { from, to })),
              ]}
              total={{ label: t('Closing'), rupees: account.closing }}
            />
          </PanelCard>
        ))}
      </div>
    </TitledList>
  )
}

/** What is paid out of held is in no history of players: it leads to the withdrawals approved on the day, of a month nowhere. */
function lineOf({ kind, postings, amount }: Movement, days: Days): Line {
  return {
    label: kindOfPosting(kind),
    note: count(postings),
    rupees: amount,
    ...linkOf(kind, days),
  }
}

function linkOf(kind: Movement['kind'], days: Days): Pick<Line, 'link'> {
  if (isOfPlayer(kind)) return { link: { to: '/reports', search: searchOf(kind, days) } }
  if (days.from !== days.to) return {}
  return { link: { to: '/wallet', search: { tab: 'withdrawals', paid: days.from, status: 'completed' } } }
}

/** The history narrowed to exactly these postings; a transfer is a row of either player. */
const searchOf = (kind: Movement['kind'], { from, to }: Days) => ({
  from,
  to,
  ...(kind === 'transfer' && { type: 'credit' }),
  kind,
})
