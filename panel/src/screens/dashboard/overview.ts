/** What the dashboard's parts are given: the answers of its two calls, and the markets. */
import type { Answer, api } from '@munim/contract'

export type Statistics = Answer<typeof api.dashboard.getStats>['data']
export type Overview = Answer<typeof api.dashboard.getOverview>['data']
export type DayOfMoney = Overview['days'][number]
export type Books = NonNullable<Overview['books']>
export type Market = Answer<typeof api.markets.list>['data'][number]
