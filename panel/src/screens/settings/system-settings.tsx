/** The platform's settings in one form. All of them are sent, as they were when the first was typed, over that version. */
import { api, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { useLacking } from '../../api/may.ts'
import { useCall } from '../../api/use-call.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { LinkButton } from '../../widgets/link.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { FormSkeleton } from '../../widgets/record-skeleton.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import { ChangeHistory, LastChange } from './change-history.tsx'
import { MaintenanceQuestion } from './maintenance-question.tsx'
import { Newer } from './newer.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionMap } from './section-map.tsx'
import { SettingsCard } from './settings-card.tsx'
import { allOf, baseOf, changesOf, complaintsOf, savedMeanwhile, settingInWords } from './settings-draft.ts'
import { fieldsOf, type Key, SECTIONS, type Settings } from './settings-fields.ts'
import styles from './system-settings.module.css'
import { useSettingsDraft } from './use-settings-draft.ts'

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
            {mayManage && <LinkButton to="/settings/administrators">{t('Administrators')}</LinkButton>}
            <LinkButton to="/settings/game-rates">{t('Manage Game Rates')}</LinkButton>
          </>
        }
      />
      <AskedFor thing="settings" id="global" />
      <Loaded call={settings} waiting={<Waiting />}>
        {({ data }) => (
          <SettingsForm
            settings={data}
            search={search}
            reload={() => settings.state === 'ready' && settings.retry()}
          />
        )}
      </Loaded>
      <ChangeHistory thing="settings" inWords={settingInWords} />
    </>
  )
}

const Waiting = () => (
  <div className={styles.columns}>
    <SectionMap sections={SECTIONS} changed={NONE} inert />
    <FormSkeleton />
  </div>
)
const NONE: ReadonlySet<string> = new Set()

const FORM = {
  baseOf,
  fieldsOf: (settings: Settings) => settings,
  changesOf,
  done: t('Settings updated successfully'),
}

interface Props {
  readonly settings: Settings
  readonly search: string
  /** Asks for the settings again; what was typed stays over what is then saved. */
  readonly reload: () => void
}

function SettingsForm({ settings, search, reload }: Props) {
  const form = useSettingsDraft(api.settings.update, settings, FORM)
  const { draft, base, changes, stale, saving, put, onSaved } = form
  const wrong = form.isChecked ? { ...form.refused, ...complaintsOf(base, draft) } : form.refused
  const changed = new Set(changes.map(({ key }) => key))
  const found = SECTIONS.filter((section) => isFound(section.title, fieldsOf(section), search))

  function type(key: Key, value: string | boolean) {
    if (key === 'maintainence' && value === true && !base.maintainence) return form.set({ isAsking: true })
    put(key, value)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    form.set({ isChecked: true })
    const [complaint] = Object.keys(complaintsOf(base, draft))
    if (complaint !== undefined) return document.getElementById(`setting-${complaint}`)?.focus()
    if (changes.length === 0) return
    void saving.run({ ...allOf(base, changes), version: base.version })
  }

  const fields = { settings: base, draft, changed, wrong, isSaving: saving.isPending, onType: type, onSaved }
  return (
    <>
      <form onSubmit={save} noValidate>
        <div className={styles.columns}>
          <SectionMap sections={found} changed={sectionsWith(changed)} />
          <div className="mu-stack mu-halves">
            {/* Those not found are hidden only: a file may be on its way from one, or chosen in it. */}
            {SECTIONS.map((section) => (
              <SettingsCard
                key={section.id}
                section={section}
                form={fields}
                isHidden={!found.includes(section)}
              />
            ))}
            {found.length === 0 && (
              <p className={`mu-soft ${styles.none}`}>{t('No setting is called “{search}”.', { search })}</p>
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
          onCancel={form.reset}
        />
      </form>
      {form.isAsking && (
        <MaintenanceQuestion
          message={String(draft.maintainence_msg ?? base.maintainence_msg)}
          onAct={() => {
            put('maintainence', true)
            form.set({ isAsking: false })
          }}
          onClose={() => form.set({ isAsking: false })}
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
    <p className="mu-red" role="alert">
      {others.length === 0 ? first : t('{first}, and {count} more to mend', { first, count: others.length })}
    </p>
  )
}
