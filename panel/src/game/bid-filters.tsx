/** The filters of bids: their status, their market and their slip. */
import { api, t } from '@munim/contract'
import { useEffect } from 'react'
import { useCall } from '../api/use-call.ts'
import { ALL, type Control, type Filter, Select, type SelectSize, select } from '../widgets/filters.tsx'
import { Chosen } from './chosen.tsx'

const STATUSES = { running: t('Running'), win: t('Win'), loss: t('Loss'), cancelled: t('Cancelled') }

export const bidStatuses = (...values: readonly (keyof typeof STATUSES)[]) =>
  values.map((value) => ({ value, label: STATUSES[value] }))

/** Other words for a status that an address may hold. */
const MEANT: Readonly<Record<string, string>> = { completed: 'win', pending: 'running' }

export function bidStatus(size: SelectSize): Filter {
  const status = select(t('Status'), [ALL, ...bidStatuses('running', 'win', 'loss', 'cancelled')], size)
  return { ...status, read: (word) => status.read(MEANT[word] ?? word) }
}

/** By a market's number; the address may also hold its `_id`. */
export const market = (size: SelectSize): Filter => ({
  control: (control) => <MarketSelect {...control} size={size} />,
})

/** A slip, which a bid's own page leads here with: named by one of its bids, and there as long as it is set. */
export const slip: Filter = {
  isFirst: true,
  read: (word) => (/^[1-9]\d{0,14}$/.test(word) ? word : ''),
  control: ({ value, onChange }) =>
    value !== '' && (
      <Chosen
        label={t('Slip')}
        words={t('Slip of bid #{id}', { id: value })}
        onLeaveOut={() => onChange('')}
      />
    ),
}

/** Where the markets can't be fetched, that is only logged and the filter stays as it is. */
function MarketSelect({ value, onChange, size }: Control & { readonly size: SelectSize }) {
  const markets = useCall(api.markets.list, {})
  const failure = markets.state === 'failed' ? markets.message : null
  useEffect(() => {
    if (failure !== null) console.error(`The filter by market has no markets: ${failure}`)
  }, [failure])

  const known = markets.state === 'ready' ? markets.answer.data : []
  const chosen = known.find(({ id, _id }) => String(id) === value || _id === value)
  return (
    <Select
      label={t('Market')}
      size={size}
      options={[
        ALL,
        // From the address, and not (or not yet) among the markets.
        ...(value !== '' && chosen === undefined ? [{ value, label: `#${value}` }] : []),
        ...known.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={chosen === undefined ? value : String(chosen.id)}
      onChange={onChange}
    />
  )
}
