/** The items of a queue in the order in which they came. None moves while it is worked; each says what became of it. */
import { type DeskKind, msg, t } from '@munim/contract'
import { IconBuildingBank, IconCopy, IconEye, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { wayOf } from '../../payments/payee.ts'
import { bonusBeside } from '../../payments/request.ts'
import { KeyCap } from '../../widgets/key-cap.tsx'
import { useKey } from '../../widgets/keys.ts'
import { Money } from '../../widgets/money.tsx'
import { Status } from '../../widgets/status.tsx'
import { lengthInWords, useNow } from '../../widgets/times.ts'
import { KINDS } from './kinds.ts'
import styles from './queue-list.module.css'
import { choose, type Decision, type Item, type State, step } from './work.ts'
import { change, type Row, useDesk } from './work-store.ts'

interface Props {
  readonly kind: DeskKind
  /** After an item is chosen: on a phone the list is a step of its own. */
  readonly onOpen?: () => void
}

export function QueueList({ kind, onOpen }: Props) {
  const items = useDesk(({ work }) => work.items)
  const open = useDesk(({ work }) => work.open)
  const now = useNow()
  const before = useKey<HTMLButtonElement>(['k', 'arrowup'], (button) => button.click())
  const after = useKey<HTMLButtonElement>(['j', 'arrowdown'], (button) => button.click())
  return (
    <div className={`mu-frame mu-column ${styles.frame}`}>
      <div className={`mu-note mu-medium mu-row mu-ends mu-fixed ${styles.head}`}>
        <span>{t('Oldest first')}</span>
        <span className={`mu-row ${styles.steps}`}>
          <button
            type="button"
            ref={before}
            aria-keyshortcuts="k ArrowUp"
            onClick={() => change((work) => step(work, -1))}
          >
            {t('Previous')} <KeyCap of="k" />
          </button>
          <button
            type="button"
            ref={after}
            aria-keyshortcuts="j ArrowDown"
            onClick={() => change((work) => step(work, 1))}
          >
            {t('Next')} <KeyCap of="j" />
          </button>
        </span>
      </div>
      <ol className={`mu-ruled ${styles.items}`} aria-label={t(KINDS[kind].caption)}>
        {items.map((item) => (
          <Line
            kind={kind}
            key={item.row.id}
            item={item}
            isOpen={item.row.id === open}
            now={now}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </div>
  )
}

interface LineProps {
  readonly kind: DeskKind
  readonly item: Item<Row>
  readonly isOpen: boolean
  readonly now: Date
  readonly onOpen: (() => void) | undefined
}

/** Drawn again where it is another item, and not with each other one that is decided. */
const Line = memo(function Line({ kind, item: { row, state }, isOpen, now, onOpen }: LineProps) {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // With the frame's own layout, and not one beside it while what was pressed is not painted yet.
    const frame = requestAnimationFrame(() => line.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return (
    <li ref={line}>
      <button
        type="button"
        className={`mu-ink mu-inset ${styles.item}`}
        data-state={state}
        aria-current={isOpen || undefined}
        onClick={() => {
          change((work) => choose(work, row.id))
          onOpen?.()
        }}
      >
        <span className={`mu-name mu-cut ${styles.name}`}>{row.user_name}</span>
        <span className={`mu-name mu-right ${styles.amount}`}>
          {row.amount !== null && <Money rupees={row.amount} />}
        </span>
        <span className={`mu-cut ${styles.sub}`}>
          #{row.id}
          {row.way !== '' && ` · ${row.amount === null ? row.way : wayOf({ transfer_type: row.way })}`}
          {!!row.bonus && (
            <>
              {' · '}
              <span className={`mu-whole ${styles.bonus}`}>{bonusBeside(row.bonus)}</span>
            </>
          )}
        </span>
        <span className={`mu-inline mu-to-end mu-gap-4 mu-whole ${styles.state}`}>
          <Said kind={kind} row={row} state={state} now={now} />
        </span>
      </button>
    </li>
  )
})

const STATES = {
  held: ['waiting', msg('not sent yet')],
  sending: ['running', msg('being sent')],
  second: ['half', msg('waits for a second person')],
  gone: ['neutral', msg('decided by another')],
} as const satisfies Readonly<Record<Exclude<State, 'waiting' | Decision['how']>, readonly [string, string]>>

const MARK = { size: 15, stroke: 1.8, role: 'img' } as const

/** What became of it; while it waits who has it open, else how long it waits. */
interface SaidProps {
  readonly kind: DeskKind
  readonly row: Row
  readonly state: State
  readonly now: Date
}

function Said({ kind, row, state, now }: SaidProps) {
  if (state !== 'waiting') {
    const isDecided = state === 'approved' || state === 'rejected'
    const [is, words] = isDecided ? KINDS[kind].said[state].done : STATES[state]
    return <Status is={is}>{t(words)}</Status>
  }
  if (row.openBy.length > 0) {
    return (
      <span className={`mu-inline mu-gap-4 mu-dots ${styles.seen}`}>
        <IconEye size={13} stroke={2} aria-hidden />
        {row.openBy.join(', ')}
      </span>
    )
  }
  return (
    <>
      {row.batch != null && (
        <IconBuildingBank {...MARK} aria-label={t('In batch {id}', { id: row.batch })} className="mu-amber" />
      )}
      {row.sameReference && (
        <IconCopy
          {...MARK}
          aria-label={t('Its reference is that of another deposit, too')}
          className="mu-amber"
        />
      )}
      {row.isConfirmed && (
        <IconRosetteDiscountCheck {...MARK} aria-label={t('Payment confirmed')} className="mu-up" />
      )}
      {lengthInWords(now.getTime() - Date.parse(row.at))}
    </>
  )
}
