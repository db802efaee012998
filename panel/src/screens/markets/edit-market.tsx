/** Edits a market. Its result is shown and not edited: results are declared and reverted. */
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { tellDone } from '../../widgets/notice.tsx'
import { CurrentResult } from './current-result.tsx'
import type { Market } from './market.ts'
import { changesOf, type Draft, draftOf, missingIn, type Wrong } from './market-draft.ts'
import { MarketFields } from './market-fields.tsx'
import { MarketSheet } from './market-sheet.tsx'

interface Props {
  readonly market: Market
  readonly onClose: () => void
}

export function EditMarket({ market, onClose }: Props) {
  const [before] = useState(() => draftOf(market))
  const [draft, setDraft] = useState<Draft>(before)
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const saving = useAction(api.markets.update, {
    refreshes: [api.markets.get, api.markets.list],
    onDone: () => {
      tellDone(t('Market updated'))
      onClose()
    },
    onFailed: (message, { fields }) => {
      setRefusal(message)
      setWrong(fields)
    },
  })
  const changes = changesOf(before, draft)

  function save() {
    if (changes.length === 0) return onClose()
    const missing = missingIn(draft)
    setWrong(missing)
    setRefusal(null)
    if (Object.keys(missing).length === 0) void saving.run({ id: market.id, ...draft })
  }

  return (
    <MarketSheet
      title={t('Edit Market')}
      act={t('Save Changes')}
      isDirty={changes.length > 0}
      isPending={saving.isPending}
      refusal={refusal}
      onDismiss={setRefusal}
      unsaved={
        changes.length === 0
          ? t('Nothing is changed.')
          : t('Unsaved: {changes}', { changes: changes.join(' · ') })
      }
      onAct={save}
      onClose={onClose}
    >
      <MarketFields
        draft={draft}
        onChange={setDraft}
        wrong={wrong}
        result={<CurrentResult market={market} />}
      />
    </MarketSheet>
  )
}
