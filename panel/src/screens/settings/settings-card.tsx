/** One card of the settings: its fields, the switches in its head, and what only this card says. */

import { TextInput } from '@mantine/core'
import { api, t } from '@munim/contract'
import { Fragment } from 'react'
import { Allowed } from '../../widgets/allowed.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { timeInWords } from '../../widgets/times.ts'
import { AppUpload } from './app-upload.tsx'
import { QrUpload } from './qr-upload.tsx'
import { placeOf } from './section-map.tsx'
import { SettingField, SettingSwitch } from './setting-field.tsx'
import styles from './settings-card.module.css'
import type { Draft, Wrong } from './settings-draft.ts'
import { type Field, type Key, type Section, type Settings, UNDER_MAINTENANCE } from './settings-fields.ts'

export interface Form {
  readonly settings: Settings
  readonly draft: Draft
  readonly changed: ReadonlySet<Key>
  readonly wrong: Wrong
  /** Meanwhile nothing more can be typed: it would be neither sent nor kept. */
  readonly isSaving: boolean
  readonly onType: (key: Key, value: string | boolean) => void
  /** What was typed here was saved in another way. */
  readonly onSaved: (key: Key, value: string) => void
}

interface Props {
  readonly section: Section
  readonly form: Form
  readonly isHidden: boolean
}

export function SettingsCard({ section, form, isHidden }: Props) {
  const partsOf = (field: Field) => ({
    value: shown(form, field.key),
    isChanged: form.changed.has(field.key),
    wrong: form.wrong[field.key],
    isDisabled: form.isSaving,
    onChange: (value: string | boolean) => form.onType(field.key, value),
  })
  const head = section.head?.map((field) => (
    <Allowed key={field.key} to={api.settings.update} fields={[field.key]}>
      <SettingSwitch field={field} {...partsOf(field)} />
    </Allowed>
  ))
  return (
    <div
      id={placeOf(section)}
      className={`mu-shrinks ${styles.card}`}
      data-half={section.isHalf}
      hidden={isHidden}
    >
      <PanelCard
        title={section.title}
        {...(head && { aside: <div className={`mu-flow mu-to-end ${styles.head}`}>{head}</div> })}
      >
        <div
          className={`mu-form mu-halves ${styles.fields}`}
          data-columns={section.columns}
          data-section={section.id}
        >
          {section.fields.map((field) => (
            <Fragment key={field.key}>
              <Allowed to={api.settings.update} fields={[field.key]}>
                <SettingField field={field} {...partsOf(field)} />
              </Allowed>
              <After field={field.key} form={form} />
            </Fragment>
          ))}
        </div>
      </PanelCard>
    </div>
  )
}

const shown = ({ settings, draft }: Form, key: Key) => draft[key] ?? saved(settings[key])
const saved = (value: string | number | boolean) => (typeof value === 'boolean' ? value : String(value))

/** What is shown after a field and is no setting that could be saved. */
function After({ field, form }: { readonly field: Key; readonly form: Form }) {
  switch (field) {
    case 'withdraw_close':
      return <Hours opens={String(shown(form, 'withdraw_open'))} closes={String(shown(form, field))} />
    case 'auto_deposit':
      return (
        <p className={`mu-small ${styles.note}`}>
          {t(
            'With both on, a deposit whose reference the payment provider confirms is credited without approval.',
          )}{' '}
          {form.settings.provider_connected
            ? t('A provider is connected.')
            : t('No provider is connected. Who runs the server can connect one.')}
        </p>
      )
    case 'autoDeclareResult':
      return form.settings.source_connected ? null : (
        <p className={`mu-small ${styles.note}`}>
          {t(
            'No result source is connected, so nothing is declared by itself. Who runs the server can connect one.',
          )}
        </p>
      )
    case 'merchant_upi':
      return <QrUpload path={form.settings.merchant_qr} />
    case 'video_link': {
      const version = String(shown(form, 'app_version')).trim()
      return (
        <AppUpload
          path={form.settings.app_link}
          version={version}
          onDone={() => form.onSaved('app_version', version)}
          onWaits={() => form.onType('app_version', form.settings.app_version)}
        />
      )
    }
    case 'app_version':
      return (
        <TextInput
          label={t('App download link')}
          value={form.settings.app_link}
          placeholder={t('No app file is kept')}
          disabled
          readOnly
        />
      )
    case 'maintainence_msg':
      return (
        <p className={`mu-small ${styles.note}`}>
          {t('Without a message players read “{message}”.', { message: UNDER_MAINTENANCE })}
        </p>
      )
    default:
      return null
  }
}

function Hours({ opens, closes }: { readonly opens: string; readonly closes: string }) {
  if (opens === '' || closes === '') return null
  return (
    <p className={`mu-small ${styles.hours}`}>
      {t(
        opens > closes
          ? 'Players may ask between {opens} and {closes} IST, over midnight.'
          : 'Players may ask between {opens} and {closes} IST.',
        { opens: timeInWords(opens), closes: timeInWords(closes) },
      )}
    </p>
  )
}
