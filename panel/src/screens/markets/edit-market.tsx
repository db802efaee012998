/**
 * Edits a market. Its result is shown and not edited: results are declared and reverted. The whole market is sent, over
 * the one that the form was filled from: where another administrator saved meanwhile it is refused, and what was typed
 * can be kept over what is saved now.
 */
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { tellingDone } from '../../widgets/notice.tsx'
import { timeOfDay } from '../../widgets/when.tsx'
import { CurrentResult } from './current-result.tsx'
import type { Market } from './market.ts'
import { changesOf, type Draft, draftOf, endsKept, missingIn, typedOver, type Wrong } from './market-draft.ts'
import { MarketFields } from './market-fields.tsx'
import { MarketSheet } from './market-sheet.tsx'

const STALE = t('The market was saved by another administrator meanwhile.')

export function EditMarket({ market, onClose }: { readonly market: Market; readonly onClose: () => void }) {
  /** What the form was filled from. */
  const [from, setFrom] = useState(market)
  const before = draftOf(from)
  const [draft, setDraft] = useState<Draft>(before)
  const [wrong, setWrong] = useState<Wrong>({})
  const [isStale, setStale] = useState(false)
  const [news, setNews] = useState<string | null>(null)
  const saving = useAction(api.markets.update, {
    refreshes: [api.markets.get, api.markets.list],
    onDone: tellingDone(t('Market updated'), onClose),
    onFailed: (_, { fields }) => {
      setStale(fields.basedOn !== undefined)
      setWrong(fields)
    },
  })
  const reloading = useAction(api.markets.get, {
    onDone: ({ data }) => {
      const theirs = changesOf(before, draftOf(data))
      setNews(
        t('Reloaded; what you typed is kept. Saved meanwhile: {fields}.', {
          fields: theirs.join(' · ') || t('other fields'),
        }),
      )
      setDraft((typed) => typedOver(draftOf(data), { before, draft: typed }))
      setFrom(data)
      drop()
    },
    onFailed: saving.setRefusal,
  })
  const changes = changesOf(before, draft)
  const kept = endsKept(from, draft, new Date()).map(timeOfDay)

  function drop() {
    setStale(false)
    saving.setRefusal(null)
  }
  function save() {
    const missing = missingIn(draft)
    setWrong(missing)
    setNews(null)
    drop()
    if (Object.keys(missing).length > 0) return
    void saving.run({ id: from.id, ...draft, basedOn: from.updatedAt })
  }

  return (
    <MarketSheet
      title={t('Edit Market')}
      act={t('Save Changes')}
      isDirty={changes.length > 0}
      doing={{ ...saving, refusal: isStale ? STALE : saving.refusal, setRefusal: drop }}
      {...(isStale && { onReload: () => void reloading.run({ id: from.id }) })}
      news={news}
      warning={
        changes.length === 0 || kept.length === 0
          ? undefined
          : t('The draw that is bet on keeps {times}. To stop its bets now, switch Running off.', {
              times: kept.join(' – '),
            })
      }
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
