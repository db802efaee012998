/** The result of one market: what is declared, declaring it, taking it back, and what was declared before. */
import { Button, Tabs } from '@mantine/core'
import { api } from '@munim/contract'
import { type Day, dayOf as dayOfMoment, readDay, statusOf } from '@munim/core'
import { IconCalendarOff, IconHourglass } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { HindiName } from '../../widgets/hindi-name.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { Plain } from '../../widgets/plain.tsx'
import { useNow } from '../../widgets/times.ts'
import { type Draw, dateOf, dueInWords, dueOf, timesOfDraw } from './draw.ts'
import { Manual } from './manual.tsx'
import { Overview } from './overview.tsx'
import look from './result-details.module.css'
import { StatusOfResult } from './result-status.tsx'
import { RevertResult } from './revert-result.tsx'
import type { Typed } from './typed.ts'

export function ResultDetails() {
  const { id } = useParams({ strict: false })
  return <Details key={id} id={id!} />
}

function Details({ id }: { readonly id: string }) {
  const { date } = useAddress({ date: '' })
  const day = readDay(date)
  const draw = useCall(api.markets.get, day === null ? { id } : { id, date: day })
  // 400: what stands in the address is no market's number.
  if (draw.state === 'failed' && (draw.status === 404 || draw.status === 400)) return <Missing />
  return <Loaded call={draw}>{({ data }) => <ResultPage draw={data} wanted={day} />}</Loaded>
}

function Missing() {
  const navigate = useNavigate()
  const back = (
    <Button variant="default" onClick={() => void navigate({ to: '/results' as '/' })}>
      Back to Results
    </Button>
  )
  return (
    <div role="alert">
      <Plain heading="h1" icon={IconCalendarOff} title="Market not found" action={back} />
    </div>
  )
}

const LATER = [
  ['bets', 'User Bets', 'The bets of this market, by player, game and session, come with a later version.'],
  ['analytics', 'Analytics', 'Stakes by game and by session come with a later version.'],
  ['predict', 'Predict', 'What a result would pay before it is declared comes with a later version.'],
] as const

interface Props {
  /** The draw shown: until the wanted day is read, still the one before. */
  readonly draw: Draw
  readonly wanted: Day | null
}

function ResultPage({ draw, wanted }: Props) {
  const { tab, set } = useAddress({ tab: 'overview' })
  const [typed, setTyped] = useState<Typed>({})
  const [isReverting, setReverting] = useState(false)
  const date = wanted ?? readDay(draw.market_date) ?? dayOfMoment(new Date())
  const form = { draw, date, typed, onType: setTyped }

  return (
    <>
      <Head draw={draw} onRevert={() => setReverting(true)} />
      <Tabs value={tab} onChange={(to) => set({ tab: to ?? 'overview' })} className={look.tabs}>
        <Tabs.List>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          {LATER.map(([value, name]) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="manual">Manual</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview {...form} />
        </Tabs.Panel>
        {LATER.map(([value, , hint]) => (
          <Tabs.Panel key={value} value={value}>
            <Plain icon={IconHourglass} title="Not here yet" hint={hint} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="manual">
          <Manual {...form} />
        </Tabs.Panel>
      </Tabs>
      {isReverting && draw.market_date !== null && (
        <RevertResult draw={draw} date={draw.market_date} onClose={() => setReverting(false)} />
      )}
    </>
  )
}

function Head({ draw, onRevert }: { readonly draw: Draw; readonly onRevert: () => void }) {
  const due = dueOf(draw, useNow())
  return (
    <PageHead
      title={draw.name}
      from={{ name: 'Results', to: '/results' }}
      beside={
        <>
          <HindiName of={draw} in="title" />
          <StatusOfResult of={draw} isDue={due !== null} />
        </>
      }
      facts={
        <>
          {dateOf(draw.market_date)} · {timesOfDraw(draw)}
          {due && <span className={look.late}> · {dueInWords(due).toLowerCase()}</span>}
        </>
      }
      actions={
        statusOf(draw) !== 'pending' && (
          <Button variant="subtle" color="red" onClick={onRevert}>
            Revert Result
          </Button>
        )
      }
    />
  )
}
