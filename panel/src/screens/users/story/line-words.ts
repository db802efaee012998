/** The lines of a story in words: what happened, and in one line more on what, how it went, and by whom. */
import { type Answer, type api, msg, type STORY_KINDS, t } from '@munim/contract'
import { kindOfPosting } from '@munim/contract/book-words'
import { type FlagField, PLAYER_FIELDS, type PlayerField } from '@munim/core'
import { limitInWords } from '../../../game/limit-words.ts'
import { actorInWords } from '../../../game/moved.tsx'
import { detailsOfPosting, nameOfPosting } from '../../../game/posting-words.ts'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { dayOf, timeOfDay } from '../../../widgets/when.tsx'
import type { Line, MovedLine } from './days.ts'

export type StoryKind = (typeof STORY_KINDS)[number]

export const KINDS: Readonly<Record<StoryKind, string>> = {
  money: t('Money'),
  bids: t('Bids'),
  results: t('Winnings and refunds'),
  requests: t('Requests'),
  sign_ins: t('Sign-ins'),
  changes: t('Account'),
  notes: t('Notes'),
}

type BidStatus = Answer<typeof api.users.bids>['data'][number]['status']

const STATES: Readonly<Record<BidStatus, string>> = {
  win: msg('{count} won'),
  loss: msg('{count} lost'),
  running: msg('{count} running'),
  cancelled: msg('{count} cancelled'),
}

export function titleOf(line: Line): string {
  switch (line.is) {
    case 'moved':
      return titleOfMoved(line)
    case 'request':
      return REQUESTS[`${line.kind} ${line.step}`] ?? line.step
    case 'signed in':
      return t('Signed in')
    case 'changed':
      return CHANGES[line.what]
    case 'limited':
      return line.side === 'player'
        ? t('Own limit: {limit}', { limit: limitInWords(line) })
        : t("House's limit: {limit}", { limit: limitInWords(line) })
    case 'paused':
      return line.isEnd ? t('Pause of play ended') : t('Play paused')
    case 'note':
      return t('Internal note')
    default:
      return line satisfies never
  }
}

const REQUESTS: Readonly<Record<string, string>> = {
  'deposit asked': t('Deposit asked for'),
  'deposit rejected': t('Deposit rejected'),
  'withdraw paid': t('Withdrawal paid out'),
}

const CHANGES = {
  registered: t('Registered'),
  payee: t('Payment details changed'),
  account: t('Account changed'),
} as const

function titleOfMoved(line: MovedLine): string {
  const count = line.postings.length
  if (count > 1 && line.kind === 'stake')
    return t('{count, plural, one {# bid placed} other {# bids placed}}', { count })
  if (line.kind === 'transfer') return nameOfPosting(wordsOf(line, 0))
  return kindOfPosting(line.kind)
}

/** The posting as the words of ledgers take it. */
const wordsOf = (line: MovedLine, nth: number) => ({
  ...line,
  side: line.type,
  bid: line.postings[nth]!.bid,
  ref_id: line.ref_id,
})

/** On what, and how it went; '' where nothing is to be said. */
export function detailsOf(line: Line): string {
  return partsOf(line).filter(Boolean).join(' · ')
}

function partsOf(line: Line): readonly (string | null)[] {
  switch (line.is) {
    case 'moved':
      return aboutMoved(line)
    case 'request':
      return [line.ref_id && t('ref {ref_id}', { ref_id: line.ref_id }), line.note]
    case 'signed in':
      return [t('the last time with this device')]
    case 'changed':
      return [changesInWords(line.after)]
    case 'limited':
      return [limitOf(line)]
    case 'paused':
      if (line.isEnd) return []
      return [line.until === null ? t('for good') : t('until {day}, {time}', momentOf(line.until))]
    case 'note':
      return []
    default:
      return line satisfies never
  }
}

const momentOf = (at: string) => ({ day: dayOf(at), time: timeOfDay(new Date(at)) })

/** What it is from then on; a raise waits. */
function limitOf({ amount, from }: Extract<Line, { is: 'limited' }>): string {
  if (amount === null) return from === null ? t('ended') : t('ends {day}, {time}', momentOf(from))
  const words = rupeesInWords(amount)
  return from === null ? words : t('{amount} from {day}, {time} on', { amount: words, ...momentOf(from) })
}

function aboutMoved(line: MovedLine): readonly (string | null)[] {
  const bids = line.postings.flatMap(({ bid }) => (bid === null ? [] : [bid]))
  if (bids.length <= 1)
    return [line.other?.user_name ?? null, detailsOfPosting(wordsOf(line, 0)), ...states(line, bids)]
  const markets = [...new Set(bids.map(({ market_name }) => market_name))]
  return [
    line.kind === 'stake' ? null : t('{count, plural, one {# bid} other {# bids}}', { count: bids.length }),
    markets.join(', '),
    ...states(line, bids),
    line.note,
  ]
}

/** How the bids of a slip went; what a result paid or took back says so itself. */
function states({ kind }: MovedLine, bids: readonly { readonly status: BidStatus }[]): readonly string[] {
  if (kind !== 'stake') return []
  return (Object.keys(STATES) as BidStatus[]).flatMap((status) => {
    const count = bids.filter((bid) => bid.status === status).length
    return count === 0 ? [] : [t(STATES[status], { count: String(count) })]
  })
}

/** Who did it; null where it was the player, which what it is says. */
export function actorOf(line: Line): string | null {
  if (line.is === 'signed in' || line.actorName.startsWith('player:')) return null
  return t('by {who}', { who: actorInWords(line.actorName) })
}

/** Flags by what they are now: on, off. */
const FLAGS: Readonly<Record<FlagField, readonly [on: string, off: string]>> = {
  isBlocked: [t('blocked'), t('unblocked')],
  isApproved: [t('approved'), t('not approved')],
  betting: [t('may bet'), t('may not bet')],
  transfer: [t('may transfer'), t('may not transfer')],
  status: [t('account switched on'), t('account switched off')],
  verified: [t('mobile verified'), t('mobile not verified')],
  personal_notification: [t('personal messages on'), t('personal messages off')],
  result_notification: [t('results on'), t('results off')],
}

function changesInWords(after: Readonly<Record<string, boolean | 'changed'>>): string {
  return Object.entries(after)
    .map(([name, value]) => {
      if (typeof value === 'boolean') return FLAGS[name as FlagField]?.[value ? 0 : 1] ?? name
      if (name === 'joining_bonus') return t('bonus of joining withheld')
      const field = PLAYER_FIELDS[name as PlayerField]
      return t('{field} changed', { field: field ? t(field.label) : name })
    })
    .join(', ')
}
