/** The fields of an administrator: the name, a first password, the role. */
import { NativeSelect, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { RIGHTS, t } from '@munim/contract'
import { SecretField } from '../../widgets/secret-field.tsx'
import { type Role, useBeyond } from './administrator.ts'

interface Props {
  readonly roles: readonly Role[]
  readonly value: number
  readonly isDisabled?: boolean
  readonly onChoose: (id: number) => void
}

export const UserId = (field: TextInputProps) => (
  <TextInput
    label={t('User ID')}
    autoCapitalize="off"
    spellCheck={false}
    maxLength={100}
    data-autofocus
    {...field}
  />
)

export const FirstPassword = (field: PasswordInputProps) => (
  <SecretField label={t('First password')} autoComplete="new-password" {...field} />
)

/** Those beyond one's own can't be chosen. */
export function RoleSelect({ roles, value, isDisabled = false, onChoose }: Props) {
  const beyond = useBeyond()
  const chosen = roles.find(({ id }) => id === value)
  return (
    <NativeSelect
      label={t('Role')}
      description={chosen && rightsInWords(chosen)}
      value={String(value)}
      disabled={isDisabled}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      data={roles.map((role) => ({
        value: String(role.id),
        label: role.name,
        disabled: beyond(role) !== null,
      }))}
    />
  )
}

export function rightsInWords({ isOwner, rights }: Role): string {
  return isOwner ? t('everything') : rights.map((right) => t(RIGHTS[right])).join(', ')
}
