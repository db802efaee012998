/** What Find anything offers, as a list box in groups. The field keeps the focus. */
import { useEffect } from 'react'
import type { Group, Hit } from './hits.tsx'
import styles from './options.module.css'

export const optionIdOf = (listId: string, nth: number): string => `${listId}-${nth}`

interface Props {
  readonly id: string
  readonly groups: readonly Group[]
  readonly chosen: number
  readonly onPoint: (nth: number) => void
  readonly onGo: (hit: Hit) => void
}

export function Options({ id, groups, chosen, onPoint, onGo }: Props) {
  useEffect(() => {
    document.getElementById(optionIdOf(id, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const before = groups.map((_, nth) => groups.slice(0, nth).reduce((sum, { hits }) => sum + hits.length, 0))
  return (
    <div id={id} role="listbox" className={styles.list} hidden={groups.length === 0}>
      {groups.map(({ title, hits }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
        <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
          <div id={`${id}-group-${group}`} className={`mu-small mu-medium ${styles.title}`}>
            {title}
          </div>
          {hits.map((hit, nth) => {
            const place = before[group]! + nth
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the same.
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field opens it.
              <div
                key={`${hit.place.to} ${hit.place.label} ${hit.place.about}`}
                id={optionIdOf(id, place)}
                role="option"
                aria-selected={place === chosen}
                className={`mu-row mu-ends ${styles.option}`}
                onMouseMove={() => place !== chosen && onPoint(place)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onGo(hit)}
              >
                <span className="mu-shrinks mu-dots">
                  <span className="mu-name">{hit.place.label}</span>
                  {hit.place.about !== undefined && <span className="mu-plain"> {hit.place.about}</span>}
                  {hit.why && <span className="mu-fine mu-plain mu-block mu-cut">{hit.why}</span>}
                </span>
                {hit.aside && (
                  <span className={`mu-row mu-flow mu-to-end mu-fixed ${styles.aside}`}>{hit.aside}</span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
