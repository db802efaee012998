/** The audit: what administrators did to which thing, and what it was before. Nothing here can be changed. */
import { api, msg, t } from '@munim/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Changed, changesInWords } from '../../game/field-words.ts'
import { actorInWords } from '../../game/moved.tsx'
import { playerFilter } from '../../game/player-filter.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { BY_TIME, type ByTime, type Column, type Place, titled } from '../../widgets/column.ts'
import { days, search, select } from '../../widgets/filters.tsx'
import { Money } from '../../widgets/money.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import { OF_CONFIRMING, type Row, sentenceOf } from './act-sentence.ts'
import styles from './audit.module.css'
import { numberOf, On, Subject } from './audit-subject.tsx'
import { ACTS, actInWords, THINGS } from './audit-words.ts'

export function Audit() {
  return (
    <ListScreen
      head={{
        title: t('Audit'),
        from: { name: t('Reports'), to: '/reports' },
        facts: t('Each entry seals the one before it: none can be changed or taken out unnoticed.'),
        isStill: true,
      }}
      of={api.reports.audit}
      csv={api.reports.auditCsv}
      views="audit"
      filters={{
        administrator: search(t('Administrator'), 160),
        ...days,
        thing: select(t('Thing'), THINGS, { width: 112 }),
        id: search(t('Thing ID'), 92, 'second'),
        act: select(t('Act'), ACTS, { width: 172 }),
        user: playerFilter(t('Done to the player'), 190),
      }}
      body={({ id, user, ...filters }) => ({
        ...filters,
        ...(id && { thing_id: id }),
        ...(user && { userId: user }),
      })}
      columns={columns}
      caption={t('Acts of administrators, the latest first')}
      counted={(count) => t('{count, plural, one {# new act} other {# new acts}}', { count })}
      empty={{
        title: t('No acts found'),
        icon: IconShieldCheck,
        hint: t('What an administrator does appears here at once.'),
      }}
    />
  )
}

const columns: readonly Column<Row, ByTime>[] = [
  { ...titled(msg('No.')), cell: ({ id }) => id, tone: 'quiet', card: 'none' },
  {
    ...titled(msg('Date')),
    cell: ({ at }) => <When at={at} as="short" />,
    tone: 'soft',
    rule: 'after',
    card: 'asideSub',
    sort: BY_TIME,
  },
  { title: t('Act'), cell: (row) => <Act row={row} />, card: 'title' },
  { ...titled(msg('Changed')), cell: (row, place) => <ChangedIn row={row} place={place} />, card: 'state' },
  {
    ...titled(msg('By')),
    cell: ({ actorName, address, about }) => (
      <>
        <span className={`mu-name mu-block ${styles.who}`}>{actorInWords(actorName)}</span>{' '}
        <span className={`mu-small mu-block ${styles.address}`}>{address}</span>{' '}
        {about.otherName !== '' && (
          <span className={`mu-small mu-block ${styles.address}`}>
            {t('with {name}', { name: about.otherName })}
          </span>
        )}
      </>
    ),
    card: 'field',
  },
]

/** What was done, in a sentence; else the act by its name, with what it was done to below. */
function Act({ row }: { readonly row: Row }) {
  const said = sentenceOf(row)
  if (said === null) {
    return (
      <div className={`mu-name mu-wraps mu-breaks ${styles.said}`}>
        <span className="mu-name mu-block">{actInWords(row.act)}</span>
        <span className="mu-plain mu-regular mu-block">
          <Subject row={row} />
        </span>
      </div>
    )
  }
  const rupees = Object.entries(said.rupees ?? {}).map(([name, amount]) => [
    name,
    <Money key={name} rupees={amount} />,
  ])
  return (
    <div className={`mu-name mu-wraps mu-breaks ${styles.said}`}>
      <Sentence
        of={said.of}
        on={<On row={row} />}
        number={numberOf(row)}
        {...said.values}
        {...Object.fromEntries(rupees)}
      />
    </div>
  )
}

function ChangedIn({ row, place }: { readonly row: Row; readonly place: Place }) {
  const told = [...(sentenceOf(row)?.tells ?? []), ...OF_CONFIRMING, ...OF_ASKING]
  return <Changes of={changesInWords(row.thing, row.before, row.after, told)} place={place} />
}

/** Of an act that a second person decides, what `about` tells in names. */
const OF_ASKING = ['of', 'asked_by']

const SHOWN = 3

/** What an act changed, in words: "Wallet ₹100.00 → ₹150.00", a line a field; the first three, and the rest when asked for. */
export function Changes({ of: changes, place }: { readonly of: readonly Changed[]; readonly place: Place }) {
  const [isWhole, showWhole] = useState(false)
  if (changes.length === 0) return place === 'table' && <span className="mu-soft">–</span>
  const shown = isWhole ? changes : changes.slice(0, SHOWN)
  return (
    <div className={`mu-fine mu-stack ${styles.changes}`}>
      {shown.map(({ label, was, now }) => (
        <div key={label} className={`mu-wraps mu-plain mu-breaks ${styles.change}`}>
          <span className="mu-soft">{label}</span> {was !== null && <span>{was} → </span>}
          <strong className="mu-ink mu-name">{now}</strong>
        </div>
      ))}
      {changes.length > SHOWN && (
        <button
          type="button"
          className="mu-thumb"
          aria-expanded={isWhole}
          onClick={() => showWhole(!isWhole)}
        >
          {isWhole ? t('Show less') : t('Show {count, number} more', { count: changes.length - SHOWN })}
        </button>
      )}
    </div>
  )
}
