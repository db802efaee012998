/** How much of the limits on numbers this draw has used, the most used first; what is beyond them, to lay off elsewhere. */
import { Button } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { percentInWords, writtenNumber } from '@munim/core'
import { IconCircleCheck, IconGauge } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { gameName } from '../../../game/game-name.ts'
import { Allowed } from '../../../widgets/allowed.tsx'
import { Choices } from '../../../widgets/choices.tsx'
import type { Column } from '../../../widgets/column.ts'
import { ExportFile } from '../../../widgets/export-file.tsx'
import { later } from '../../../widgets/later.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { count, Money } from '../../../widgets/money.tsx'
import { OwnPages } from '../../../widgets/page-nav.tsx'
import { PercentBar } from '../../../widgets/percent-bar.tsx'
import { RecordsOf } from '../../../widgets/records.tsx'
import { TitledList } from '../../../widgets/titled-list.tsx'
import type { OfDay } from '../draw.ts'
import styles from './number-limits.module.css'

const SetLimits = later(() => import('./set-limits.tsx').then((m) => m.SetLimits))

type Use = Answer<typeof api.risk.use>
type Row = Use['data'][number]

const LIMIT = 10

export function NumberLimits({ draw, date }: OfDay) {
  const [beyond, setBeyond] = useState(false)
  const [page, setPage] = useState(1)
  const [isSetting, setSetting] = useState(false)
  const asked = { marketId: draw.id, date, beyond }
  const use = useCall(api.risk.use, { ...asked, page, limit: LIMIT })
  const answer = use.state === 'ready' ? use.answer : null
  return (
    <TitledList
      title={t('Limits on numbers')}
      {...(answer && { note: <Note use={answer} /> })}
      act={
        <div className={`mu-row mu-acts mu-to-end ${styles.acts}`}>
          {answer !== null && answer.limits > 0 && (
            <>
              <Choices
                label={t('Numbers')}
                choices={[
                  ['all', t('All')],
                  ['beyond', t('Beyond the limit')],
                ]}
                value={beyond ? 'beyond' : 'all'}
                counts={{ beyond: answer.beyond }}
                onChoose={(to) => {
                  setBeyond(to === 'beyond')
                  setPage(1)
                }}
              />
              <ExportFile
                of={api.risk.useCsv}
                body={asked}
                word={t('Export numbers')}
                isDisabled={answer.total === 0}
              />
            </>
          )}
          <Allowed to={api.risk.saveLimits}>
            <Button onClick={() => setSetting(true)}>{t('Set limits')}</Button>
          </Allowed>
        </div>
      }
    >
      <Loaded call={use} waiting={<div className={styles.room} />}>
        {(ready) => (
          <>
            <RecordsOf
              rows={ready.data}
              keyOf={({ half, game, betNumbers }) => `${half} ${game} ${betNumbers.join(' ')}`}
              columns={columns}
              caption={t('Numbers with a limit, the most used first')}
              empty={emptyOf(ready, beyond)}
            />
            <OwnPages label={t('Pages of numbers')} page={page} {...ready} limit={LIMIT} onGo={setPage} />
          </>
        )}
      </Loaded>
      {isSetting && <SetLimits draw={draw} date={date} onClose={() => setSetting(false)} />}
    </TitledList>
  )
}

function Note({ use: { limits, beyond } }: { readonly use: Use }) {
  if (limits === 0) return null
  if (beyond === 0) return t('no number is beyond its limit')
  return (
    <strong className="mu-down mu-strong">
      {t('{count, plural, one {# number is} other {# numbers are}} beyond the limit', { count: beyond })}
    </strong>
  )
}

function emptyOf({ limits }: Use, beyond: boolean) {
  if (limits === 0)
    return {
      title: t('No limit is set'),
      hint: t(
        'A limit says what a number may cost you in a draw: bets beyond it are refused, or you are warned.',
      ),
      icon: IconGauge,
    }
  return beyond
    ? { title: t('No number is beyond its limit'), icon: IconCircleCheck, tone: 'good' as const }
    : { title: t('Nothing is bet on a number with a limit'), icon: IconGauge }
}

const columns: readonly Column<Row>[] = [
  {
    title: t('Number'),
    cell: ({ betNumbers }) => <strong>{writtenNumber(betNumbers)}</strong>,
    card: 'title',
  },
  {
    title: t('Counted'),
    cell: ({ half, game }) =>
      t('{half, select, open {Open} other {Close}}, {game}', {
        half,
        game: game === null ? t('all games') : gameName(game),
      }),
    tone: 'soft',
    card: 'sub',
  },
  { title: t('Bets'), cell: ({ bids }) => count(bids), align: 'right', card: 'none' },
  { title: t('Pays'), cell: ({ cost }) => <Money rupees={cost} />, align: 'right' },
  { title: t('Limit'), cell: ({ limit }) => <Money rupees={limit} />, align: 'right' },
  { title: t('Used'), cell: (row) => <Used row={row} />, card: 'aside' },
  {
    title: t('When full'),
    cell: ({ refuses }) => (refuses ? t('Bets are refused') : t('A warning only')),
    tone: 'soft',
  },
  { title: t('To lay off'), cell: (row) => <LayOff row={row} />, align: 'right' },
]

function Used({ row: { used, beyond } }: { readonly row: Row }) {
  return (
    <PercentBar percent={used} isBad={beyond > 0}>
      {percentInWords(used)}
    </PercentBar>
  )
}

/** The stake elsewhere, at the rate of now, that pays what is beyond the limit. */
function LayOff({ row: { layOff, betNumbers } }: { readonly row: Row }) {
  if (layOff === null) return <span className="mu-soft">–</span>
  return (
    <>
      <Money rupees={layOff.points} />
      <span className="mu-small mu-block">
        {t('{game} {number} × {multiplier}', {
          game: gameName(layOff.gameMode),
          number: writtenNumber(betNumbers),
          multiplier: layOff.multiplier,
        })}
      </span>
    </>
  )
}
