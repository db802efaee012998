/** The fields of a market, for the sheet that makes one and the sheet that edits one. */

import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { crossesMidnight, GAME_MODES, type GameMode, readTime, WEEKDAYS, type Weekday } from '@munim/core'
import type { ReactNode } from 'react'
import { gameName } from '../../game/game-name.ts'
import { weekdayName } from '../../widgets/times.ts'
import { timesOn } from './market.ts'
import type { Draft, Wrong } from './market-draft.ts'
import styles from './market-fields.module.css'

interface Props {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly wrong: Wrong
  /** The section of the current result: typed for a new market, read for one that exists. */
  readonly result: ReactNode
}

export function MarketFields({ draft, onChange, wrong, result }: Props) {
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  return (
    <>
      <Section title={t('Basics')}>
        <div className={`mu-halves mu-gap-12 ${styles.two}`}>
          <Words of="name" label={t('Name')} isRequired hasFocus {...{ draft, change, wrong }} />
          <Words of="name_hindi" label={t('Hindi Name')} language="hi" {...{ draft, change, wrong }} />
          <Words of="open_time" label={t('Open Time')} type="time" isRequired {...{ draft, change, wrong }} />
          <Words
            of="close_time"
            label={t('Close Time')}
            type="time"
            isRequired
            hint={closesNextDay(draft.open_time, draft.close_time) && t('closes after midnight')}
            {...{ draft, change, wrong }}
          />
          <NativeSelect
            label={t('Market Status')}
            data={[
              { value: '1', label: t('{of, select, other {Open}}', { of: 'market' }) },
              { value: '0', label: t('Closed') },
            ]}
            value={draft.market_status ? '1' : '0'}
            onChange={(event) => change({ market_status: event.currentTarget.value === '1' })}
          />
          <Words of="tag" label={t('Tag')} max={40} {...{ draft, change, wrong }} />
        </div>
        <div className={`mu-flow ${styles.flags}`}>
          <Flag of="status" label={t('Running')} {...{ draft, change }} />
          <Flag of="is_active" label={t('Active')} {...{ draft, change }} />
        </div>
      </Section>
      <Section title={t('Current result')}>{result}</Section>
      <Section title={t('Weekly schedule')} hint={t("Empty times are the market's own.")}>
        <WeekFields {...{ draft, change }} />
      </Section>
      <Section title={t('Games')} hint={t('None chosen means all of them.')}>
        <div className="mu-acts">
          {GAME_MODES.map((game) => (
            <label key={game} className={`mu-inline ${styles.game}`}>
              <input
                type="checkbox"
                checked={draft.games.includes(game)}
                onChange={() => change({ games: toggled(draft.games, game) })}
              />
              {gameName(game)}
            </label>
          ))}
        </div>
      </Section>
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

function Section({ title, hint, children }: SectionProps) {
  return (
    <div className={styles.section}>
      <div className={`mu-ends mu-below-10 ${styles.head}`}>
        <h3 className="mu-title">{title}</h3>
        {hint !== undefined && <p className="mu-small">{hint}</p>}
      </div>
      {children}
    </div>
  )
}

interface FieldProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

interface WordsProps extends FieldProps {
  readonly of: 'name' | 'name_hindi' | 'open_time' | 'close_time' | 'tag'
  readonly label: string
  readonly wrong: Wrong
  readonly type?: 'time'
  readonly max?: number
  readonly language?: 'hi'
  readonly isRequired?: boolean
  readonly hasFocus?: boolean
  readonly hint?: string | false
}

function Words({ of, label, draft, change, wrong, type, max = 60, language, ...rest }: WordsProps) {
  return (
    <TextInput
      label={label}
      {...(type === undefined ? { maxLength: max } : { type })}
      required={rest.isRequired ?? false}
      withAsterisk={false}
      value={draft[of]}
      onChange={(event) => change({ [of]: event.currentTarget.value })}
      error={wrong[of]}
      description={rest.hint || undefined}
      {...(language && { lang: language })}
      {...(rest.hasFocus && { 'data-autofocus': true })}
    />
  )
}

function Flag({ of, label, draft, change }: FieldProps & { of: 'status' | 'is_active'; label: string }) {
  return (
    <Switch
      label={label}
      checked={draft[of]}
      onChange={(event) => change({ [of]: event.currentTarget.checked })}
    />
  )
}

function WeekFields({ draft, change }: FieldProps) {
  const changeDay = (day: Weekday, part: Partial<Draft['market_off_day'][Weekday]>) =>
    change({ market_off_day: { ...draft.market_off_day, [day]: { ...draft.market_off_day[day], ...part } } })
  return (
    <ul>
      {WEEKDAYS.map((day) => {
        const { state, open_time, close_time } = draft.market_off_day[day]
        const { open, close } = timesOn(draft, day)
        const hasOwn = open_time !== '' || close_time !== ''
        return (
          <li key={day} className={`mu-gap-8 ${styles.day}`}>
            <Switch
              label={weekdayName(day)}
              checked={state}
              onChange={(event) => changeDay(day, { state: event.currentTarget.checked })}
            />
            {state ? (
              <>
                <TextInput
                  type="time"
                  aria-label={t('{weekday} opens at', { weekday: weekdayName(day) })}
                  value={open_time}
                  onChange={(event) => changeDay(day, { open_time: event.currentTarget.value })}
                />
                <span className="mu-soft">–</span>
                <TextInput
                  type="time"
                  aria-label={t('{weekday} closes at', { weekday: weekdayName(day) })}
                  value={close_time}
                  onChange={(event) => changeDay(day, { close_time: event.currentTarget.value })}
                />
                {hasOwn && closesNextDay(open, close) && (
                  <span className={`mu-small ${styles.note}`}>{t('closes after midnight')}</span>
                )}
              </>
            ) : (
              <span className={`mu-small ${styles.closed}`}>{t('closed all day')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function closesNextDay(open: string, close: string): boolean {
  const from = readTime(open)
  const to = readTime(close)
  return from !== null && to !== null && crossesMidnight(from, to)
}

const toggled = (games: readonly GameMode[], game: GameMode): GameMode[] =>
  GAME_MODES.filter((each) => games.includes(each) !== (each === game))
