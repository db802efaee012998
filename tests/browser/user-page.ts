/** The parts of a user's page that its stories name. */
import type { Locator, Page } from '@playwright/test'
import type { Player } from './support.ts'

export const detailsOf = ({ id }: Player, tab?: string) => `/users/details/${id}${tab ? `?tab=${tab}` : ''}`
/** The value of a label in one of the read-only cards. */
export const factOf = (card: Locator, label: string) =>
  card
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('+ dd')
export const card = (page: Page, name: string) => page.getByRole('region', { name })
/** A quick stat of the head. */
export const stat = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..')
