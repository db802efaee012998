/** What is at each address of the panel, and who may see it. */
import { api, isListWithViews, TOKEN_KEY } from '@munim/contract'
import { OLD_ADDRESSES, SCREENS, type Screen } from '@munim/contract/screens'
import { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { CallFailure, call } from './api/call.ts'
import { address } from './api/use-address.ts'
import { kept, restoreSession, useSession } from './session.ts'
import { allowed, LIVES_BY } from './shell/allowed-screen.tsx'
import { screenOf } from './shell/chunk.ts'
import { NotFound, ScreenFailed } from './shell/no-screen.tsx'
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

const SOON_MS = 5000

/** How often it is asked again: where the server is busy for a moment, or none answered; after a "no" it is not. */
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

/** Asked for beside the first screen's file, and not a second time as that is drawn. */
function askAhead(of: typeof api.auth.whoAmI | typeof api.views.list): Promise<void> {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(of, {}, { signal })
  return queries.prefetchQuery({ queryKey: [of.path, {}], queryFn })
}
for (const { path } of [api.auth.whoAmI, api.views.list])
  queries.setQueryDefaults([path], { staleTime: 2000 })

/** Who is signed in says what the shell shows above each screen, which is not to push the screen down when it comes. */
const ASKED_FOR_MS = 10_000
const whoIsThere = () =>
  Promise.race([askAhead(api.auth.whoAmI), new Promise((late) => setTimeout(late, ASKED_FOR_MS))])

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
  loader: async () => void (await whoIsThere()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What each screen shows, fetched when it is first opened. */
const COMPONENTS: Readonly<Record<Screen, () => Promise<RouteComponent>>> = {
  login: () => import('./screens/login/login.tsx').then((m) => m.Login),
  dashboard: () => import('./screens/dashboard/dashboard.tsx').then((m) => m.Dashboard),
  users: () => import('./screens/users/user-list.tsx').then((m) => m.UserList),
  'user details': () => import('./screens/users/user-details.tsx').then((m) => m.UserDetails),
  markets: () => import('./screens/markets/market-list.tsx').then((m) => m.MarketList),
  'market details': () => import('./screens/markets/market-details.tsx').then((m) => m.MarketDetails),
  bets: () => import('./screens/bids/bet-management.tsx').then((m) => m.BetManagement),
  'bid details': () => import('./screens/bids/bid-details.tsx').then((m) => m.BidDetails),
  results: () => import('./screens/results/result-list.tsx').then((m) => m.ResultList),
  'results to declare': () => import('./screens/results/due/due-results.tsx').then((m) => m.DueResults),
  'result details': () => import('./screens/results/result-details.tsx').then((m) => m.ResultDetails),
  wallet: () => import('./screens/wallet/wallet-management.tsx').then((m) => m.WalletManagement),
  'request details': () => import('./screens/wallet/request-details.tsx').then((m) => m.RequestDetails),
  settings: () => import('./screens/settings/system-settings.tsx').then((m) => m.SystemSettings),
  'game rates': () => import('./screens/settings/game-rates.tsx').then((m) => m.GameRates),
  administrators: () => import('./screens/administrators/administrators.tsx').then((m) => m.Administrators),
  reports: () => import('./screens/reports/reports.tsx').then((m) => m.Reports),
  'posting details': () => import('./screens/reports/posting-details.tsx').then((m) => m.PostingDetails),
  'month book': () => import('./screens/daybook/month-book.tsx').then((m) => m.MonthBook),
  'day book': () => import('./screens/daybook/day-book.tsx').then((m) => m.DayBook),
  audit: () => import('./screens/reports/audit.tsx').then((m) => m.Audit),
  'to look at': () => import('./screens/reports/to-look-at.tsx').then((m) => m.ToLookAt),
  notifications: () => import('./screens/notifications/notifications.tsx').then((m) => m.Notifications),
  'push notifications': () =>
    import('./screens/push/push-notifications.tsx').then((m) => m.PushNotifications),
  feedbacks: () => import('./screens/feedbacks/feedbacks.tsx').then((m) => m.Feedbacks),
  banners: () => import('./screens/banners/banners.tsx').then((m) => m.Banners),
  'to confirm': () => import('./screens/acts/to-confirm.tsx').then((m) => m.ToConfirm),
  'work queue': () => import('./screens/desk/desk.tsx').then((m) => m.Desk),
  profile: () => import('./screens/profile/change-password.tsx').then((m) => m.ChangePassword),
  sessions: () => import('./screens/profile/sessions.tsx').then((m) => m.Sessions),
  'second factor': () => import('./screens/profile/second-factor.tsx').then((m) => m.SecondFactor),
}

const addressOf = <S extends Screen>(screen: S): (typeof SCREENS)[S][0] => SCREENS[screen][0]

const login = createRoute({
  getParentRoute: () => root,
  path: addressOf('login'),
  component: screenOf('login', COMPONENTS.login),
  beforeLoad: () => {
    if (isLoggedIn()) throw redirect({ to: '/', replace: true })
  },
})

const shown = <S extends Exclude<Screen, 'login'>>(screen: S) =>
  createRoute({
    getParentRoute: () => inside,
    path: addressOf(screen),
    component: allowed(LIVES_BY[screen], screenOf(screen, COMPONENTS[screen])),
    // A list waits for its views: one of them may say what it opens with.
    loader: () => void (isListWithViews(screen) && askAhead(api.views.list)),
  })

const moved = <O extends keyof typeof OLD_ADDRESSES>(old: O) =>
  createRoute({
    getParentRoute: () => root,
    path: old,
    beforeLoad: () => {
      throw redirect({ to: addressOf(OLD_ADDRESSES[old]), replace: true })
    },
  })

/** A route for each key of the table, under its key. */
function routesOf<Routes>(table: object, routeOf: (key: never) => unknown): Routes {
  return Object.fromEntries(Object.keys(table).map((key) => [key, routeOf(key as never)])) as Routes
}

type Inside = { [S in Exclude<Screen, 'login'>]: ReturnType<typeof shown<S>> }
type Moved = { [O in keyof typeof OLD_ADDRESSES]: ReturnType<typeof moved<O>> }
const { login: _outside, ...screens } = SCREENS

const routes = root.addChildren({
  login,
  ...routesOf<Moved>(OLD_ADDRESSES, moved),
  inside: inside.addChildren({
    ...routesOf<Inside>(screens, shown),
    notFound: createRoute({ getParentRoute: () => inside, path: '$', component: NotFound }),
  }),
})

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

// What one administrator saw is not left behind for the next; cleared once nothing on screen asks again.
useSession.subscribe((now, before) => {
  if (!before.isLoggedIn || now.isLoggedIn) return
  void router.invalidate().finally(() => {
    queries.clear()
    // Another tab has signed in meanwhile.
    if (!isLoggedIn() && kept(TOKEN_KEY) !== null) restoreSession()
  })
})
