/**
 * The twelve entries of the sidebar, in the specification's order, and 'To confirm' where acts wait for a second person; a
 * hairline is drawn between the groups.
 */
import { SCREENS, type Section } from '@munim/contract/screens'
import {
  type Icon,
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
  IconUserCheck,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'

/** The section's group and picture, in the order of the sidebar. */
const SECTIONS: Readonly<Record<Section, readonly [group: number, icon: Icon]>> = {
  dashboard: [0, IconLayoutDashboard],
  users: [1, IconUsers],
  markets: [1, IconCalendarClock],
  bets: [1, IconDice3],
  results: [1, IconTargetArrow],
  wallet: [1, IconWallet],
  settings: [2, IconSettings],
  reports: [2, IconClipboardData],
  notifications: [3, IconSpeakerphone],
  'push notifications': [3, IconSend],
  feedbacks: [3, IconMessage2],
  banners: [3, IconPhoto],
  'to confirm': [4, IconUserCheck],
}

export interface Entry {
  readonly section: Section
  readonly name: (typeof SCREENS)[Section][1]
  readonly to: (typeof SCREENS)[Section][0]
  readonly icon: Icon
}

const entries = (Object.entries(SECTIONS) as [Section, (typeof SECTIONS)[Section]][]).map(
  ([section, [group, icon]]) => ({
    group,
    entry: { section, to: SCREENS[section][0], name: SCREENS[section][1], icon },
  }),
)

export const GROUPS: readonly (readonly Entry[])[] = [...new Set(entries.map(({ group }) => group))].map(
  (each) => entries.filter(({ group }) => group === each).map(({ entry }) => entry),
)

/** The section whose items wait in a queue; requests of both kinds are the wallet's. */
const OF_QUEUE: readonly (readonly [queue: string, section: string])[] = [
  ['/desk/users', SCREENS.users[0]],
  ['/desk/feedback', SCREENS.feedbacks[0]],
  ['/desk', SCREENS.wallet[0]],
]

const isBelow = (path: string, address: string) => path === address || path.startsWith(`${address}/`)

/**
 * Active by path prefix; Dashboard, the prefix of all, only when it is the whole path. In the work queue it is the section
 * whose counter leads there.
 */
export function isActive({ to }: Entry, path: string): boolean {
  if (to === '/') return path === '/'
  const [, section = path] = OF_QUEUE.find(([queue]) => isBelow(path, queue)) ?? []
  return isBelow(section, to)
}
