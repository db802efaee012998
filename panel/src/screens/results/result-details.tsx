/** The result of one market: what is declared, declaring it, taking it back, and what was declared before. */

import { Button, Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { type Day, dayOf as dayOfMoment, readDay, statusOf } from '@munim/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import { useCall } from '../../api/use-call.ts'
import { HindiName } from '../../game/hindi-name.tsx'
import { NOTHING_TYPED } from '../../game/typed-result.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { later } from '../../widgets/later.tsx'
import { tellDone } from '../../widgets/notice.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { byId, RecordPage } from '../../widgets/record-page.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import { useNow } from '../../widgets/times.ts'
import { Analytics } from './analytics.tsx'
import { DeclareForm, type DeclareProps } from './declare-form.tsx'
import { DeclaredSoFar } from './declared-so-far.tsx'
import { aheadInWords, type Draw, dateOf, dueInLine, dueOf, fateOf, timesOfDraw } from './draw.ts'
import { NextDue } from './due/next-due.tsx'
import { type Fetched, typedOf, typedWithout } from './fetched.ts'
import { Overview } from './overview.tsx'
import { Predict } from './predict/predict.tsx'
import { usePrediction } from './predict/use-prediction.ts'
import { PreviousResults } from './previous-results.tsx'
import { StatusOfResult } from './result-status.tsx'
import type { Typed } from './typed.ts'
import { UserBets } from './user-bets.tsx'

const VoidDraw = later(() => import('./dialogs/void-draw.tsx').then((m) => m.VoidDraw))
const FetchResult = later(() => import('./dialogs/fetch-result.tsx').then((m) => m.FetchResult))
const RevertResult = later(() => import('./dialogs/revert-result.tsx').then((m) => m.RevertResult))

const BACK = {
  to: '/results',
  words: t('Back to Results'),
  title: t('Market not found'),
  icon: IconCalendarOff,
  isButton: true,
} as const

export const ResultDetails = byId(Details)

function Details({ id }: { readonly id: string }) {
  const { date } = useAddress({ date: '' })
  const [current, setCurrent] = useState<Current | null>(null)
  const wanted = readDay(date)
  const day = wanted ?? (current?.isPast ? current.day : null)
  const draw = useCall(api.markets.get, day === null ? { id } : { id, date: day })
  // Asked for again once the next draw is the current one, the page would go over to it under what is typed and read.
  const isRead = draw.state === 'ready' && !draw.isRefreshing && draw.outdated === null
  const read = day === null && isRead ? readDay(draw.answer.data.market_date) : null
  if (read !== null && current === null) setCurrent({ day: read, isPast: false })
  if (read !== null && current !== null && read !== current.day) setCurrent({ ...current, isPast: true })
  return (
    <RecordPage call={draw} back={BACK}>
      {({ data }) => <ResultPage draw={data} wanted={day} onCurrent={() => setCurrent(null)} />}
    </RecordPage>
  )
}

/** The day of the draw that was the current one as it was first read, and whether another is it now. */
interface Current {
  readonly day: Day
  readonly isPast: boolean
}

const TABS = [
  ['overview', t('Overview')],
  ['bets', t('User Bets')],
  ['analytics', t('Analytics')],
  ['predict', t('Predict')],
  ['manual', t('Manual')],
] as const
type TabName = (typeof TABS)[number][0]

/** The words of the address that belong to one tab; the day and the tab itself stay. */
const OF_A_TAB = {
  status: '',
  gameMode: '',
  session: '',
  page: '1',
  view: '',
  draws: '',
  half: '',
  show: '',
  as: '',
  panna: '',
}

interface Props {
  /** The draw shown: until the wanted day is read, still the one before. */
  readonly draw: Draw
  readonly wanted: Day | null
  /** Goes to the draw that is the current one now. */
  readonly onCurrent: () => void
}

function ResultPage({ draw, wanted, onCurrent }: Props) {
  const { set, ...words } = useAddress({ tab: 'overview', date: '', ...OF_A_TAB })
  const tab = TABS.find(([name]) => name === words.tab)?.[0] ?? 'overview'
  const date = wanted ?? readDay(draw.market_date) ?? dayOfMoment(new Date())
  const [typed, setTyped] = useState<Typed>({})
  const [asked, setAsked] = useState<Typed>({})
  const [fetched, setFetched] = useState<Fetched | null>(null)
  /** Whether a result was declared here, and nothing else was gone to since. */
  const [isDeclared, setDeclared] = useState(false)
  const [dialog, setDialog] = useState<'fetch' | 'revert' | 'void' | null>(null)
  if (fetched !== null && fetched.date !== date) {
    setTyped(typedWithout(typed, fetched))
    setFetched(null)
  }
  const predicting = usePrediction({ draw, date, onType: setAsked })

  const goTo = (to: TabName) => set({ ...OF_A_TAB, tab: to })
  function toCurrent() {
    set({ date: '' }, 'replace')
    onCurrent()
  }
  // Empty, also where an open is declared: what is cleared or declared is not to be sent again by a slip.
  function clearTyped() {
    setTyped(NOTHING_TYPED)
    setFetched(null)
    toCurrent()
  }
  function clearAsked() {
    setAsked(NOTHING_TYPED)
    predicting.clear()
    toCurrent()
  }
  function clearAll() {
    clearAsked()
    clearTyped()
  }
  const declaring = {
    draw,
    date,
    typed,
    onType: setTyped,
    fetched,
    onClear: clearTyped,
    onDeclared: () => {
      clearAll()
      setDeclared(true)
    },
    onVoid: () => setDialog('void'),
  }
  const panels: Readonly<Record<TabName, () => ReactNode>> = {
    overview: () => <Overview {...declaring} />,
    // Of another day none of these rows are shown meanwhile, nor where it fails.
    bets: () => <UserBets key={date} draw={draw} date={date} />,
    analytics: () => (
      <Analytics
        draw={draw}
        date={date}
        onPredict={(figures) => {
          setAsked(figures)
          goTo('predict')
        }}
      />
    ),
    predict: () => (
      <Predict
        draw={draw}
        date={date}
        typed={asked}
        onType={setAsked}
        predicting={predicting}
        onClear={clearAsked}
      />
    ),
    manual: () => <Manual {...declaring} />,
  }

  return (
    <>
      <Head draw={draw} onFetch={() => setDialog('fetch')} onRevert={() => setDialog('revert')} />
      <AskedFor thing="draw" id={`${draw.id} ${date}`} />
      {isDeclared && <NextDue onGo={() => setDeclared(false)} />}
      {draw.voided && <VoidedNote {...draw.voided} />}
      <Tabs value={tab} onChange={(to) => goTo((to ?? 'overview') as TabName)}>
        <TabList chosen={tab}>
          {TABS.map(([value, name]) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={tab}>{panels[tab]()}</Tabs.Panel>
      </Tabs>
      {dialog === 'fetch' && (
        <FetchResult
          draw={draw}
          date={date}
          onClose={() => setDialog(null)}
          onFetched={(said) => {
            setDialog(null)
            setFetched(said)
            setTyped(typedOf(said))
            tellDone(t('Result fetched successfully! You can review and declare it.'))
            goTo('manual')
          }}
        />
      )}
      {dialog === 'void' && (
        <VoidDraw market={draw} date={draw.market_date ?? date} onClose={() => setDialog(null)} />
      )}
      {dialog === 'revert' && draw.market_date !== null && (
        <RevertResult draw={draw} date={draw.market_date} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

interface HeadProps {
  readonly draw: Draw
  readonly onFetch: () => void
  readonly onRevert: () => void
}

function Head({ draw, onFetch, onRevert }: HeadProps) {
  const now = useNow()
  const due = dueOf(draw, now)
  const ahead = aheadInWords(draw, now)
  return (
    <PageHead
      title={draw.name}
      from={{ name: t('Results'), to: '/results' }}
      beside={
        <>
          <HindiName of={draw} in="title" />
          <StatusOfResult of={draw} isDue={due !== null} />
        </>
      }
      facts={
        <>
          {dateOf(draw.market_date)} · {timesOfDraw(draw)}
          {due && <span className="mu-red"> · {dueInLine(due)}</span>}
          {!due && ahead && ` · ${ahead}`}
        </>
      }
      actions={
        <>
          {statusOf(draw) !== 'pending' && (
            <Allowed to={api.results.revert}>
              <Button variant="subtle" color="red" onClick={onRevert}>
                {t('Revert Result')}
              </Button>
            </Allowed>
          )}
          <Allowed to={api.results.fetch}>
            <Button disabled={fateOf(draw) === 'voided'} onClick={onFetch}>
              {t('Fetch Result')}
            </Button>
          </Allowed>
        </>
      }
    />
  )
}

/** Entering a result by hand. */
export function Manual(form: DeclareProps) {
  return (
    <>
      <div className="mu-columns mu-apart">
        <DeclareForm title={t('Enter Manual Result')} {...form} />
        <DeclaredSoFar draw={form.draw} onVoid={form.onVoid} />
      </div>
      <PreviousResults marketId={form.draw.id} />
    </>
  )
}

/** Above the tabs of a draw of which something is void. */
function VoidedNote({ halves, reason, refunds }: NonNullable<Draw['voided']>) {
  const told = { halves: halves.join(), reason }
  return (
    <div className="mu-below-12">
      <Banner tone="note">
        {refunds
          ? t(
              '{halves, select, open {The open of this draw} close {The close of this draw} other {This draw}} is voided: its bets are cancelled, and {paid, number} of {all, number} refunded so far. Reason: {reason}',
              { ...told, paid: refunds.paid, all: refunds.of },
            )
          : t(
              '{halves, select, open {The open of this draw} close {The close of this draw} other {This draw}} is voided: its bets were cancelled and refunded. Reason: {reason}',
              told,
            )}
      </Banner>
    </div>
  )
}
