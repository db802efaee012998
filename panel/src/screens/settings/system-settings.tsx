/** The platform's settings in one form. All of them are sent, as they were when the first was typed, over that version. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLacking } from '../../api/may.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Link } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { tellDone, tellFailed, tellWaits } from '../../widgets/notice.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { ChangeHistory, LastChange } from './change-history.tsx'
import { MaintenanceQuestion } from './maintenance-question.tsx'
import { Newer } from './newer.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionMap } from './section-map.tsx'
import { SettingsCard } from './settings-card.tsx'
import {
  allOf,
  baseOf,
  changesOf,
  complaintsOf,
  type Draft,
  draftOf,
  savedMeanwhile,
  settingInWords,
  typedInto,
} from './settings-draft.ts'
import { fieldsOf, type Key, SECTIONS, type Settings } from './settings-fields.ts'
import styles from './system-settings.module.css'

export function SystemSettings() {
  const settings = useCall(api.settings.get, {})
  const [search, setSearch] = useState('')
  const mayManage = useLacking(api.administrators.list) === null
  return (
    <>
      <PageHead
        title={t('System Settings')}
        facts={<LastChange thing="settings" />}
        actions={
          <>
            <div className={styles.search}>
              <SearchBox placeholder={t('Search settings')} value={search} onSearch={setSearch} />
            </div>
            {mayManage && (
              <Button variant="default" component={Link} to="/settings/administrators">
                {t('Administrators')}
              </Button>
            )}
            <Button variant="default" component={Link} to="/settings/game-rates">
              {t('Manage Game Rates')}
            </Button>
          </>
        }
      />
      <AskedFor thing="settings" id="global" />
      <Loaded call={settings}>
        {({ data }) => <SettingsForm settings={data} search={search} reload={reloadOf(settings)} />}
      </Loaded>
      <ChangeHistory thing="settings" inWords={settingInWords} />
    </>
  )
}

/** Asks for the settings again; the form keeps what was typed over what is then saved. */
const reloadOf = (call: ReturnType<typeof useCall<typeof api.settings.get>>) => () => {
  if (call.state === 'ready') call.retry()
}

interface Props {
  readonly settings: Settings
  readonly search: string
  readonly reload: () => void
}

function SettingsForm({ settings, search, reload }: Props) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>({})
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setAsking] = useState(false)
  /** As they were when the first keystroke of the draft was made. */
  const [first, setFirst] = useState<Settings | null>(null)
  /** The settings that a save was refused over: another administrator's are newer. */
  const [stale, setStale] = useState<Settings | null>(null)

  const base = baseOf(settings, Object.keys(draft).length === 0 ? null : first)
  const changes = changesOf(base, draft)
  const wrong = isChecked ? { ...refused, ...complaintsOf(base, draft) } : refused
  const changed = new Set(changes.map(({ key }) => key))
  const found = SECTIONS.filter((section) => isFound(section.title, fieldsOf(section), search))
  useUnsaved(changes.length > 0)

  const saving = useAction(api.settings.update, {
    refreshes: [api.reports.audit],
    onDone: (answer) => {
      queries.setQueryData([api.settings.get.path, {}], answer)
      reset()
      tellDone(t('Settings updated successfully'))
    },
    onFailed: (message, { status, fields }) => {
      if (status === 409 && fields.version !== undefined) return setOver()
      setRefused(fields)
      tellFailed(message)
    },
    onWaits: () => {
      reset()
      tellWaits()
    },
  })

  /** What was typed is put over what is saved now. */
  function setOver() {
    setStale(base)
    setFirst(null)
    setDraft(draftOf(changes, draft))
  }
  function reset() {
    setDraft({})
    setFirst(null)
    setChecked(false)
    setRefused({})
    setStale(null)
  }
  function type(key: Key, value: string | boolean) {
    if (key === 'maintainence' && value === true && !base.maintainence) return setAsking(true)
    put(key, value)
  }
  function put(key: Key, value: string | boolean) {
    const next = typedInto(draft, base, { key, value })
    setDraft(next)
    setFirst(base)
    setRefused({})
  }
  /** It was saved in another way, and is no change of another administrator. */
  function onSaved(key: Key, value: string) {
    setDraft((typed) => typedInto(typed, { ...base, [key]: value }, { key, value: typed[key] ?? value }))
    setFirst((before) => before && { ...before, [key]: value })
  }
  function save(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    const [complaint] = Object.keys(complaintsOf(base, draft))
    if (complaint !== undefined) return document.getElementById(`setting-${complaint}`)?.focus()
    if (changes.length === 0) return
    void saving.run({ ...allOf(base, changes), version: base.version })
  }

  const form = { settings: base, draft, changed, wrong, isSaving: saving.isPending, onType: type, onSaved }
  return (
    <>
      <form onSubmit={save} noValidate>
        <div className={styles.columns}>
          <SectionMap sections={found} changed={sectionsWith(changed)} />
          <div className={styles.cards}>
            {/* Those not found are hidden only: a file may be on its way from one, or chosen in it. */}
            {SECTIONS.map((section) => (
              <SettingsCard
                key={section.id}
                section={section}
                form={form}
                isHidden={!found.includes(section)}
              />
            ))}
            {found.length === 0 && (
              <p className={styles.none}>{t('No setting is called “{search}”.', { search })}</p>
            )}
          </div>
        </div>
        <SaveBar
          changes={changes.map(({ words }) => words)}
          complaint={complaintIn(wrong)}
          note={
            stale && (
              <Newer
                isReloaded={settings.version !== stale.version}
                theirs={savedMeanwhile(stale, settings)}
                reload={reload}
              />
            )
          }
          save={t('Save Settings')}
          isPending={saving.isPending}
          onCancel={reset}
        />
      </form>
      {isAsking && (
        <MaintenanceQuestion
          message={String(draft.maintainence_msg ?? base.maintainence_msg)}
          onAct={() => {
            put('maintainence', true)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** A card is found by its own name, by a field's label or by a field's key. */
function isFound(title: string, fields: ReturnType<typeof fieldsOf>, search: string): boolean {
  const wanted = search.toLowerCase()
  return [title, ...fields.flatMap(({ label, key }) => [label, key])].some((name) =>
    name.toLowerCase().includes(wanted),
  )
}

const sectionsWith = (changed: ReadonlySet<Key>) =>
  new Set<string>(
    SECTIONS.filter((section) => fieldsOf(section).some(({ key }) => changed.has(key))).map(({ id }) => id),
  )

function complaintIn(wrong: Readonly<Record<string, string>>) {
  const [first, ...others] = Object.values(wrong)
  if (first === undefined) return null
  return (
    <p className={styles.refused} role="alert">
      {others.length === 0 ? first : t('{first}, and {count} more to mend', { first, count: others.length })}
    </p>
  )
}
