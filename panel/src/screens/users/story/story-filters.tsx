/** By what a story is narrowed: kinds of lines, any number of them, and days. */
import { api, STORY_KINDS, t } from '@munim/contract'
import { useLacking } from '../../../api/may.ts'
import chips from '../../../widgets/chips.module.css'
import { type Control, days, type Filters } from '../../../widgets/filters.tsx'
import { KINDS, type StoryKind } from './line-words.ts'
import styles from './story.module.css'

/** The kinds that a word of the address names, in their order; none: all are shown. */
export const kindsIn = (word: string): readonly StoryKind[] => {
  const named = word.split(',')
  return STORY_KINDS.filter((kind) => named.includes(kind))
}

export const FILTERS: Filters<'show' | 'from' | 'to'> = {
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
    <div className={`${chips.chips} ${styles.kinds}`} role="group" aria-label={t('Shown')}>
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
