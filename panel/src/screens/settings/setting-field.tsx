/** One setting as a field: an amount, a text of its kind, a time, a switch. */
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { useId } from 'react'
import { unitAfter, unitBefore } from '../../widgets/unit.ts'
import styles from './setting-field.module.css'
import type { Field, FlagField } from './settings-fields.ts'

interface Props<F> {
  readonly field: F
  readonly value: string | boolean
  readonly isChanged: boolean
  readonly wrong?: string | undefined
  readonly isDisabled: boolean
  readonly onChange: (value: string | boolean) => void
}

const UNITS = { percent: '%', hours: t('h'), times: '×' }

export function SettingField({ field, value, isChanged, wrong, isDisabled, onChange }: Props<Field>) {
  if (field.is === 'flag') {
    return <SettingSwitch {...{ field, value, isChanged, isDisabled, onChange }} />
  }
  const id = `setting-${field.key}`
  const said = { wrong, hint: field.hint }
  const common = {
    id,
    label: field.label,
    value: String(value),
    error: wrong,
    disabled: isDisabled,
    description: field.hint,
    placeholder: field.placeholder,
    wrapperProps: { 'data-changed': isChanged || undefined },
    autoComplete: 'off',
  }
  switch (field.is) {
    case 'money':
    case 'percent':
    case 'hours':
    case 'times':
      return (
        <NumberInput
          {...common}
          min={field.min}
          step={1}
          decimalScale={field.is === 'hours' ? 0 : 2}
          allowNegative={false}
          allowedDecimalSeparators={['.']}
          clampBehavior="none"
          {...(field.is === 'money' ? unitBefore(id, '₹', said) : unitAfter(id, UNITS[field.is], said))}
          onChange={(typed) => onChange(String(typed))}
        />
      )
    case 'long':
      return (
        <Textarea
          {...common}
          className={styles.long}
          rows={2}
          maxLength={field.max}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...common}
          type={field.is === 'version' ? 'text' : field.is}
          {...(field.is === 'version' && { inputMode: 'decimal' as const })}
          {...(field.is !== 'time' && { maxLength: field.max })}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

export function SettingSwitch({ field, value, isChanged, isDisabled, onChange }: Props<FlagField>) {
  const hintId = useId()
  return (
    <div className={`mu-ink ${styles.switch}`} data-changed={isChanged || undefined}>
      <Switch
        id={`setting-${field.key}`}
        label={
          field.showsKey ? (
            <>
              {field.label} <code className={`mu-wraps mu-tiny ${styles.key}`}>{field.key}</code>
            </>
          ) : (
            field.label
          )
        }
        checked={value === true}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        {...(field.hint && { 'aria-describedby': hintId })}
      />
      {field.hint && (
        <p id={hintId} className={`mu-small mu-breaks ${styles.hint}`}>
          {field.hint}
        </p>
      )}
    </div>
  )
}
