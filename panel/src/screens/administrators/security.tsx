/** What all administrators are asked for: a second factor, and above which amount a fresh one. */
import { Button, NumberInput, Switch } from '@mantine/core'
import { api, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { Link } from '../../widgets/link.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { unitBefore } from '../../widgets/unit.ts'
import { type Listed, useChange } from './administrator.ts'
import styles from './administrators.module.css'

type Saved = Listed['factors']

export function Security({ saved, hasFactor }: { readonly saved: Saved; readonly hasFactor: boolean }) {
  /** Undefined: untouched, as it is saved. */
  const [typedRequired, setRequired] = useState<boolean>()
  const [typedLimit, setLimit] = useState<string>()
  const saving = useChange(api.administrators.requireFactors, {
    done: t('What second factor is asked for is saved'),
    onFailed: tellFailed,
  })
  // What is as it is saved is untouched, also once it was saved.
  if (typedRequired === saved.factorRequired) setRequired(undefined)
  if (typedLimit === String(saved.factorLimit)) setLimit(undefined)
  const required = typedRequired ?? saved.factorRequired
  const limit = typedLimit ?? String(saved.factorLimit)
  // What is not touched is not sent: it may be another by now.
  const changed = {
    ...(required !== saved.factorRequired && { factorRequired: required }),
    ...(Number(limit) !== saved.factorLimit && { factorLimit: Number(limit) }),
  }
  const isDisabled = !hasFactor

  function save(event: FormEvent) {
    event.preventDefault()
    void saving.run(changed)
  }
  return (
    <PanelCard title={t('Second factor')}>
      <form onSubmit={save} className={`mu-stack ${styles.security}`}>
        <Switch
          label={t('Everybody needs a second factor')}
          description={t('Who has none sets one up when they sign in, before anything else.')}
          disabled={isDisabled}
          checked={required}
          onChange={(event) => setRequired(event.currentTarget.checked)}
        />
        <NumberInput
          label={t('Ask again above')}
          description={t(
            'So much may be added, deducted and approved, in all, before the second factor is asked for again; 0: always.',
          )}
          {...unitBefore('limit-factor', '₹', { hint: true })}
          disabled={isDisabled}
          min={0}
          max={10_000_000}
          decimalScale={2}
          allowNegative={false}
          allowedDecimalSeparators={['.']}
          value={limit}
          onChange={(typed) => setLimit(String(typed))}
        />
        {isDisabled ? (
          <p className={`mu-plain ${styles.about}`}>
            {t('Only who has a second factor changes these.')}{' '}
            <Link to="/profile/second-factor">{t('Second Factor')}</Link>
          </p>
        ) : (
          <Button
            variant="filled"
            type="submit"
            disabled={Object.keys(changed).length === 0 || limit === ''}
            loading={saving.isPending}
          >
            {t('Save')}
          </Button>
        )}
      </form>
    </PanelCard>
  )
}
