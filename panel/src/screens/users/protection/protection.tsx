/** Play with measure: a player's limits with what is used of them, and pauses; the house sets its own here. */
import { Box, Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { limitInWords } from '../../../game/limit-words.ts'
import { Allowed } from '../../../widgets/allowed.tsx'
import { FactList } from '../../../widgets/facts.tsx'
import { later } from '../../../widgets/later.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { rupeesInWords } from '../../../widgets/money.tsx'
import { PanelCard } from '../../../widgets/panel-card.tsx'
import { Sentence } from '../../../widgets/sentence.tsx'
import { When } from '../../../widgets/when.tsx'
import type { User } from '../user.ts'

const SetLimit = later(() => import('./set-limit.tsx').then((m) => m.SetLimit))
const SetPause = later(() => import('./set-pause.tsx').then((m) => m.SetPause))

type Known = Answer<typeof api.protection.get>['data']
type Limit = Known['limits'][number]
type Pause = Known['pauses'][number]

export function Protection({ user, isThere }: { readonly user: User; readonly isThere: boolean }) {
  const call = useCall(api.protection.get, { id: user.id }, isThere)
  const [doing, setDoing] = useState<'limit' | 'pause' | null>(null)
  const stop = () => setDoing(null)
  const acts = (
    <div className="mu-acts">
      <Allowed to={api.protection.setPause}>
        <Button size="xs" onClick={() => setDoing('pause')}>
          {t('Pause play')}
        </Button>
      </Allowed>
      <Allowed to={api.protection.setLimit}>
        <Button size="xs" disabled={call.state !== 'ready'} onClick={() => setDoing('limit')}>
          {t('Set limit')}
        </Button>
      </Allowed>
    </div>
  )
  return (
    <Box mt="md">
      <PanelCard title={t('Play limits')} aside={acts}>
        <Loaded call={call}>{({ data }) => <Shown known={data} />}</Loaded>
      </PanelCard>
      {doing === 'limit' && call.state === 'ready' && (
        <SetLimit user={user} limits={call.answer.data.limits} onClose={stop} />
      )}
      {doing === 'pause' && (
        // A pause need not wait for what could not be read.
        <SetPause
          user={user}
          pauses={call.state === 'ready' ? call.answer.data.pauses : undefined}
          onClose={stop}
        />
      )}
    </Box>
  )
}

function Shown({ known: { limits, pauses } }: { readonly known: Known }) {
  const labels = [...new Set(limits.map(limitInWords))]
  const facts = Object.fromEntries(
    labels.map((label) => [
      label,
      limits
        .filter((limit) => limitInWords(limit) === label)
        .map((limit) => <LimitLine key={limit.side} limit={limit} />),
    ]),
  )
  const paused =
    pauses.length === 0 ? t('no') : pauses.map((pause) => <PauseLine key={pause.side} pause={pause} />)
  return (
    <FactList
      facts={{ [t('Paused')]: paused, ...(limits.length === 0 ? { [t('Limit')]: t('none') } : facts) }}
    />
  )
}

const whose = ({ side, actorName }: Limit | Pause) => (side === 'player' ? t('the player') : actorName)

function LimitLine({ limit }: { readonly limit: Limit }) {
  const { amount, used, left, next, nextAt } = limit
  const values = {
    amount: rupeesInWords(amount),
    used: rupeesInWords(used),
    left: rupeesInWords(left),
    who: whose(limit),
  }
  return (
    <p>
      {t('{amount}: {used} used, {left} left · set by {who}', values)}
      {nextAt !== null && (
        <span className="mu-soft mu-block">
          {next === null ? (
            <Sentence of="ends {at}" at={<When at={nextAt} as="short" />} />
          ) : (
            <Sentence
              of="rises to {amount} {at}"
              amount={rupeesInWords(next)}
              at={<When at={nextAt} as="short" />}
            />
          )}
        </span>
      )}
    </p>
  )
}

function PauseLine({ pause }: { readonly pause: Pause }) {
  return (
    <p>
      {pause.until === null ? (
        t('for good, by {who}', { who: whose(pause) })
      ) : (
        <Sentence of="until {at}, by {who}" at={<When at={pause.until} as="short" />} who={whose(pause)} />
      )}
    </p>
  )
}
