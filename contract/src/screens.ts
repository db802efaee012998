/** The panel's screens and their addresses: the panel's routes, its menu, and which addresses the server answers with 200. */

/** Of each screen its address, and its name in the menu where it has an entry. `$id` is any text, `{-$id}` may be missing. */
export const SCREENS = {
  login: ['/login'],
  dashboard: ['/', 'Dashboard'],
  users: ['/users', 'Users'],
  'user details': ['/users/details/{-$id}'],
  markets: ['/market', 'Market'],
  'market details': ['/market/details/{-$id}'],
  bets: ['/bet', 'Bet'],
  'bid details': ['/bet/details/$id'],
  results: ['/results', 'Results'],
  'results to declare': ['/results/due'],
  'result details': ['/results/details/$id'],
  wallet: ['/wallet', 'Wallet'],
  'request details': ['/wallet/details/$id'],
  settings: ['/settings', 'Settings'],
  'game rates': ['/settings/game-rates'],
  administrators: ['/settings/administrators'],
  reports: ['/reports', 'Reports'],
  'posting details': ['/reports/details/$id'],
  'day book': ['/reports/day'],
  'month book': ['/reports/month'],
  audit: ['/reports/audit'],
  'to look at': ['/reports/to-look-at'],
  notifications: ['/notifications', 'Notifications'],
  'push notifications': ['/push-notifications', 'Push Notifications'],
  feedbacks: ['/feedbacks', 'Feedbacks'],
  banners: ['/banners', 'Banners'],
  'to confirm': ['/to-confirm', 'To confirm'],
  'work queue': ['/desk/{-$kind}'],
  profile: ['/profile'],
  sessions: ['/profile/sessions'],
  'second factor': ['/profile/second-factor'],
} as const satisfies Readonly<Record<string, readonly [address: `/${string}`, entry?: string]>>

type Screens = typeof SCREENS
export type Screen = keyof Screens
/** The screens that the menu leads to. */
export type Section = { [S in Screen]: Screens[S] extends readonly [string, string] ? S : never }[Screen]

/** Addresses that were in use, and the screens that they lead to. */
export const OLD_ADDRESSES = {
  '/admin': 'dashboard',
  '/admin/login': 'login',
  '/admin/pushNotification': 'push notifications',
} as const satisfies Readonly<Record<string, Screen>>

/** What a link leads to: an address of a screen, with any text in place of its `$id`. */
export type Address = Filled<Screens[Screen][0]> | keyof typeof OLD_ADDRESSES
type Filled<A extends string> = A extends `${infer Base}/{-$${string}}`
  ? Base | `${Base}/${string}`
  : A extends `${infer Base}/$${string}`
    ? `${Base}/${string}`
    : A
