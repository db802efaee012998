/** The ways to the pages of single things: a bid, a request, a posting, each by its number. */
import { msg, t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { Fragment } from 'react'
import { Link } from '../widgets/link.tsx'
import styles from './record-links.module.css'

const PAGES = {
  bid: ['/bet/details/', msg('Bid #{id}')],
  request: ['/wallet/details/', msg('Request #{id}')],
  posting: ['/reports/details/', msg('Posting #{id}')],
} as const

export type Record = keyof typeof PAGES

export const pageOfRecord = (is: Record, id: number | string): Address => `${PAGES[is][0]}${id}`

export const recordInWords = (is: Record, id: number | string): string => t(PAGES[is][1], { id: String(id) })

interface Props {
  readonly is: Record
  readonly id: number
  /** #12 · said: in a sentence that says what it is · bare: without the sign, in a column of numbers · words: with what it is. */
  readonly as?: 'number' | 'said' | 'bare' | 'words'
}

/** Its name says what it is, however little is drawn, unless the sentence around it does. */
export function RecordLink({ is, id, as = 'number' }: Props) {
  const words = recordInWords(is, id)
  const drawn = as === 'words' ? words : as === 'bare' ? String(id) : `#${id}`
  // No hidden text: what is drawn beside it is read with a gap, 'Request # 12'.
  const named = as === 'words' || as === 'said' ? {} : { 'aria-label': words }
  // In a sentence other links may be on the line above or below.
  const room = as === 'said' ? '' : 'mu-thumb'
  const look = as === 'words' || as === 'said' ? 'mu-link mu-underlined' : styles.record
  return (
    <Link to={pageOfRecord(is, id)} className={`${room} ${look}`} {...named}>
      {drawn}
    </Link>
  )
}

/** A sentence of the server, such as a refusal, with the request that it names as the way there. */
export function Linked({ text }: { readonly text: string }) {
  const [before] = recordInWords('request', '').split('#')
  return text.split(new RegExp(`(?<=${before})#(\\d+)`, 'i')).map((part, nth) =>
    // Every second part is the number that was found.
    nth % 2 === 0 ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <RecordLink key={part} is="request" id={Number(part)} as="said" />
    ),
  )
}
