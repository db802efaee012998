/** What the administrator can do with their own account, behind the avatar. */

import { Menu, useMantineColorScheme } from '@mantine/core'
import { api, language, t } from '@munim/contract'
import { LANGUAGE_TAGS, LANGUAGES, type LanguageTag } from '@munim/contract/languages'
import { IconAdjustments, IconLogout, IconUserCog } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { afterPaint } from '../api/after-paint.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { turnTo } from '../language.ts'
import { signOut, whenSent } from '../session.ts'
import { switchKeys, useKeys } from '../widgets/keys.ts'
import { Link } from '../widgets/link.tsx'
import { tellFailed } from '../widgets/notice.tsx'
import { AccountButton } from './account-button.tsx'
import { useOpened } from './use-opened.ts'

const THEMES = [
  ['auto', t('As the device')],
  ['light', t('Light')],
  ['dark', t('Dark')],
] as const

interface Props {
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
}

export function AccountMenu({ isOpen, onChange }: Props) {
  const isOpened = useOpened(isOpen)
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasKeys = useKeys(({ isOn }) => isOn)
  const { run: keepLanguage } = useAction(api.auth.setLanguage, {
    // Another tab may have been turned meanwhile: what counts is what this page speaks.
    onDone: (_, { language: chosen }) => turnTo(chosen, language().tag),
    onFailed: tellFailed,
  })

  /** The server is told, but not waited for: signing out works without it. */
  function leave() {
    whenSent(() => {
      call(api.auth.logout, {}).catch(() => undefined)
      signOut()
      void navigate({ to: '/admin/login' })
    })
  }

  return (
    <Menu
      opened={isOpened}
      onChange={onChange}
      position="bottom-end"
      offset={6}
      width={208}
      transitionProps={{ duration: 0 }}
      withinPortal={false}
    >
      <Menu.Target>
        <AccountButton
          // The focus is still here for a moment after the menu has opened.
          onKeyDown={({ key }) => key === 'Escape' && onChange(false)}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUserCog size={16} stroke={1.6} />}>
          {t('Profile Settings')}
        </Menu.Item>
        <Menu.Item component={Link} to="/settings" leftSection={<IconAdjustments size={16} stroke={1.6} />}>
          {t('Preferences')}
        </Menu.Item>
        <Menu.Item onClick={leave} leftSection={<IconLogout size={16} stroke={1.6} />}>
          {t('Sign Out')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('Theme')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => afterPaint(() => setColorScheme(chosen as 'auto' | 'light' | 'dark'))}
        >
          {THEMES.map(([value, name]) => (
            <Menu.RadioItem key={value} value={value}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Language')}</Menu.Label>
        <Menu.RadioGroup
          value={language().tag}
          onChange={(chosen) => keepLanguage({ language: chosen as LanguageTag })}
        >
          {LANGUAGE_TAGS.map((tag) => (
            <Menu.RadioItem key={tag} value={tag} lang={tag}>
              {LANGUAGES[tag].name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={hasKeys} onChange={switchKeys}>
          {t('Single-key shortcuts')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
