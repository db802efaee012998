/** Makes a market. A result that is typed along with it is declared for its current draw. */
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { ResultFields } from '../../game/result-fields.tsx'
import { byField, type Complaints, complaintsOf, NOTHING_TYPED } from '../../game/typed-result.ts'
import { tellDone } from '../../widgets/notice.tsx'
import { type Draft, missingIn, NEW_MARKET, type Wrong } from './market-draft.ts'
import { MarketFields } from './market-fields.tsx'
import { MarketSheet } from './market-sheet.tsx'

export function CreateMarket({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(NEW_MARKET)
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [wrong, setWrong] = useState<Wrong & Complaints>({})
  const creating = useAction(api.markets.create, {
    refreshes: [api.markets.list],
    onDone: ({ data }) => {
      tellDone(t('Market created: {name}', { name: data.name }))
      onClose()
    },
    onFailed: (_, { fields }) => setWrong({ ...fields, ...byField(fields) }),
  })

  function create() {
    const isTyped = Object.values(typed).some((figures) => figures !== '')
    const found = { ...missingIn(draft), ...(isTyped && complaintsOf(typed)) }
    setWrong(found)
    creating.setRefusal(null)
    if (Object.keys(found).length === 0) void creating.run({ ...draft, ...typed })
  }

  return (
    <MarketSheet
      title={t('Create New Market')}
      act={t('Create Market')}
      isDirty={draft !== NEW_MARKET || typed !== NOTHING_TYPED}
      doing={creating}
      onAct={create}
      onClose={onClose}
    >
      <MarketFields
        draft={draft}
        onChange={setDraft}
        wrong={wrong}
        result={<ResultFields typed={typed} onType={setTyped} wrong={wrong} />}
      />
    </MarketSheet>
  )
}
