/** A password field that can be shown, and says when Caps Lock is on. Pasting and password managers work. */

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '@munim/contract'
import { type KeyboardEvent, useId, useState } from 'react'

/** The toggle is named Show or Hide and described by the label, so that the label names the field alone. */
export function SecretField({ description, ...props }: PasswordInputProps) {
  const id = useId()
  const [isVisible, setVisible] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      id={id}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? t('Hide') : t('Show'),
        'aria-describedby': `${id}-label`,
      }}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      spellCheck={false}
      autoCapitalize="off"
      description={isCapsLock ? t('Caps Lock is on') : description}
      {...props}
    />
  )
}
