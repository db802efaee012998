/** A walk through every screen with something on it, and what opens over each: for what is to hold everywhere. */
import { api, BANK_FORMATS } from '@munim/contract'
import { loadLanguage } from '@munim/contract/languages'
import type { Locator, Page } from '@playwright/test'
import { declared, newPlayer, OVER, RUNNING, recordsOfScreens, today } from './draws.ts'
import { answerWith, callsOf, expect, goWithin, type Office } from './support.ts'

/** The largest sum that the system takes. */
export const MOST = 999_999_999.99

type Addresses = readonly (readonly [name: string, path: string])[]

/** The address of each screen, with something on it. The sign-in has a story of its own. */
export async function addressesOf(office: Office): Promise<Addresses> {
  const { player, market, screens } = await recordsOfScreens(office)
  const limits = [{ game: null, amount: 100, refuses: false }]
  await office.call(api.risk.saveLimits, { marketId: market.id, limits })
  const asked = { amount: 500, transfer_type: 'phonepe', ref_id: '' } as const
  const deposit = (await office.call(api.player.requestDeposit, asked, player.token)).data
  await office.call(api.player.feedback, { feedback: 'Walked through' }, player.token)
  await office.newMarket('WALKED DUE', OVER)
  // Declared while its betting goes on: there is something to look at, too.
  const early = await office.newMarket('WALKED EARLY', RUNNING)
  await newPlayer(office, early.id)
  await declared(office.call, early.id, today(), '1-128')
  return [
    ...screens,
    ['deposit details', `/wallet/details/${deposit.id}`],
    ['deposits to decide', `/desk/deposits?id=${deposit.id}`],
    ['withdrawals', `/wallet?tab=withdrawals&search=${player.mobile}`],
    ['bids of a player', `/users/details/${player.id}?tab=bids`],
    ['transactions of a player', `/users/details/${player.id}?tab=transactions`],
    ['story of a player', `/users/details/${player.id}?tab=story`],
    ['exposure', `/results/details/${market.id}?tab=analytics&view=exposure`],
    ['numbers', `/results/details/${market.id}?tab=analytics&view=numbers`],
    ['over time', `/results/details/${market.id}?tab=analytics&view=time`],
    ['manual', `/results/details/${market.id}?tab=manual`],
    ['declared result', `/results/details/${early.id}`],
  ]
}

/** What a sentence of the catalogue is in this language, whatever its values are. */
export type Said = (sentence: string) => RegExp

export async function saidIn(tag: string): Promise<Said> {
  const language = await loadLanguage(tag)
  const escaped = (words: string) => words.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return (sentence) => {
    const words = language.sentence(sentence) ?? sentence
    return new RegExp(
      `^${words
        .split(/\{\w+\}/)
        .map(escaped)
        .join('.+')}$`,
    )
  }
}

/** What opens over a screen, or on it: by which button, or by what is pressed or typed before it alone. */
interface Opening {
  readonly on: string
  readonly by?: string
  /** What opens; a form on the screen itself is left by its Cancel. */
  readonly as?: 'dialog' | 'menu' | 'form'
  readonly first?: First
  /** The file of the dialog: each has to be looked at. */
  readonly draws?: string
}
type First = (page: Page, said: Said) => Promise<void>

export const buttonOf = (page: Page, name: RegExp): Locator =>
  page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first()

const pressing =
  (sentence: string): First =>
  (page, said) =>
    buttonOf(page, said(sentence)).click()

/** What only a second person, a second factor or a bank brings: answered in the server's place. */
export async function withWhatIsRare(page: Page, office: Office): Promise<void> {
  const status = 'success'
  const at = new Date().toISOString()
  const { data: listed } = await office.call(api.administrators.list, {})
  const second = { ...listed.administrators[0]!, id: 999_999, userName: 'Second' }
  const administrators = [...listed.administrators, second]
  await answerWith(page, api.administrators.list, { status, data: { ...listed, administrators } })
  const act = {
    id: 1,
    call: api.users.addFunds.path,
    limits: ['funds'],
    amount: MOST,
    thing: 'user',
    thing_id: '1',
    subject: 'Lata',
    asker: { id: 999_999, userName: 'Second' },
    at,
    expiresAt: at,
    outcome: 'waiting',
    decidedBy: '',
    decidedAt: null,
    note: '',
    effect: { before: { wallet: 0 }, after: { wallet: MOST } },
    refusal: null,
    isOwn: false,
    mayDecide: true,
    confirmers: ['admin'],
  }
  await answerWith(page, api.acts.list, { status, data: [act], total: 1, page: 1, limit: 10, isOn: true })
  const factors = [{ id: 1, kind: 'totp', name: 'Phone', createdAt: at, lastUsedAt: null }]
  await answerWith(page, api.factors.list, { status, data: { factors, codesLeft: 8, isRequired: false } })
  const batch = {
    id: 7,
    bank: BANK_FORMATS[0],
    by: 'admin',
    at,
    closedAt: null,
    requests: 1,
    pending: 1,
    amount: MOST,
  }
  await answerWith(page, api.desk.batches, { status, data: [batch] })
  const rows = [{ id: 7, user_name: 'Lata', amount: MOST, status: 'pending', note: '' }]
  await answerWith(page, api.desk.getBatch, { status, data: { ...batch, rows } })
}

/** All that opens without changing what other stories look at. */
export const OPENINGS: readonly Opening[] = [
  { on: 'dashboard', by: 'Open menu', draws: 'shell/sidebar-drawer' },
  { on: 'dashboard', by: 'Recent activity' },
  { on: 'dashboard', by: 'Search or jump…', draws: 'shell/find/find-anything' },
  { on: 'dashboard', by: 'Admin', as: 'menu' },
  { on: 'users', by: 'Views', as: 'menu' },
  { on: 'users', by: 'Keep this view', first: pressing('Views'), draws: 'lists/edit-views' },
  { on: 'user details', by: 'Reset Password', draws: 'users/reset-password' },
  { on: 'user details', by: 'Delete User', draws: 'users/delete-user' },
  { on: 'user details', by: 'Set limit', draws: 'users/protection/set-limit' },
  { on: 'user details', by: 'Pause play', draws: 'users/protection/set-pause' },
  { on: 'user details', by: 'Edit User', as: 'form' },
  { on: 'story of a player', by: 'Add note', draws: 'users/story/story' },
  { on: 'markets', by: 'Create New Market', draws: 'markets/market-sheet' },
  { on: 'market details', by: 'Edit' },
  { on: 'bid details', by: 'Revert', draws: 'bids/revert-bid' },
  { on: 'result details', by: 'Fetch Result', draws: 'results/dialogs/fetch-result' },
  { on: 'result details', by: 'Void Draw', draws: 'results/dialogs/void-draw' },
  { on: 'declared result', by: 'Revert Result', draws: 'results/dialogs/revert-result' },
  {
    on: 'manual',
    by: 'Declare Result',
    draws: 'results/dialogs/declare-result',
    first: (page, said) => page.getByLabel(said('Open Panna')).fill('128'),
  },
  { on: 'exposure', by: 'Set limits', draws: 'results/exposure/set-limits' },
  {
    on: 'results to declare',
    by: 'Review',
    draws: 'results/due/review',
    first: (page, said) =>
      page
        .getByLabel(said('Panna of {half}'))
        .and(page.getByLabel(/WALKED DUE/))
        .first()
        .fill('128'),
  },
  { on: 'request details', by: 'Approve', draws: 'wallet/dialogs' },
  { on: 'request details', by: 'Reject' },
  { on: 'deposit details', by: 'Approve' },
  { on: 'deposit details', by: 'With a note' },
  { on: 'withdrawals', by: 'More on the request of {name}', as: 'menu' },
  {
    on: 'withdrawals',
    by: 'Transfer Details',
    first: pressing('More on the request of {name}'),
  },
  { on: 'work queue', by: 'Edit reasons', draws: 'desk/edit-reasons' },
  { on: 'work queue', by: 'Bank files', draws: 'desk/bank-batches' },
  { on: 'work queue', by: 'New bank file', first: pressing('Bank files'), draws: 'desk/new-batch' },
  {
    on: 'work queue',
    by: "Read the bank's answer",
    first: pressing('Bank files'),
    draws: 'desk/batch-answers',
  },
  {
    on: 'settings',
    draws: 'settings/maintenance-question',
    first: (page, said) => page.getByRole('switch', { name: said('Maintenance') }).press('Space'),
  },
  {
    on: 'game rates',
    by: 'Save',
    draws: 'settings/slip-question',
    first: (page) => page.locator('#rate-sp_2').fill('150000'),
  },
  { on: 'administrators', by: 'Add Administrator', draws: 'administrators/add-administrator' },
  { on: 'administrators', by: 'Edit', draws: 'administrators/edit-administrator' },
  { on: 'administrators', by: 'Add Role', draws: 'administrators/roles' },
  { on: 'administrators', by: 'New Password', draws: 'administrators/people' },
  { on: 'second factor', by: 'Add Authenticator App', draws: 'profile/add-factor' },
  { on: 'second factor', by: 'Rename', draws: 'profile/second-factor' },
  { on: 'to confirm', by: 'Confirm', draws: 'acts/decide-act' },
  { on: 'banners', by: 'Edit', draws: 'banners/banners' },
  { on: 'day book', by: 'Pick the day' },
  { on: 'to look at', by: 'I looked at it', draws: 'reports/to-look-at' },
  { on: 'feedbacks', by: 'Mark as Read & Add Response', draws: 'feedbacks/feedbacks' },
  {
    on: 'push notifications',
    by: 'Send',
    draws: 'push/ask-broadcast',
    first: async (page, said) => {
      await page.getByRole('tab', { name: said('Broadcast') }).click()
      const panel = page.getByRole('tabpanel', { name: said('Broadcast') })
      await panel.getByLabel(said('Title')).fill('To all')
    },
  },
]

/** Opens what there is on this screen, one after the other, and looks at each. */
export async function openEach(
  page: Page,
  screen: string,
  said: Said,
  look: (name: string, as: 'dialog' | 'menu' | 'form') => Promise<void>,
): Promise<void> {
  for (const { on, by, as = 'dialog', first } of OPENINGS) {
    if (on !== screen) continue
    const name = by === undefined ? on : `${on}, ${by}`
    await first?.(page, said)
    if (by !== undefined) await buttonOf(page, said(by)).click()
    const opened = as === 'form' ? buttonOf(page, said('Cancel')) : page.getByRole(as)
    await expect(opened.first(), name).toBeVisible()
    await expect(page.locator('[aria-busy=true]'), name).toHaveCount(0)
    await look(name, as)
    if (as === 'form') await opened.click()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Escape')
          return page.getByRole('dialog').or(page.getByRole('menu')).count()
        },
        { message: name, intervals: [20, 50, 100] },
      )
      .toBe(0)
  }
}

/** Goes to each screen in turn, and looks at it once all is there that it asked for. */
export async function walk(
  page: Page,
  addresses: Addresses,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { asked } = callsOf(page)
  // What was typed for a dialog is left.
  page.on('dialog', (question) => void question.accept())
  await page.goto('/profile')
  for (const [name, path] of addresses) {
    await goWithin(page, path)
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
    await expect.poll(() => asked.size, { message: name }).toBe(0)
    await look(name)
  }
}
