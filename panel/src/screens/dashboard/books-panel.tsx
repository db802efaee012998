/** Whether the books agree: the two sums that must be one, and in sentences what differs. */
import { t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { SumLines } from '../../widgets/sum-lines.tsx'
import { momentOf } from '../../widgets/when.tsx'
import styles from './books-panel.module.css'
import type { Books } from './overview.ts'

export function BooksPanel({ books }: { readonly books: Books }) {
  return books.agree ? <Agreeing books={books} /> : <Differing books={books} />
}

function Agreeing({ books }: { readonly books: Books }) {
  const checked = (
    <span className="mu-plain mu-inline mu-gap-4">
      <IconCheck size={14} stroke={2} className="mu-up" aria-hidden />
      {momentOf(new Date(books.checkedAt))}
    </span>
  )
  return (
    <PanelCard title={t('The books agree')} aside={checked}>
      <Sum books={books} decimals={0} />
      <p className="mu-small mu-above-8">
        {t('{players, plural, one {# wallet} other {# wallets}}, none off.', { players: books.players })}{' '}
        {provenWords(books)}
      </p>
    </PanelCard>
  )
}

/** What the last proof of the laws read; nothing where there was none. */
function provenWords({ provenAt, wholeSince }: Books): string {
  if (provenAt === null) return ''
  const at = momentOf(new Date(provenAt))
  if (wholeSince === null) return t('Proven {at}; some days are still to be read row by row.', { at })
  if (wholeSince === provenAt) return t('Every posting proven {at}.', { at })
  return t('Proven {at}; every day read row by row since {since}.', {
    at,
    since: momentOf(new Date(wholeSince)),
  })
}

/** Above everything else on the page. */
function Differing({ books }: { readonly books: Books }) {
  const checked = (
    <span className="mu-red mu-medium mu-inline mu-gap-4">
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t('checked {at}', { at: momentOf(new Date(books.checkedAt)) })}
    </span>
  )
  return (
    <div className="mu-apart">
      <PanelCard title={t('The books do not agree')} aside={checked}>
        <div className={`mu-phone-column ${styles.both}`}>
          <Sum books={books} decimals={2} />
          <div>
            <ul className={`mu-stack mu-gap-4 mu-red mu-wraps ${styles.differences}`}>
              {books.differences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p className="mu-small mu-above-8">
              <Sentence
                of="Look into this before moving money by hand; {command} names every difference."
                command={<code>npm run verify</code>}
              />
            </p>
          </div>
        </div>
      </PanelCard>
    </div>
  )
}

interface SumProps {
  readonly books: Books
  /** Whole rupees as everywhere on the dashboard; to the paisa where a paisa may be what differs. */
  readonly decimals: 0 | 2
}

const Sum = ({ books: { wallets, ledger }, decimals }: SumProps) => (
  <div className={styles.sum}>
    <SumLines
      lines={[
        { label: t('Sum of wallets'), rupees: wallets },
        { label: t('Sum of ledger'), rupees: ledger },
      ]}
      total={{ label: t('Difference'), rupees: sumOfRupees([wallets, -ledger]) }}
      decimals={decimals}
    />
  </div>
)
