/** What waits for the administrator, each as a sentence that leads to it. */
import { t } from '@munim/contract'
import { IconCheck } from '@tabler/icons-react'
import { type Task, tasksOf } from '../../game/tasks.tsx'
import { Link } from '../../widgets/link.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { lengthInWords, useNow } from '../../widgets/times.ts'
import type { Overview } from './overview.ts'
import styles from './work-queue.module.css'

const HOUR_MS = 3_600_000
/** After how long a wait is amber, and after how long red: no player's money waits in a feedback. */
const PATIENCE = {
  result: [0, 0],
  money: [HOUR_MS, 6 * HOUR_MS],
  person: [HOUR_MS, Number.POSITIVE_INFINITY],
  word: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
} as const satisfies Readonly<Record<Task['of'], readonly [number, number]>>

export function WorkQueue({ waiting }: { readonly waiting: Overview['waiting'] | null }) {
  const tasks = waiting && tasksOf(waiting).filter(({ many }) => many > 0)
  const all = tasks?.reduce((sum, { many }) => sum + many, 0) ?? 0
  return (
    <PanelCard
      title={t('Waiting for you')}
      {...(tasks && all > 0 && { aside: <InAll all={all} tasks={tasks} /> })}
    >
      {tasks === null ? <Skeleton /> : tasks.length === 0 ? <Nothing /> : <Tasks tasks={tasks} />}
    </PanelCard>
  )
}

/** How many, and the way to where they are worked through one after the other. */
function InAll({ all, tasks }: { readonly all: number; readonly tasks: readonly Task[] }) {
  const first = tasks.find(({ of }) => of !== 'result')
  return (
    <>
      {t('{count, number} in all', { count: all })}
      {first && (
        <>
          {' · '}
          <Link to={first.queue} className="mu-underlined mu-thumb">
            {t('Queue mode')}
          </Link>
        </>
      )}
    </>
  )
}

function Tasks({ tasks }: { readonly tasks: readonly Task[] }) {
  const now = useNow()
  return (
    <ul className={styles.tasks}>
      {tasks.map(({ icon: Glyph, many, words, to, search, since, of }) => {
        const waitedMs = since === null ? null : now.getTime() - new Date(since).getTime()
        return (
          <li key={words}>
            <Link to={to} search={search} className={`mu-row mu-inset ${styles.task}`}>
              <Glyph size={17} stroke={1.6} aria-hidden />
              <Sentence
                of={words}
                many={many}
                b={(number) => <span className={`mu-strong mu-right mu-fixed ${styles.many}`}>{number}</span>}
                what={(what) => <span className="mu-after-6">{what}</span>}
              />{' '}
              {waitedMs !== null && (
                <span
                  className={`mu-note mu-medium mu-whole mu-end ${styles.since}`}
                  data-tone={toneOf(waitedMs, of)}
                >
                  {of === 'result'
                    ? t('{length} late', { length: lengthInWords(waitedMs) })
                    : t('oldest {length}', { length: lengthInWords(waitedMs) })}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function toneOf(waitedMs: number, of: Task['of']): 'late' | 'soon' | undefined {
  const [soonMs, lateMs] = PATIENCE[of]
  if (waitedMs >= lateMs) return 'late'
  return waitedMs >= soonMs ? 'soon' : undefined
}

function Nothing() {
  return (
    <p className={`mu-row mu-plain mu-gap-8 ${styles.nothing}`}>
      <IconCheck size={17} stroke={1.8} aria-hidden />
      {t('Nothing is waiting.')}
    </p>
  )
}

function Skeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <i className="mu-blank mu-block" />
      <i className="mu-blank mu-block" />
      <i className="mu-blank mu-block" />
      <i className="mu-blank mu-block" />
    </div>
  )
}
