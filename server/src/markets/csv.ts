/** All markets, with their current draws, as a CSV file. */
import type { Answer, api } from '@munim/contract'
import type { CsvFile } from '../http/csv.ts'
import { listMarkets } from './queries.ts'

type MarketRow = Answer<typeof api.markets.list>['data'][number]

export const marketsFile: CsvFile<typeof api.markets.listCsv, MarketRow> = {
  name: async () => ['markets'],
  columns: [
    ['ID', (market) => market.id],
    ['Name', (market) => market.name],
    ['Hindi name', (market) => market.name_hindi],
    ['Open time', (market) => market.open_time],
    ['Close time', (market) => market.close_time],
    ['Status', ({ status }) => (status ? 'Running' : 'Inactive')],
    ['Market status', ({ market_status: isOpen }) => (isOpen ? 'Available' : 'Inactive')],
    ['Active', ({ is_active }) => (is_active ? 'yes' : 'no')],
    ['Market date', (market) => market.market_date],
    ['Open panna', (market) => market.open_panna],
    ['Open digit', (market) => market.open_digit],
    ['Close digit', (market) => market.close_digit],
    ['Close panna', (market) => market.close_panna],
    ['Created', (market) => ({ at: market.createdAt })],
  ],
  async *rows(db) {
    yield await listMarkets(db)
  },
}
