/** Why the balance is what it is: all that happened to a player on one time line, by day, to read, to print, to send. */
import { Button, Textarea } from '@mantine/core'
import { api, PLAYER_NOTE_MAX, STORY_KINDS, t } from '@munim/contract'
import { IconNote, IconPrinter, IconTimeline } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLacking } from '../../../api/may.ts'
import { useAction } from '../../../api/use-action.ts'
import { FilterBar } from '../../../lists/filter-bar.tsx'
import { useFilters } from '../../../lists/use-filters.ts'
import { Allowed } from '../../../widgets/allowed.tsx'
import chips from '../../../widgets/chips.module.css'
import { Dialog } from '../../../widgets/dialog.tsx'
import { EntriesSkeleton } from '../../../widgets/entries.tsx'
import { ExportFile } from '../../../widgets/export-file.tsx'
import { type Control, days, type Filters } from '../../../widgets/filters.tsx'
import { EmptyList } from '../../../widgets/list-state.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { Money } from '../../../widgets/money.tsx'
import { NewRows } from '../../../widgets/new-rows.tsx'
import { tellingDone } from '../../../widgets/notice.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { dayOf, When } from '../../../widgets/when.tsx'
import type { User } from '../user.ts'
import { accountOf, type Day } from './days.ts'
import { KINDS, type StoryKind } from './line-words.ts'
import styles from './story.module.css'
import { AccountLine, StoryDay } from './story-day.tsx'
import { type Older, useStory } from './use-story.ts'

const DAY_MS = 86_400_000

export function Story({ user, isThere }: { readonly user: User; readonly isThere: boolean }) {
  const filtering = useFilters(FILTERS)
  const [isNoting, setNoting] = useState(false)
  const { show, from, to } = filtering.values
  const kinds = kindsIn(show)
  const asked = {
    id: user.id,
    ...(kinds.length > 0 && { kinds: [...kinds] }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
  const story = useStory(asked, isThere)
  const queries = useQueryClient()
  /** What it is held against may be the older one, where nothing comes live. */
  function readAgain() {
    if (story.state === 'ready') story.retry()
    void queries.invalidateQueries({ queryKey: [api.users.get.path] })
  }
  return (
    <div className={styles.story}>
      <div className={styles.tools}>
        <FilterBar
          filters={FILTERS}
          filtering={filtering}
          act={
            <Allowed to={api.users.addNote}>
              <Button
                leftSection={<IconNote size={16} stroke={1.8} aria-hidden />}
                onClick={() => setNoting(true)}
              >
                {t('Add note')}
              </Button>
            </Allowed>
          }
          end={[
            <Button
              key="print"
              leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('Print')}
            </Button>,
            <ExportFile key="export" of={api.users.storyCsv} body={asked} />,
          ]}
        />
      </div>
      {isNoting && <AddNote user={user} onClose={() => setNoting(false)} />}
      <Loaded call={story} waiting={<EntriesSkeleton />}>
        {({ wallet, running, isWhole, days }) => (
          <>
            {/* What is read stays as it is; what moved since comes when it is asked for. */}
            <div className={`mu-place ${styles.news}`}>
              <NewRows
                news={
                  wallet !== user.wallet && story.state === 'ready' && !story.isRefreshing
                    ? { count: 1, show: readAgain }
                    : null
                }
                counted={() => t('what moved since')}
              />
            </div>
            <Days user={user} days={days} running={running} isWhole={isWhole} onClear={filtering.clear} />
            {story.older && <ReadOlder {...story.older} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

interface DaysProps {
  readonly user: User
  readonly days: readonly Day[]
  /** Staked on bids that nothing decided yet. */
  readonly running: number
  readonly isWhole: boolean
  readonly onClear: () => void
}

function Days({ user, days, running, isWhole, onClear }: DaysProps) {
  const account = accountOf(days)
  const [last, first] = [days[0], days.at(-1)]
  if (account === null || last === undefined || first === undefined) {
    return (
      <EmptyList
        icon={IconTimeline}
        title={t('Nothing found')}
        hint={t('Nothing of this kind has happened on these days.')}
        action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
      />
    )
  }
  const span = first === last ? dayOf(last.day) : `${dayOf(first.day)} – ${dayOf(last.day)}`
  return (
    <>
      <SheetHead user={user} span={span} />
      {isWhole && (first !== last || running > 0) && (
        <div className={`mu-frame mu-apart mu-ends mu-flow ${styles.whole}`}>
          {first !== last && (
            <>
              <p className={styles.span}>{span}</p>
              <AccountLine of={account} />
            </>
          )}
          {running > 0 && (
            <p className={`mu-note ${styles.running}`}>
              <Sentence
                of="{amount} more is staked on bids that are still running."
                amount={<Money rupees={running} />}
              />
            </p>
          )}
        </div>
      )}
      {days.map((day, at) => (
        <Fragment key={day.day}>
          <Gap from={day.day} to={days[at - 1]?.day} />
          <StoryDay day={day} />
        </Fragment>
      ))}
    </>
  )
}

/** The days on which nothing happened between two that are told. */
function Gap({ from, to }: { readonly from: string; readonly to: string | undefined }) {
  const count = to === undefined ? 0 : Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) - 1
  if (count < 1) return null
  return (
    <p className={`mu-note ${styles.gap}`}>
      {t('{count, plural, one {# day} other {# days}} without entries', { count })}
    </p>
  )
}

/** What a printed sheet says of itself. */
function SheetHead({ user, span }: { readonly user: User; readonly span: string }) {
  const [printed, setPrinted] = useState(() => new Date())
  useEffect(() => {
    const tell = () => flushSync(() => setPrinted(new Date()))
    window.addEventListener('beforeprint', tell)
    return () => window.removeEventListener('beforeprint', tell)
  }, [])
  return (
    <p className={styles.sheet}>
      <Sentence
        of="Munim · {name} #{id} · {span} · printed {at} IST"
        name={user.user_name}
        id={user.id}
        span={span}
        at={<When at={printed.toISOString()} as="second" />}
      />
    </p>
  )
}

function ReadOlder({ isPending, failure, read }: Older) {
  return (
    <div className={`mu-stack mu-gap-8 mu-apart ${styles.older}`}>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button loading={isPending} onClick={read}>
        {failure === null ? t('Show older') : t('Retry')}
      </Button>
    </div>
  )
}

/** The kinds that a word of the address names, in their order; none: all are shown. */
const kindsIn = (word: string): readonly StoryKind[] => {
  const named = word.split(',')
  return STORY_KINDS.filter((kind) => named.includes(kind))
}

const FILTERS: Filters<'show' | 'from' | 'to'> = {
  show: {
    read: (word) => kindsIn(word).join(),
    control: (control) => <KindButtons {...control} />,
    isFirst: true,
  },
  ...days,
}

function KindButtons({ value, onChange }: Control) {
  const lacksNotes = useLacking(api.users.addNote) !== null
  const chosen = kindsIn(value)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn by the browser in its own way.
    <div className={`mu-flow ${chips.chips} ${styles.kinds}`} role="group" aria-label={t('Shown')}>
      {STORY_KINDS.filter((kind) => kind !== 'notes' || !lacksNotes).map((kind) => {
        const isOn = chosen.includes(kind)
        const others = isOn ? chosen.filter((each) => each !== kind) : [...chosen, kind]
        return (
          <button key={kind} type="button" aria-pressed={isOn} onClick={() => onChange(others.join())}>
            {KINDS[kind]}
          </button>
        )
      })}
    </div>
  )
}

function AddNote({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const adding = useAction(api.users.addNote, {
    refreshes: [api.users.story],
    onDone: tellingDone(t('Note added'), onClose),
  })
  return (
    <Dialog
      title={t('Add note')}
      line={t('On {name}, for administrators only: in no file, on no printed sheet.', {
        name: user.user_name,
      })}
      act={t('Add')}
      isDisabled={text.trim() === ''}
      doing={adding}
      onAct={() => void adding.run({ id: user.id, text: text.trim() })}
      onClose={onClose}
    >
      <Textarea
        label={t('Note')}
        rows={4}
        maxLength={PLAYER_NOTE_MAX}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  )
}
