/** The cards of the settings by name, at the left of the form; marks where one is, and what is changed. */
import { t } from '@munim/contract'
import { useEffect, useState } from 'react'
import styles from './section-map.module.css'
import type { Section } from './settings-fields.ts'

interface Props {
  readonly sections: readonly Section[]
  /** The ids of sections in which something is changed. */
  readonly changed: ReadonlySet<string>
  /** Before there are cards to go to. */
  readonly inert?: boolean
}

export const placeOf = ({ id }: Pick<Section, 'id'>) => `settings-${id}`

export function SectionMap({ sections, changed, inert }: Props) {
  const current = useCurrent(sections)
  function go(section: Section) {
    const card = document.getElementById(placeOf(section))
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label={t('Cards of the settings')} className={`mu-column ${styles.map}`} inert={inert}>
      {sections.map((section) => (
        <button
          key={section.id}
          type="button"
          aria-current={section.id === current || undefined}
          onClick={() => go(section)}
        >
          {section.title}
          {changed.has(section.id) && (
            <i className={styles.dot}>
              <span className="mu-hidden">{t(', changed')}</span>
            </i>
          )}
        </button>
      ))}
    </nav>
  )
}

/** The first card whose foot is below the header, which is the one that is read. */
function useCurrent(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const look = () => {
      const isRead = ({ id }: Section) =>
        (document.getElementById(placeOf({ id }))?.getBoundingClientRect().bottom ?? 0) > 120
      const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 4
      setCurrent((isEnd && window.scrollY > 0 ? sections.at(-1) : sections.find(isRead))?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [sections])
  return current
}
