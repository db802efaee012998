/** The bets of the draw shown, by status, game and session. */
import { Button, NativeSelect } from '@mantine/core'
import { api, type Body } from '@munim/contract'
import { GAME_MODES, labelOf } from '@munim/core'
import { IconDice3 } from '@tabler/icons-react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useList } from '../../api/use-list.ts'
import { bidColumns } from '../../game/bid-columns.tsx'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { type Draw, dateOf } from './draw.ts'
import styles from './user-bets.module.css'

const LIMIT = 10
const ALL = { value: '', label: 'All' }

const STATUSES = [
  ALL,
  { value: 'running', label: 'Running' },
  { value: 'win', label: 'Win' },
  { value: 'loss', label: 'Loss' },
  { value: 'cancelled', label: 'Cancelled' },
]
const MODES = [ALL, ...GAME_MODES.map((mode) => ({ value: mode, label: labelOf(mode) }))]
const SESSIONS = [ALL, { value: 'open', label: 'Open' }, { value: 'close', label: 'Close' }]

const FILTERS = [
  ['status', 'Status', STATUSES],
  ['gameMode', 'Game Mode', MODES],
  ['session', 'Session', SESSIONS],
] as const

/** One market, whose name stands in the head of the page. */
const columns = bidColumns.filter(({ title }) => title !== 'Market')

interface Props {
  readonly draw: Draw
  readonly date: string
}

export function UserBets({ draw, date }: Props) {
  const { set, ...words } = useAddress({ status: '', gameMode: '', session: '', page: '1' })
  const page = pageOf(words.page)
  const chosen = FILTERS.flatMap(([key, , choices]) => {
    const value = words[key]
    return value !== '' && choices.some((choice) => choice.value === value) ? [[key, value]] : []
  })
  const filter = { marketId: draw.id, date, ...Object.fromEntries(chosen) } as Body<typeof api.bids.ofMarket>
  const bets = useList(
    api.bids.ofMarket,
    { ...filter, page, limit: LIMIT },
    { keyOf: ({ id }) => id, onFirst: () => set({ page: '1' }) },
  )
  const clear = () => set({ status: '', gameMode: '', session: '', page: '1' })

  return (
    <>
      <div className={styles.filters}>
        {FILTERS.map(([key, label, choices]) => (
          <NativeSelect
            key={key}
            label={label}
            className={styles.select}
            data={choices}
            value={choices.some((choice) => choice.value === words[key]) ? words[key] : ''}
            onChange={(event) => set({ [key]: event.currentTarget.value, page: '1' })}
          />
        ))}
        <div className={styles.act}>
          <ExportCsv
            of={api.bids.ofMarketCsv}
            body={filter}
            isDisabled={bets.state === 'ready' && bets.answer.total === 0}
          />
        </div>
      </div>
      <Records
        call={bets}
        rows={({ data }) => data}
        keyOf={({ id }) => id}
        columns={columns}
        caption="Bets of this draw, the latest first"
        counted={['bet', 'bets']}
        empty={{
          title: 'No bets found',
          icon: IconDice3,
          ...(chosen.length > 0
            ? {
                hint: 'None matches these filters.',
                action: (
                  <Button variant="default" onClick={clear}>
                    Clear filters
                  </Button>
                ),
              }
            : { hint: `Nobody has bet on ${draw.name} for ${dateOf(date)}.` }),
        }}
      />
      {bets.state === 'ready' && (
        <PageNav
          page={page}
          {...bets.answer}
          limit={LIMIT}
          isOutdated={bets.outdated !== null}
          onGo={(to) => set({ page: String(to) })}
        />
      )}
    </>
  )
}
