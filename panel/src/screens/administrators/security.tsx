/** What all administrators are asked for: a second factor, and above which amount a fresh one. */
import { Button, NumberInput, Switch } from '@mantine/core'
import { api, t } from '@munim/contract'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { unitBefore } from '../../widgets/unit.ts'
import { type Listed, useChange } from './administrator.ts'
import styles from './administrators.module.css'

type Saved = Listed['factors']

export function Security({ saved, hasFactor }: { readonly saved: Saved; readonly hasFactor: boolean }) {
  const [required, setRequired] = useState(saved.factorRequired)
  const [limit, setLimit] = useState(String(saved.factorLimit))
  const saving = useChange(api.administrators.requireFactors, {
    done: t('What second factor is asked for is saved'),
  })
  const isChanged = required !== saved.factorRequired || Number(limit) !== saved.factorLimit
  const isDisabled = !hasFactor

  function save(event: FormEvent) {
    event.preventDefault()
    void saving.run({ factorRequired: required, factorLimit: Number(limit) })
  }
  return (
    <PanelCard title={t('Second factor')}>
      <form onSubmit={save} className={styles.security}>
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
          <p className={styles.you}>
            {t('Only who has a second factor changes these.')}{' '}
            <Link to="/profile/second-factor">{t('Second Factor')}</Link>
          </p>
        ) : (
          <Button type="submit" disabled={!isChanged || limit === ''} loading={saving.isPending}>
            {t('Save')}
          </Button>
        )}
      </form>
    </PanelCard>
  )
}
