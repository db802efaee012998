/** Above which limits an act waits for a second person. Shown where there are several administrators, or that is not known. */
import { Button, NumberInput, Switch } from '@mantine/core'
import { AMOUNT_NAMES, AMOUNTS, type Answer, api, SWITCH_NAMES, SWITCHES, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { tellDone, tellFailed, tellWaits } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { unitAfter, unitBefore } from '../../widgets/unit.ts'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import styles from './administrators.module.css'

type Security = Answer<typeof api.security.get>['data']
type Limits = Omit<Security, 'administrators'>

export function SecondPerson() {
  const limits = useCall(api.security.get, {})
  if (limits.state === 'loading') return null
  if (limits.state === 'ready' && limits.answer.data.administrators < 2) return null
  return (
    <PanelCard title={t('A second person')}>
      <Loaded call={limits}>{({ data }) => <LimitsForm saved={data} />}</Loaded>
    </PanelCard>
  )
}

/** What was typed; an emptied number of hours is none. */
type Typed = Partial<Omit<Limits, 'hours'> & { readonly hours: number | '' }>

function LimitsForm({ saved }: { readonly saved: Security }) {
  const [typed, setTyped] = useState<Typed>({})
  /** As the limits were when the first of them was typed over. */
  const [read, setRead] = useState(saved)
  const { administrators: _, ...limits } = { ...saved, ...typed }
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== saved[name as keyof Limits]),
  )
  useUnsaved(Object.keys(changed).length > 0)
  function put(change: Typed) {
    if (Object.keys(typed).length === 0) setRead(saved)
    setTyped({ ...typed, ...change })
  }
  const saving = useAction(api.security.update, {
    refreshes: [api.security.get, api.auth.whoAmI, api.acts.list, api.acts.waiting],
    onDone: () => {
      setTyped({})
      tellDone(t('The limits are saved'))
    },
    refreshesRefused: true,
    onFailed: (message, { fields }) => {
      if (fields.basedOn !== undefined) setTyped({})
      tellFailed(message)
    },
    onWaits: () => {
      setTyped({})
      tellWaits()
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (typed.hours === '') return
    const names = Object.keys(changed) as (keyof Limits)[]
    void saving.run({ ...changed, basedOn: Object.fromEntries(names.map((name) => [name, read[name]])) })
  }
  return (
    <>
      <AskedFor thing="security" id="limits" />
      <form onSubmit={save} noValidate className="mu-stack">
        <p className={styles.about}>
          {t(
            'What one administrator may move alone in a day. Above it each act waits until another one confirms it. Empty: no limit.',
          )}
        </p>
        <div className={styles.amounts}>
          {AMOUNT_NAMES.map((name) => (
            <NumberInput
              key={name}
              label={t(AMOUNTS[name])}
              {...unitBefore(`limit-${name}`, '₹')}
              min={0}
              decimalScale={0}
              allowNegative={false}
              placeholder={t('no limit')}
              value={limits[name] ?? ''}
              disabled={saving.isPending}
              onChange={(value) => put({ [name]: value === '' ? null : Number(value) })}
            />
          ))}
          <NumberInput
            label={t('An act waits for')}
            {...unitAfter('limit-hours', t('h'), { wrong: limits.hours === '' })}
            min={1}
            max={168}
            decimalScale={0}
            allowNegative={false}
            value={limits.hours}
            disabled={saving.isPending}
            error={limits.hours === '' && t('{label} must be a number', { label: t('An act waits for') })}
            onChange={(value) => put({ hours: value === '' ? '' : Number(value) })}
          />
        </div>
        <fieldset>
          <legend className={styles.legend}>{t('Always waits')}</legend>
          <div className={styles.rights}>
            {SWITCH_NAMES.map((name) => (
              <Switch
                key={name}
                label={t(SWITCHES[name])}
                checked={limits[name]}
                disabled={saving.isPending}
                onChange={({ currentTarget: { checked } }) => put({ [name]: checked })}
              />
            ))}
          </div>
        </fieldset>
        <p className={styles.about}>
          {t(
            'While a limit is set, administrators, roles, first passwords, these limits and the settings that guard payouts wait, too.',
          )}
        </p>
        <div>
          <Button type="submit" loading={saving.isPending} disabled={Object.keys(changed).length === 0}>
            {t('Save Limits')}
          </Button>
        </div>
      </form>
    </>
  )
}
