/** One line of a story. What is made of several postings folds out to them. */
import { t } from '@munim/contract'
import { dayOf } from '@munim/core'
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconChevronRight,
  IconGauge,
  IconLogin2,
  IconNote,
  IconPlayerPause,
  IconReceipt,
  IconUserEdit,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BidStatus } from '../../../game/bid-cells.tsx'
import { numberInWords } from '../../../game/bid-number.ts'
import { gameName } from '../../../game/game-name.ts'
import { RecordLink } from '../../../game/record-links.tsx'
import { Money } from '../../../widgets/money.tsx'
import { Status } from '../../../widgets/status.tsx'
import { When } from '../../../widgets/when.tsx'
import type { Line, MovedLine } from './days.ts'
import { actorOf, detailsOf, titleOf } from './line-words.ts'
import styles from './story.module.css'

const ICONS = {
  request: IconReceipt,
  'signed in': IconLogin2,
  changed: IconUserEdit,
  limited: IconGauge,
  paused: IconPlayerPause,
  note: IconNote,
} as const

/** What concerns the balance is on a printed sheet, the rest is the house's own. */
export const isPrinted = ({ is }: Line): boolean => is === 'moved' || is === 'request'

export function StoryLine({ line, day }: { readonly line: Line; readonly day: string }) {
  const folds = line.is === 'moved' && line.postings.length > 1
  const row = (
    <div className={styles.row}>
      <span className={`mu-note ${styles.time}`}>
        <When at={line.at} as={dayOf(new Date(line.at)) === day ? 'time' : 'second'} />
      </span>
      <LineIcon line={line} />
      <span className={`mu-wraps mu-shrinks ${styles.words}`}>
        <span className="mu-name mu-block">
          {titleOf(line)}
          {folds && <IconChevronRight size={14} stroke={1.8} className={styles.fold} aria-hidden />}
        </span>
        <About line={line} />
      </span>
      <span className="mu-right mu-whole">{amountOf(line)}</span>
      <span className={`mu-strong mu-right mu-whole ${styles.balance}`}>
        {line.is === 'moved' && <Money rupees={line.balance} />}
      </span>
    </div>
  )
  return (
    <li className={styles.line} data-printed={isPrinted(line) || undefined}>
      {folds ? (
        <details>
          <summary>{row}</summary>
          <Postings line={line} />
        </details>
      ) : (
        row
      )}
    </li>
  )
}

function LineIcon({ line }: { readonly line: Line }) {
  const credit = line.is === 'moved' && line.type === 'credit'
  const Glyph = line.is === 'moved' ? (credit ? IconArrowDownLeft : IconArrowUpRight) : ICONS[line.is]
  return (
    <Glyph size={15} stroke={1.8} className={`${credit ? 'mu-up' : 'mu-soft'} ${styles.icon}`} aria-hidden />
  )
}

function About({ line }: { readonly line: Line }) {
  const parts: readonly (readonly [key: string, part: ReactNode])[] = [
    ['details', detailsOf(line)],
    ['link', linkOf(line)],
    ['status', statusOf(line)],
    ['actor', actorOf(line)],
  ]
  const said = parts.filter(([, part]) => part !== null && part !== '')
  return (
    <>
      {line.is === 'note' && <span className={`mu-block ${styles.text}`}>{line.text}</span>}
      <span className={`mu-sub ${styles.about}`}>
        {said.map(([key, part], nth) => (
          <span key={key} data-part={key}>
            {nth > 0 && ' · '}
            {part}
          </span>
        ))}
      </span>
    </>
  )
}

/** The way to the one thing that it is about; a slip folds out to those of its bids. */
function linkOf(line: Line): ReactNode {
  if (line.is === 'request') return <RecordLink is="request" id={line.id} />
  if (line.is !== 'moved' || line.postings.length > 1) return null
  const [only] = line.postings
  if (line.requestId !== null) return <RecordLink is="request" id={line.requestId} />
  if (only?.bid) return <RecordLink is="bid" id={only.bid.id} />
  return only ? <RecordLink is="posting" id={only.id} /> : null
}

/** Whether what was asked for still waits. */
function statusOf(line: Line): ReactNode {
  const waits = (line.is === 'moved' || line.is === 'request') && line.status === 'pending'
  return waits ? (
    <Status is="waiting" isFilled>
      {t('pending')}
    </Status>
  ) : null
}

/** Only what moved the wallet has a sign; what was asked for is told without one. */
function amountOf(line: Line): ReactNode {
  if (line.is === 'request') return <Money rupees={line.amount} />
  if (line.is !== 'moved') return null
  return line.type === 'credit' ? (
    <Money rupees={line.amount} isSigned />
  ) : (
    ['−', <Money key="amount" rupees={line.amount} />]
  )
}

function Postings({ line }: { readonly line: MovedLine }) {
  return (
    <ul>
      {line.postings.map(({ id, amount, balance, bid }) => (
        <li key={id} className={styles.posting}>
          <span className={`mu-wraps mu-shrinks ${styles.words}`}>
            {bid && (
              <>
                {bid.market_name} · {gameName(bid.game_mode)} · <strong>{numberInWords(bid)}</strong>{' '}
                <BidStatus of={bid.status} />
              </>
            )}
            <span className={`mu-sub ${styles.about}`}>
              {bid && (
                <>
                  <RecordLink is="bid" id={bid.id} as="words" /> ·{' '}
                </>
              )}
              <RecordLink is="posting" id={id} as="words" />
            </span>
          </span>
          <span className="mu-right mu-whole">
            <Money rupees={amount} />
          </span>
          <span className={`mu-right mu-whole ${styles.balance}`}>
            <Money rupees={balance} />
          </span>
        </li>
      ))}
    </ul>
  )
}
