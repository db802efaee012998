/** All markets, with their current draws, as a CSV file. */
import { type api, msg, t } from '@munim/contract'
import type { CsvFile } from '../http/csv.ts'
import { listMarkets, type MarketDraw } from './queries.ts'

export const marketsFile: CsvFile<typeof api.markets.listCsv, MarketDraw> = {
  name: async () => ['markets'],
  columns: [
    [msg('ID'), (market) => market.id],
    [msg('Name'), (market) => market.name],
    [msg('Hindi name'), (market) => market.name_hindi],
    [msg('Open time'), (market) => market.open_time],
    [msg('Close time'), (market) => market.close_time],
    [msg('Status'), ({ status }) => (status ? t('Running') : t('Inactive'))],
    [msg('Market status'), ({ market_status: isOpen }) => (isOpen ? t('Available') : t('Inactive'))],
    [msg('Active'), ({ is_active }) => (is_active ? t('yes') : t('no'))],
    [msg('Market date'), (market) => market.market_date],
    [msg('Open panna'), (market) => market.open_panna],
    [msg('Open digit'), (market) => market.open_digit],
    [msg('Close digit'), (market) => market.close_digit],
    [msg('Close panna'), (market) => market.close_panna],
    [msg('Created'), (market) => ({ at: market.createdAt })],
  ],
  async *rows(db) {
    yield await listMarkets(db)
  },
}
