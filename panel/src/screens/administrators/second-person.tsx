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

function LimitsForm({ saved }: { readonly saved: Security }) {
  const [typed, setTyped] = useState<Partial<Limits>>({})
  const { administrators: _, ...limits } = { ...saved, ...typed }
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== saved[name as keyof Limits]),
  )
  const put = (change: Partial<Limits>) => setTyped((before) => ({ ...before, ...change }))
  const saving = useAction(api.security.update, {
    refreshes: [api.security.get, api.auth.whoAmI, api.acts.list, api.acts.waiting],
    onDone: () => {
      setTyped({})
      tellDone(t('The limits are saved'))
    },
    onFailed: tellFailed,
    onWaits: () => {
      setTyped({})
      tellWaits()
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    void saving.run(changed)
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
              onChange={(value) => put({ [name]: value === '' ? null : Number(value) })}
            />
          ))}
          <NumberInput
            label={t('An act waits for')}
            {...unitAfter('limit-hours', t('h'))}
            min={1}
            max={168}
            decimalScale={0}
            allowNegative={false}
            value={limits.hours}
            onChange={(value) => put({ hours: Number(value) })}
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
