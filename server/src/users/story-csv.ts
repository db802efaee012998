/** A player's story as a CSV file: each day's account around its lines. Notes are never in a file. */
import { type Answer, type api, msg, STORY_KINDS, t } from '@munim/contract'
import { dayOf, inRupees, labelOf, PLAYER_FIELDS, type PlayerField, paiseOf, timeOf } from '@munim/core'
import { inWords } from '../http/cell-words.ts'
import type { CsvFile } from '../http/csv.ts'
import { checkUser } from './queries.ts'
import { readStory } from './story.ts'

type Day = Answer<typeof api.users.story>['data']['days'][number]
type Line = Day['lines'][number]

/** A line of the file. Of all kinds and days, the sum of `came` less that of `went` is the balance: openings and closings move nothing. */
interface Row {
  readonly day: string
  readonly at?: string
  readonly what: string
  readonly details?: string
  readonly actor?: string
  readonly came?: number
  readonly went?: number
  readonly balance?: number
}

const rupees = (amount: number | undefined) => (amount === undefined ? undefined : { rupees: amount })

export const storyFile: CsvFile<typeof api.users.storyCsv, Row> = {
  name: async (_db, { id }) => ['story', `user ${id}`],
  columns: [
    [msg('Day'), ({ day }) => day],
    [msg('Date'), ({ at }) => at && { at }],
    [msg('What'), ({ what }) => what],
    [msg('Details'), ({ details }) => details],
    [msg('By'), ({ actor }) => actor],
    [msg('In'), ({ came }) => rupees(came)],
    [msg('Out'), ({ went }) => rupees(went)],
    [msg('Balance'), ({ balance }) => rupees(balance)],
  ],
  async *rows(db, { kinds = STORY_KINDS, before: _, ...asked }) {
    await checkUser(db, asked.id)
    const told = kinds.filter((kind) => kind !== 'notes')
    let open: Day | undefined
    for (let before: Parameters<typeof readStory>[1]['before']; ; ) {
      const { days, next } = await readStory(db, { ...asked, kinds: told, before })
      const rows: Row[] = []
      for (const day of days) {
        if (open?.day !== day.day) {
          if (open) rows.push(openingOf(open))
          rows.push({ day: day.day, what: t('closing'), balance: day.closing })
          open = day
        }
        rows.push(...day.lines.flatMap((line) => rowsOf(day.day, line)))
      }
      if (next === null && open) rows.push(openingOf(open))
      if (rows.length > 0) yield rows
      if (next === null) return
      before = next
    }
  },
}

const openingOf = ({ day, opening }: Day): Row => ({ day, what: t('opening'), balance: opening })

/** Of a slip a row a bid: each is a posting of its own. */
function rowsOf(day: string, line: Line): Row[] {
  if (line.is !== 'moved') return [eventOf(day, line)]
  const { at, transfer_type: what, type, note, ref_id, actorName: actor, other } = line
  return line.postings.map(({ amount, balance, bid }) => ({
    day,
    at,
    what: inWords(what),
    details: [
      bid && `${bid.market_name} ${t(labelOf(bid.game_mode))}`,
      bid && [bid.open_digit, bid.open_panna, bid.close_digit, bid.close_panna].join(' '),
      other?.user_name,
      ref_id,
      note,
    ]
      .filter(Boolean)
      .join(' · '),
    actor,
    ...(type === 'credit' ? { came: amount } : { went: amount }),
    balance,
  }))
}

function eventOf(day: string, line: Exclude<Line, { is: 'moved' }>): Row {
  const { at } = line
  const by = (actor: string, what: string, details: string): Row => ({ day, at, what, details, actor })
  switch (line.is) {
    case 'request': {
      const details = [line.method, line.ref_id, line.note].filter(Boolean).join(' · ')
      const what = `${inWords(line.kind)} ${inWords(line.step)} ${inRupees(paiseOf(line.amount))}`
      return by(line.actorName, what, details)
    }
    case 'changed':
      return by(line.actorName, inWords(line.what), Object.entries(line.after).map(changeOf).join(', '))
    case 'limited': {
      const words = { kind: inWords(line.kind), period: inWords(line.period) }
      const details = `${inWords(line.side)} · ${limitOf(line)}`
      return by(line.actorName, t('limit of {kind} a {period}', words), details)
    }
    case 'paused':
      return by(line.actorName, t('pause'), `${inWords(line.side)} · ${pauseOf(line)}`)
    case 'signed in':
      return { day, at, what: inWords(line.is) }
    case 'note':
      throw new Error('a note is in no file')
    default:
      return line satisfies never
  }
}

/** A flag with what it is now, of all else the field. */
function changeOf([name, value]: readonly [string, boolean | 'changed']): string {
  if (name === 'joining_bonus') return t('bonus of joining withheld')
  const label = PLAYER_FIELDS[name as PlayerField]?.label
  const field = label === undefined ? name : t(label)
  return typeof value === 'boolean' ? `${field}: ${value ? t('on') : t('off')}` : field
}

/** The Indian day and time of a moment, as the file's other moments are. */
const momentOf = (at: string) => ({ day: dayOf(new Date(at)), time: timeOf(new Date(at)) })

/** What it is from then on; a raise waits. */
function limitOf({ amount, from }: Extract<Line, { is: 'limited' }>): string {
  if (amount === null) return from === null ? t('ended') : t('ends {day}, {time}', momentOf(from))
  const words = inRupees(paiseOf(amount))
  return from === null ? words : t('{amount} from {day}, {time} on', { amount: words, ...momentOf(from) })
}

function pauseOf({ until, isEnd }: Extract<Line, { is: 'paused' }>): string {
  if (isEnd) return t('ended')
  return until === null ? t('for good') : t('until {day}, {time}', momentOf(until))
}
