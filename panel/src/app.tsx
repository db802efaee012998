/** All addresses of the panel, in one list, and who may see them. */
import { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { CallFailure } from './api/call.ts'
import { address } from './api/use-address.ts'
import { useSession } from './session.ts'
import { screenOf } from './shell/chunk.ts'
import { NotFound } from './shell/not-found.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'
import { Shell } from './shell/shell.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** On /login: the address that was asked for before signing in. */
    wanted?: string
  }
}

const isLoggedIn = () => useSession.getState().isLoggedIn

const root = createRootRoute({ component: Outlet })

/** Everything but the sign-in page: inside the shell, for the signed-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: ({ location }) => {
    if (!isLoggedIn()) throw redirect({ to: '/login', replace: true, state: { wanted: location.href } })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: screenOf('login', () => import('./screens/login/login.tsx').then((m) => m.Login)),
  beforeLoad: () => {
    if (isLoggedIn()) throw redirect({ to: '/', replace: true })
  },
})

/** The old name of an address. */
const moved = <P extends string, T extends '/' | '/login' | '/push-notifications'>(path: P, to: T) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true } as never)
    },
  })

const at = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => inside, path, component })

const lazy = <P extends string>(path: P, name: string, load: () => Promise<RouteComponent>) =>
  at(path, screenOf(name, load))

const routes = root.addChildren([
  login,
  moved('/admin', '/'),
  moved('/admin/login', '/login'),
  moved('/admin/pushNotification', '/push-notifications'),
  inside.addChildren([
    lazy('/', 'dashboard', () => import('./screens/dashboard/dashboard.tsx').then((m) => m.Dashboard)),
    lazy('/users', 'users', () => import('./screens/users/user-list.tsx').then((m) => m.UserList)),
    lazy('/users/details/{-$id}', 'user details', () =>
      import('./screens/users/user-details.tsx').then((m) => m.UserDetails),
    ),
    lazy('/market', 'markets', () => import('./screens/markets/market-list.tsx').then((m) => m.MarketList)),
    lazy('/market/details/{-$id}', 'market details', () =>
      import('./screens/markets/market-details.tsx').then((m) => m.MarketDetails),
    ),
    lazy('/bet', 'bets', () => import('./screens/bids/bet-management.tsx').then((m) => m.BetManagement)),
    lazy('/results', 'results', () => import('./screens/results/result-list.tsx').then((m) => m.ResultList)),
    lazy('/results/details/$id', 'result details', () =>
      import('./screens/results/result-details.tsx').then((m) => m.ResultDetails),
    ),
    lazy('/wallet', 'wallet', () =>
      import('./screens/wallet/wallet-management.tsx').then((m) => m.WalletManagement),
    ),
    lazy('/settings', 'settings', () =>
      import('./screens/settings/system-settings.tsx').then((m) => m.SystemSettings),
    ),
    lazy('/settings/game-rates', 'game rates', () =>
      import('./screens/settings/game-rates.tsx').then((m) => m.GameRates),
    ),
    lazy('/reports', 'reports', () => import('./screens/reports/reports.tsx').then((m) => m.Reports)),
    lazy('/reports/audit', 'audit', () => import('./screens/reports/audit.tsx').then((m) => m.Audit)),
    lazy('/notifications', 'notifications', () =>
      import('./screens/notifications/notifications.tsx').then((m) => m.Notifications),
    ),
    lazy('/push-notifications', 'push notifications', () =>
      import('./screens/push/push-notifications.tsx').then((m) => m.PushNotifications),
    ),
    lazy('/feedbacks', 'feedbacks', () =>
      import('./screens/feedbacks/feedbacks.tsx').then((m) => m.Feedbacks),
    ),
    lazy('/banners', 'banners', () => import('./screens/banners/banners.tsx').then((m) => m.Banners)),
    lazy('/profile', 'profile', () =>
      import('./screens/profile/change-password.tsx').then((m) => m.ChangePassword),
    ),
    at('$', NotFound),
  ]),
])

export const router = createRouter({
  routeTree: routes,
  parseSearch: address.parse,
  stringifySearch: address.write,
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: NotFound,
  defaultPendingMs: 150,
  defaultPreload: 'intent',
  // As the server has it, which answers any other spelling with 404.
  caseSensitive: true,
})

const SOON_MS = 5000

/** How often it is asked again: where the server is busy for a moment, where nobody answered; an answer that says no is not. */
function triesAfter({ status, retryAfterMs }: CallFailure): number {
  if (retryAfterMs !== null) return retryAfterMs <= SOON_MS ? 3 : 0
  return status === null ? 1 : 0
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (tries, failure) => failure instanceof CallFailure && tries < triesAfter(failure),
      retryDelay: (_tries, failure) => (failure as CallFailure).retryAfterMs ?? 400,
    },
  },
})

// What one administrator saw is not left behind for the next; cleared once nothing on screen asks again.
useSession.subscribe((now, before) => {
  if (before.isLoggedIn && !now.isLoggedIn) void router.invalidate().finally(() => queries.clear())
})
