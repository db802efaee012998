/** Who changed settings or rates, when, and what they were before: from the audit, the latest first. */
import { Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useState } from 'react'
import { type Call, useCall } from '../../api/use-call.ts'
import { Link } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './change-history.module.css'

type Changes = Answer<typeof api.reports.audit>
type Change = Changes['data'][number]

interface Of {
  /** As the audit names it. */
  readonly thing: 'settings' | 'rates'
}

const FIRST = 5
const MORE = 20
const MOST = 100
const ID = 'history'

const useChanges = ({ thing }: Of, limit = FIRST): Call<Changes> =>
  useCall(api.reports.audit, { thing, thing_id: 'global', page: 1, limit })

/** In the head of the screen: who was the last, with the way down to all of it. */
export function LastChange(of: Of) {
  const call = useChanges(of)
  const last = call.state === 'ready' ? call.answer.data[0] : undefined
  if (last === undefined) return '\u00a0' // Its line is there from the beginning.
  return (
    <Sentence
      of="<a>Last changed</a> by {name}, {when}"
      name={last.actorName}
      when={<When at={last.at} as="short" />}
      a={(words) => <a href={`#${ID}`}>{words}</a>}
    />
  )
}

interface Props extends Of {
  /** What a field is called and what its values are in words; null of what is no field here. */
  readonly inWords: (field: string, value: unknown) => readonly [label: string, value: string] | null
}

export function ChangeHistory({ thing, inWords }: Props) {
  const [limit, setLimit] = useState(FIRST)
  const call = useChanges({ thing }, limit)
  return (
    <div id={ID} className={styles.history}>
      <PanelCard
        title={t('Last changes')}
        aside={
          <Link to="/reports/audit" search={{ thing, id: 'global' }} className="mu-thumb">
            {t('All in the audit')}
          </Link>
        }
      >
        <Loaded call={call}>
          {({ data, total }) => (
            <>
              {data.length === 0 && <p className="mu-soft">{t('Nothing was changed yet.')}</p>}
              <ul className={`mu-ruled ${styles.changes}`} aria-label={t('Changes, the latest first')}>
                {data.map((change) => (
                  <Entry key={change.id} change={change} inWords={inWords} />
                ))}
              </ul>
              {total > limit && limit < MOST && (
                <Button variant="subtle" px={9} onClick={() => setLimit(Math.min(MOST, limit + MORE))}>
                  {t('Show older changes')}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </PanelCard>
    </div>
  )
}

function Entry({ change, inWords }: { readonly change: Change } & Pick<Props, 'inWords'>) {
  const { at, actorName, before, after } = change
  const lines = Object.keys({ ...before, ...after }).flatMap((field) => {
    const [now, was] = [inWords(field, after[field]), inWords(field, before[field])]
    return now === null || was === null ? [] : [{ field, label: now[0], was: was[1], now: now[1] }]
  })
  return (
    <li className={`mu-phone-column ${styles.change}`}>
      <p className={styles.who}>
        <span className="mu-name">{actorName}</span>
        <span className="mu-small">
          <When at={at} as="short" />
          {'confirmed_by' in after && ` · ${t('confirmed by a second person')}`}
        </span>
      </p>
      <div className="mu-wraps">
        {lines.map(({ field, label, was, now }) => (
          <p key={field}>
            <span className={`mu-plain ${styles.label}`}>{label}</span> {was} →{' '}
            <strong className="mu-strong">{now}</strong>
          </p>
        ))}
      </div>
    </li>
  )
}
