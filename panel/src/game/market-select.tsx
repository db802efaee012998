/** The filter 'Market'. Where the markets can't be fetched, that is only logged and the filter stays as it is. */

import { NativeSelect } from '@mantine/core'
import type { Answer, api } from '@munim/contract'
import { t } from '@munim/contract'
import { useEffect } from 'react'
import type { Call } from '../api/use-call.ts'

interface Props {
  readonly markets: Call<Answer<typeof api.markets.list>>
  /** A market's number, '' for all. */
  readonly value: string
  readonly onChoose: (market: string) => void
  readonly className?: string | undefined
}

export function MarketSelect({ markets, value, onChoose, className }: Props) {
  const failure = markets.state === 'failed' ? markets.message : null
  useEffect(() => {
    if (failure !== null) console.error(`The filter by market has no markets: ${failure}`)
  }, [failure])

  const known = markets.state === 'ready' ? markets.answer.data : []
  const chosen = known.find(({ id, _id }) => String(id) === value || _id === value)
  const choices = known.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <NativeSelect
      label={t('Market')}
      className={className}
      data={[
        { value: '', label: t('All') },
        // From the address, and not (or not yet) among the markets.
        ...(value !== '' && chosen === undefined ? [{ value, label: `#${value}` }] : []),
        ...choices,
      ]}
      value={chosen === undefined ? value : String(chosen.id)}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}
