/** What is typed into a form of settings, and over which version of them, until it is saved. Both forms use it. */
import { api } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { tellDone, tellFailed, tellingWaits } from '../../widgets/notice.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import type { Settings } from './settings-fields.ts'

type Save = typeof api.settings.update | typeof api.settings.updateRates

interface Form<Fields, Draft, Change> {
  /** What a draft is over: the settings at its first keystroke, or those of now. */
  readonly baseOf: (now: Settings, first: Settings | null) => Settings
  readonly fieldsOf: (settings: Settings) => Fields
  readonly changesOf: (fields: Fields, draft: Draft) => readonly Change[]
  readonly done: string
}

const NOTHING = {
  draft: {},
  isChecked: false,
  refused: {} as Readonly<Record<string, string>>,
  isAsking: false,
  /** As they were when the first keystroke of the draft was made. */
  first: null as Settings | null,
  /** The settings that a save was refused over: another administrator's are newer. */
  stale: null as Settings | null,
}

export function useSettingsDraft<
  Now extends Settings | null,
  Fields extends object,
  Draft extends object,
  Change extends { readonly key: keyof Draft },
>(save: Save, now: Now, { baseOf, fieldsOf, changesOf, done }: Form<Fields, Draft, Change>) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(NOTHING as typeof NOTHING & { draft: Draft })
  const set = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }))
  const reset = () => setTyped(NOTHING as typeof typed)

  const { draft, first } = typed
  const base = (now && baseOf(now, Object.keys(draft).length === 0 ? null : first)) as Now
  const changes = base === null ? [] : changesOf(fieldsOf(base), draft)
  const mayLeave = useUnsaved(changes.length > 0)

  const saving = useAction(save, {
    refreshes: [api.reports.audit],
    onDone: (answer) => {
      queries.setQueryData([api.settings.get.path, {}], answer)
      reset()
      tellDone(done)
    },
    onFailed: (message, { status, fields }) => {
      set({ isAsking: false })
      if (status === 409 && fields.version !== undefined) return setOver()
      set({ refused: fields })
      tellFailed(message)
    },
    onWaits: tellingWaits(reset),
  })

  /** What was typed is put over what is saved now. */
  function setOver() {
    const others = Object.fromEntries(changes.map(({ key }) => [key, draft[key]])) as Draft
    set({ stale: base, first: null, draft: others })
  }
  function put(key: keyof Draft, value: string | boolean) {
    if (base !== null)
      set({ draft: typedInto(draft, fieldsOf(base), { key, value }), first: base, refused: {} })
  }
  /** It was saved in another way, and is no change of another administrator. */
  function onSaved(key: keyof Draft, value: string) {
    setTyped((before) => ({
      ...before,
      draft: typedInto(
        before.draft,
        { [key]: value },
        { key, value: (before.draft[key] as string) ?? value },
      ),
      first: before.first && { ...before.first, [key]: value },
    }))
  }
  return { ...typed, base, changes, saving, set, put, onSaved, reset, mayLeave }
}

/** A field that is as it was before is no longer touched. */
export function typedInto<Draft extends object>(
  draft: Draft,
  saved: object,
  { key, value }: { readonly key: keyof Draft; readonly value: string | boolean },
): Draft {
  const { [key]: _, ...others } = draft
  const isAsSaved = String(value) === String(saved[key as keyof typeof saved])
  return (isAsSaved ? others : { ...others, [key]: value }) as Draft
}
