/** The fields that setting a second factor up and renaming it share. */
import { TextInput } from '@mantine/core'
import { FACTOR_NAME_MAX, t } from '@munim/contract'
import { SecretField } from '../../widgets/secret-field.tsx'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  /** It was tried without: what is missing is said. */
  readonly hasTried: boolean
}

export function CurrentPassword({ value, onChange, hasTried }: Props) {
  return (
    <SecretField
      label={t('Current Password')}
      autoComplete="current-password"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={hasTried && value === '' && t('Current password is required')}
    />
  )
}

interface NameProps extends Props {
  readonly description?: string
  /** The dialog begins with it. */
  readonly hasFocus?: boolean
}

export function FactorName({ value, onChange, hasTried, description, hasFocus = false }: NameProps) {
  return (
    <TextInput
      label={t('Name')}
      description={description}
      autoComplete="off"
      maxLength={FACTOR_NAME_MAX}
      {...(hasFocus && { 'data-autofocus': true })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={hasTried && value.trim() === '' && t('Name is required')}
    />
  )
}
