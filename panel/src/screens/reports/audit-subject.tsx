/** What an act was done to: its name now, as a way to it where it has a page. */
import { t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import type { ReactNode } from 'react'
import { RecordLink } from '../../game/record-links.tsx'
import { Link } from '../../widgets/link.tsx'
import { dayOf } from '../../widgets/when.tsx'
import type { Row } from './act-sentence.ts'
import styles from './audit.module.css'
import { thingInWords } from './audit-words.ts'

/** The player, draw, market or name in a sentence; of what has none any more its number. */
export function On({ row }: { readonly row: Row }) {
  const { thing, id, User, name } = row.about
  const [number = '', day] = id.split(' ')
  if (User !== null) return <Way to={`/users/details/${User.id}`}>{User.user_name || `#${User.id}`}</Way>
  switch (thing) {
    case 'user':
    case 'request':
    case 'bid':
    case 'feedback':
      return t('a deleted player')
    case 'market':
    case 'draw':
      return (
        <Draw id={number} name={name || String(row.before.name ?? '')} day={day} isDraw={thing === 'draw'} />
      )
    case 'day':
      return (
        <Way to="/reports/day" search={{ day: id }}>
          {dayOf(id)}
        </Way>
      )
    case 'admin':
    case 'role':
      return name || String(row.after.userName ?? row.before.name ?? `#${id}`)
    default:
      return id
  }
}

interface DrawProps {
  readonly id: string
  readonly name: string
  readonly day: string | undefined
  readonly isDraw: boolean
}

function Draw({ id, name, day, isDraw }: DrawProps) {
  const market = name || t('Market #{id}', { id })
  const words = day === undefined ? market : t('{market} of {day}', { market, day: dayOf(day) })
  if (name === '') return words
  const to: Address = isDraw ? `/results/details/${id}` : `/market/details/${id}`
  return (
    <Way {...(isDraw && day && { search: { date: day } })} to={to}>
      {words}
    </Way>
  )
}

/** Under an act that has no sentence of its own: which thing it was done to; nothing where its name says it. */
export function Subject({ row }: { readonly row: Row }) {
  const { thing, id, User } = row.about
  if (User !== null || HAS_NAME.includes(thing)) {
    return (
      <>
        {recordOf(row)}
        {recordOf(row) && ' · '}
        <On row={row} />
      </>
    )
  }
  return /^\d+$/.test(id) ? `${thingInWords(thing)} #${id}` : null
}

const HAS_NAME = ['market', 'draw', 'day', 'admin', 'role']

/** The request or bid by its number; null of another thing. */
function recordOf({ about: { thing, id } }: Row): ReactNode {
  if (thing !== 'request' && thing !== 'bid') return null
  return <RecordLink is={thing} id={Number(id)} as="words" />
}

export function numberOf({ about: { thing, id } }: Row): ReactNode {
  if (thing !== 'request' && thing !== 'bid') return `#${id}`
  return <RecordLink is={thing} id={Number(id)} as="said" />
}

interface WayProps {
  readonly to: Address
  readonly search?: Readonly<Record<string, string>> | undefined
  readonly children: string
}

const Way = ({ to, search, children }: WayProps) => (
  <Link to={to} search={search} className={`mu-link ${styles.on}`}>
    {children}
  </Link>
)
