/** A day of a story: what it began with, what came, what went, what was left, and the lines that say why. */
import { t } from '@munim/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { Money } from '../../../widgets/money.tsx'
import { dayOf } from '../../../widgets/when.tsx'
import { addsUp, type Day, type Line } from './days.ts'
import styles from './story.module.css'
import { isPrinted, StoryLine } from './story-line.tsx'

export function StoryDay({ day }: { readonly day: Day }) {
  const id = useId()
  return (
    <section
      className={`mu-frame mu-apart ${styles.day}`}
      aria-labelledby={id}
      data-printed={day.lines.some(isPrinted) || undefined}
    >
      <div className={`mu-ends mu-flow ${styles.head}`}>
        <h2 id={id} className={styles.name}>
          {dayOf(day.day)}
        </h2>
        <AccountLine of={day} />
      </div>
      <ul className="mu-ruled">
        {day.lines.map((line) => (
          <StoryLine key={keyOf(line)} line={line} day={day.day} />
        ))}
      </ul>
    </section>
  )
}

/** Its own: what is folded out stays so when lines are added. */
function keyOf(line: Line): string {
  if (line.is === 'moved') return `posting ${line.postings[0]!.id}`
  if (line.is === 'request') return `request ${line.id} ${line.step}`
  if (line.is === 'note') return `note ${line.id}`
  return JSON.stringify(line)
}

/** Opening + in − out = closing; where the books say otherwise, that too. */
export function AccountLine({ of }: { readonly of: Omit<Day, 'day' | 'lines'> }) {
  const parts = [
    [t('Opening'), of.opening, undefined],
    [t('In'), of.came, '+'],
    [t('Out'), of.went, '−'],
    [t('Closing'), of.closing, '='],
  ] as const
  return (
    <>
      <dl className={`mu-flow ${styles.account}`}>
        {parts.map(([label, rupees, sign]) => (
          <div key={label} data-sign={sign}>
            <dt className="mu-note">{label}</dt>
            <dd className="mu-name">
              <Money rupees={rupees} isTotal={sign === '='} />
            </dd>
          </div>
        ))}
      </dl>
      {!addsUp(of) && (
        <p className={`mu-red mu-name mu-tiny ${styles.wrong}`}>
          <IconAlertTriangle size={13} stroke={2} aria-hidden />
          {t('These do not add up. Check the books.')}
        </p>
      )}
    </>
  )
}
