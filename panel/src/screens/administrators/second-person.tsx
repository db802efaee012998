/** Above which limits an act waits for a second person. Shown where there are several administrators, or that is not known. */
import { Button, NumberInput, Switch } from '@mantine/core'
import { AMOUNT_NAMES, AMOUNTS, type Answer, api, SWITCH_NAMES, SWITCHES, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { tellDone, tellFailed, tellingWaits } from '../../widgets/notice.tsx'
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

/** As it is in the form; an emptied number of hours is none. */
type Fields = Omit<Limits, 'hours'> & { readonly hours: number | '' }

function LimitsForm({ saved }: { readonly saved: Security }) {
  /** What was typed, over what: it is dropped where another administrator saved that otherwise meanwhile. */
  const [typed, setTyped] = useState<{
    readonly [name: string]: { readonly value: unknown; readonly over: unknown }
  }>({})
  const changed = Object.fromEntries(
    Object.entries(typed)
      .filter(([name, { value, over }]) => over === saved[name as keyof Limits] && value !== over)
      .map(([name, { value }]) => [name, value]),
  ) as Partial<Fields>
  const limits: Fields = { ...saved, ...changed }
  useUnsaved(Object.keys(changed).length > 0)
  const put = <Name extends keyof Fields>(name: Name, value: Fields[Name]) =>
    setTyped({ ...typed, [name]: { value, over: saved[name] } })
  const saving = useAction(api.security.update, {
    refreshes: [api.security.get, api.auth.whoAmI, api.acts.list, api.acts.waiting],
    onDone: () => {
      setTyped({})
      tellDone(t('The limits are saved'))
    },
    refreshesRefused: true,
    onFailed: tellFailed,
    onWaits: tellingWaits(() => setTyped({})),
  })

  function save(event: FormEvent) {
    event.preventDefault()
    const { hours, ...others } = changed
    if (hours === '') return
    const names = Object.keys(changed) as (keyof Limits)[]
    const basedOn = Object.fromEntries(names.map((name) => [name, saved[name]]))
    void saving.run({ ...others, ...(hours !== undefined && { hours }), basedOn })
  }
  return (
    <>
      <AskedFor thing="security" id="limits" />
      <form onSubmit={save} noValidate className="mu-stack">
        <p className={`mu-plain ${styles.about}`}>
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
              onChange={(value) => put(name, value === '' ? null : Number(value))}
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
            onChange={(value) => put('hours', value === '' ? '' : Number(value))}
          />
        </div>
        <fieldset>
          <legend className={`mu-name mu-tiny ${styles.legend}`}>{t('Always waits')}</legend>
          <div className={`mu-stack ${styles.rights}`}>
            {SWITCH_NAMES.map((name) => (
              <Switch
                key={name}
                label={t(SWITCHES[name])}
                checked={limits[name]}
                disabled={saving.isPending}
                onChange={({ currentTarget: { checked } }) => put(name, checked)}
              />
            ))}
          </div>
        </fieldset>
        <p className={`mu-plain ${styles.about}`}>
          {t(
            'While a limit is set, administrators, roles, first passwords, these limits and the settings that guard payouts wait, too.',
          )}
        </p>
        <div>
          <Button
            variant="filled"
            type="submit"
            loading={saving.isPending}
            disabled={Object.keys(changed).length === 0}
          >
            {t('Save Limits')}
          </Button>
        </div>
      </form>
    </>
  )
}
