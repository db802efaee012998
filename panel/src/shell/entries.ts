/** The twelve entries of the sidebar, in the specification's order; a hairline stands between the groups. */
import {
  IconCalendarClock,
  IconClipboardData,
  IconDice3,
  IconLayoutDashboard,
  IconMessage2,
  IconPhoto,
  IconSend,
  IconSettings,
  IconSpeakerphone,
  IconTargetArrow,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'

export const ENTRIES = [
  [{ name: 'Dashboard', to: '/', icon: IconLayoutDashboard }],
  [
    { name: 'Users', to: '/users', icon: IconUsers },
    { name: 'Market', to: '/market', icon: IconCalendarClock },
    { name: 'Bet', to: '/bet', icon: IconDice3 },
    { name: 'Results', to: '/results', icon: IconTargetArrow },
    { name: 'Wallet', to: '/wallet', icon: IconWallet },
  ],
  [
    { name: 'Settings', to: '/settings', icon: IconSettings },
    { name: 'Reports', to: '/reports', icon: IconClipboardData },
  ],
  [
    { name: 'Notifications', to: '/notifications', icon: IconSpeakerphone },
    { name: 'Push Notifications', to: '/push-notifications', icon: IconSend },
    { name: 'Feedbacks', to: '/feedbacks', icon: IconMessage2 },
    { name: 'Banners', to: '/banners', icon: IconPhoto },
  ],
] as const

export type Entry = (typeof ENTRIES)[number][number]

/** Active by path prefix; Dashboard, the prefix of all, only when it is the whole path. */
export function isActive({ to }: Entry, path: string): boolean {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)
}
