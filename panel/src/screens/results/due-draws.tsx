/** Above the list: draws that wait for a decision, each with the way to its day. Nothing where there is none. */
import { Button } from '@mantine/core'
import { type Answer, api, DAYS_BACK, t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { addDays, dayOf as dayOfMoment } from '@munim/core'
import { useState } from 'react'
import type { Call } from '../../api/use-call.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { EntriesSkeleton } from '../../widgets/entries.tsx'
import { later } from '../../widgets/later.tsx'
import { Link, LinkButton } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { lengthInWords, useNow } from '../../widgets/times.ts'
import { dayOf } from '../../widgets/when.tsx'
import type { Draw } from './draw.ts'
import { type DueDraw, drawsToDecide } from './due.ts'
import styles from './due-draws.module.css'

const VoidDraw = later(() => import('./dialogs/void-draw.tsx').then((m) => m.VoidDraw))

const SHOWN = 5

interface Props {
  readonly due: Call<Answer<typeof api.results.due>>
  /** For their Hindi names. */
  readonly markets: readonly Draw[]
}

export function DueDraws({ due, markets }: Props) {
  const [isWhole, setWhole] = useState(false)
  const [voiding, setVoiding] = useState<DueDraw | null>(null)
  const draws = due.state === 'ready' ? drawsToDecide(due.answer.data) : []
  return (
    <>
      {due.state === 'loading' && (
        <Loaded call={due} waiting={<EntriesSkeleton />}>
          {() => null}
        </Loaded>
      )}
      {draws.length > 0 && (
        <div className={`mu-apart ${styles.panel}`}>
          <PanelCard
            title={t('Waiting for your decision')}
            aside={
              <>
                {t('the longest due first')} ·{' '}
                <Link to="/results/due" className={`mu-thumb ${styles.all}`}>
                  {t('All in one column')}
                </Link>
              </>
            }
          >
            <ul className={`mu-ruled ${styles.draws}`}>
              {(isWhole ? draws : draws.slice(0, SHOWN)).map((draw) => (
                <Item key={`${draw.marketId} ${draw.date}`} draw={draw} onVoid={() => setVoiding(draw)} />
              ))}
            </ul>
            {draws.length > SHOWN && (
              <Button variant="subtle" px={8} ml={-9} onClick={() => setWhole(!isWhole)}>
                {isWhole ? t('Show fewer') : t('Show all {count}', { count: draws.length })}
              </Button>
            )}
          </PanelCard>
        </div>
      )}
      {voiding && (
        <VoidDraw
          market={{
            id: voiding.marketId,
            name: voiding.name,
            name_hindi: markets.find(({ id }) => id === voiding.marketId)?.name_hindi ?? '',
          }}
          date={voiding.date}
          onClose={() => setVoiding(null)}
        />
      )}
    </>
  )
}

function Item({ draw, onVoid }: { readonly draw: DueDraw; readonly onVoid: () => void }) {
  const { marketId, name, date, halves, since, notes } = draw
  const now = useNow()
  const to: Address = `/results/details/${marketId}`
  const isDeclarable = date >= addDays(dayOfMoment(now), -DAYS_BACK)
  const of = `${name}, ${dayOf(date)}`
  return (
    <li className="mu-row mu-ends mu-gap-12">
      <div className={`mu-shrinks ${styles.words}`}>
        <p>
          <Link to={to} search={{ date }} className={`mu-name mu-ink mu-thumb ${styles.name}`}>
            {name}, <span className="mu-whole">{dayOf(date)}</span>
          </Link>
          <span className="mu-red mu-medium mu-tiny">
            {t(
              '{halves, select, open {Open due {length}} close {Close due {length}} other {Open and close due {length}}}',
              { halves: halves.join(), length: lengthInWords(now.getTime() - Date.parse(since)) },
            )}
          </span>
        </p>
        {notes.map((note) => (
          <p key={note} className="mu-small">
            {t('Auto declare: {note}', { note })}
          </p>
        ))}
        {!isDeclarable && (
          <p className="mu-small">
            {t('Older than {days} days: it can only be voided.', { days: DAYS_BACK })}
          </p>
        )}
      </div>
      <div className="mu-tight mu-fixed mu-gap-4">
        {isDeclarable && (
          <LinkButton
            to={to}
            search={{ tab: 'manual', date }}
            variant="light"
            px={9}
            aria-label={t('Declare {draw}', { draw: of })}
          >
            {t('Declare')}
          </LinkButton>
        )}
        <Allowed to={api.results.voidDraw}>
          <Button
            variant="subtle"
            color="gray"
            px={9}
            aria-label={t('Void {draw}', { draw: of })}
            onClick={onVoid}
          >
            {t('Void')}
          </Button>
        </Allowed>
      </div>
    </li>
  )
}
