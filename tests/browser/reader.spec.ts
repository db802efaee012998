/**
 * The ten acts that are used most, as a screen reader reads them: roles and names of the part that matters, where the
 * focus is before and after, and what is said by itself, in its order.
 */
import { api } from '@munim/contract'
import type { Locator, Page } from '@playwright/test'
import { declared, newPlayer, RUNNING, today } from './draws.ts'
import { ADMIN, expect, lineOf, NOBODY, test, unique } from './support.ts'
import { card, detailsOf } from './user-page.ts'

const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'

/** Writes down from here on what live regions come to say; one within another is said once, by the inner one. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle((live) => {
    const said: string[] = []
    const last = new Map<Element, string>()
    const wordsOf = (region: Element) => (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
    for (const region of document.querySelectorAll(live)) last.set(region, wordsOf(region))
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(live)) {
        if (region.querySelector(live)) continue
        const words = wordsOf(region)
        if (words !== '' && words !== last.get(region)) said.push(words)
        last.set(region, words)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return said
  }, LIVE)
  return () => heard.evaluate((said) => [...said])
}

/** As a keyboard presses it: the focus goes there first. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

const inFunds = (page: Page) => card(page, 'Manage Funds')

test.describe('signed out', () => {
  test.use({ storageState: NOBODY })

  test('signing in: what is missing is at its field, a refusal is said, and the first screen is read from its content', async ({
    page,
  }) => {
    await page.goto('/login')
    const main = page.getByRole('main')
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Secure Admin Access" [level=1]
        - textbox "User ID"
        - textbox "Password"
        - button "Show"
        - button "Secure Login"
    `)
    const said = await listen(page)
    await press(page.getByRole('button', { name: 'Secure Login' }))
    await expect(page.getByLabel('User ID')).toBeFocused()
    await expect(main).toMatchAriaSnapshot(`
      - textbox "User ID" [invalid]
      - paragraph: User ID is required
    `)
    await expect(page.getByLabel('User ID')).toHaveAccessibleDescription('User ID is required')
    await page.getByLabel('User ID').fill(ADMIN.userName)
    await page.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await expect.poll(said).toEqual(['User ID or password is incorrect'])
    await expect(page.getByLabel('Password')).toBeFocused()

    await page.getByLabel('Password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Dashboard/)
    await expect(main).toBeFocused()
  })
})

test('approving a deposit: the row names the player, the answer is said, and the focus stays in the row', async ({
  page,
  office,
}) => {
  const player = await office.player('Asha')
  const asked = { amount: 500, transfer_type: 'phonepe', ref_id: unique() } as const
  await office.call(api.player.requestDeposit, asked, player.token)
  await page.goto('/wallet?status=all')
  const line = lineOf(page, player.name)
  await expect(line).toMatchAriaSnapshot(`
    - row:
      - cell /Request .\\d+/
      - rowheader /${player.name}/
      - cell /PhonePe/
      - cell "₹500.00"
      - cell "pending"
      - cell
      - cell /1 min/
      - cell:
        - button "Approve"
        - button "Reject"
        - button "With a note"
        - link "View Profile"
  `)
  const said = await listen(page)
  await press(line.getByRole('button', { name: 'Approve' }))
  await expect.poll(said).toEqual(['Deposit request updated successfully'])
  await expect(line).toMatchAriaSnapshot(`
    - row:
      - cell "completed"
  `)
  await expect(line.getByRole('link', { name: 'View Profile' })).toBeFocused()
})

test('rejecting a withdrawal: the dialog reads what is given back, begins in the note, and leaves the focus in the row', async ({
  page,
  office,
}) => {
  const player = await office.player('Ravi', 5000)
  await office.withdrawal(player, 1200)
  await page.goto('/wallet?tab=withdrawals&status=all')
  const line = lineOf(page, player.name)
  const reject = line.getByRole('button', { name: 'Reject' })
  const said = await listen(page)
  await press(reject)
  const dialog = page.getByRole('dialog', { name: 'Reject Withdrawal' })
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Reject Withdrawal":
      - heading "Reject Withdrawal" [level=2]
      - button "Close"
      - paragraph:
        - text: /Request .\\d+/
        - time
      - paragraph: Give back
      - paragraph: ₹1,200.00
      - paragraph: ${player.name}
      - textbox "Note (optional)"
      - term: Wallet now
      - definition: ₹3,800.00
      - term: This withdrawal
      - definition: +₹1,200.00
      - term: Wallet after
      - definition: ₹5,000.00
      - button "Cancel"
      - button "Reject"
  `)
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reject).toBeFocused()
  await reject.press('Enter')
  await dialog.getByRole('textbox').fill('No such account')
  await press(dialog.getByRole('button', { name: 'Reject' }))
  await expect.poll(said).toEqual(['Withdrawal request rejected successfully'])
  await expect(line).toMatchAriaSnapshot(`
    - row:
      - cell "rejected"
      - cell "No such account"
  `)
  await expect(line.getByRole('link', { name: 'View Profile' })).toBeFocused()
})

test('finding a player: how many there are is said, and their page is read from its content', async ({
  page,
  office,
}) => {
  const player = await office.player('Findable')
  await page.goto('/users')
  await expect(page.getByRole('switch').first()).toBeVisible()
  const said = await listen(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search by name, mobile, account, reference or number' })
  await expect(field).toBeFocused()
  await field.fill(player.name)
  const dialog = page.getByRole('dialog', { name: 'Search or jump' })
  await expect(dialog).toMatchAriaSnapshot(`
    - combobox [expanded]: ${player.name}
    - listbox:
      - group "Players":
        - option /${player.name} .${player.id} \\d+ ₹0\\.00/ [selected]
        - option /Add or deduct funds/
  `)
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^\d+ results$/)
  const option = dialog.getByRole('option', { name: player.name }).first()
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(new RegExp(player.name))
  await expect(page.getByRole('main')).toBeFocused()
})

test('adding funds: the amount is read with its unit, and what came of it is said with the new balance', async ({
  page,
  office,
}) => {
  const player = await office.player('Added', 500)
  await page.goto(detailsOf(player))
  const funds = inFunds(page)
  const amount = funds.getByRole('spinbutton', { name: 'Amount' })
  await expect(amount).toHaveAccessibleDescription('Nothing is entered yet.')
  const said = await listen(page)
  await amount.fill('250.5')
  await expect(amount).toHaveAccessibleDescription('two hundred fifty rupees and fifty paise')
  await expect(funds).toMatchAriaSnapshot(`
    - region "Manage Funds":
      - heading "Manage Funds" [level=2]
      - spinbutton "Amount": "250.5"
      - button "₹100"
      - textbox "Note"
      - term: Balance now
      - definition: ₹500.00
      - term: Add
      - definition: +₹250.50
      - term: Balance after
      - definition: ₹750.50
      - button "Add Funds"
      - button "Deduct Funds"
  `)
  await press(funds.getByRole('button', { name: 'Add Funds' }))
  await expect.poll(said).toEqual(['₹250.50 added. The wallet now holds ₹750.50.'])
  await expect(funds.getByRole('button', { name: 'Add Funds' })).toBeFocused()
})

test('deducting funds: too much is said as it is typed, and what came of it with the new balance', async ({
  page,
  office,
}) => {
  const player = await office.player('Deducted', 500)
  await page.goto(detailsOf(player))
  const funds = inFunds(page)
  const deduct = funds.getByRole('button', { name: 'Deduct Funds' })
  const said = await listen(page)
  await funds.getByLabel('Amount').fill('5000')
  await expect(deduct).toBeDisabled()
  await expect(deduct).toHaveAccessibleDescription('Amount exceeds wallet balance')
  await expect.poll(said).toEqual(['Amount exceeds wallet balance'])
  await funds.getByLabel('Amount').fill('100')
  await press(deduct)
  await expect
    .poll(said)
    .toEqual(['Amount exceeds wallet balance', '₹100.00 deducted. The wallet now holds ₹400.00.'])
  await expect(deduct).toBeFocused()
})

test('blocking a player: it is said, and the button under the focus tells what it would do next', async ({
  page,
  office,
}) => {
  const player = await office.player('Blocked')
  await page.goto(detailsOf(player))
  const said = await listen(page)
  await press(page.getByRole('button', { name: 'Block User', exact: true }))
  await expect.poll(said).toEqual(['User blocked'])
  await expect(page.getByRole('button', { name: 'Unblock User' })).toBeFocused()
  await page.goto(`/users?search=${encodeURIComponent(player.name)}`)
  await expect(lineOf(page, player.name)).toMatchAriaSnapshot(`
    - row:
      - rowheader /${player.name}/
      - cell "₹0.00"
      - cell "Blocked"
      - cell "Approved"
      - cell:
        - switch "Betting" [checked]
      - cell:
        - switch "Transfer" [checked]
  `)
})

test('declaring a result: the dialog reads what it pays and begins at Cancel; then it is said, and what is due next', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('READ', RUNNING)
  await newPlayer(office, market.id)
  await page.goto(`/results/details/${market.id}?tab=manual&date=${today()}`)
  await expect(page.getByRole('region', { name: 'Enter Manual Result' })).toMatchAriaSnapshot(`
    - heading "Enter Manual Result" [level=2]
    - textbox "Select Date"
    - button "Pick the day"
    - group "Open":
      - textbox "Open Digit"
      - textbox "Open Panna"
    - group "Close":
      - textbox "Close Digit"
      - textbox "Close Panna"
    - button "Declare Result" [disabled]
    - button "Clear Form"
  `)
  await page.getByLabel('Open Panna').fill('128')
  await expect(page.getByLabel('Open Digit')).toHaveValue('1')
  const said = await listen(page)
  await press(page.getByRole('button', { name: 'Declare Result' }))
  const dialog = page.getByRole('dialog', { name: 'Declare Result' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Declare Result":
      - heading "Declare Result" [level=2]
      - paragraph: /${market.name}/
      - term: Open
      - definition: "128"
      - term: Jodi
      - definition: 1–
      - term: Close
      - definition: –
      - term: Stake of 1 bet
      - definition: ₹100.00
      - term: Pays 1 winning bet
      - definition: −₹900.00
      - term: House Loss
      - definition: −₹800.00
      - button "Cancel"
      - button "Declare"
  `)
  await expect.poll(said).toContain('Read again just now: unchanged.')
  const early = dialog.getByRole('checkbox')
  if ((await early.count()) > 0) await early.check()
  await press(dialog.getByRole('button', { name: 'Declare', exact: true }))
  await expect
    .poll(async () =>
      (await said()).some((each) => each.startsWith('Next due') || each.startsWith('No other result is due')),
    )
    .toBe(true)
  const after = (await said()).filter((each) => /^(Result declared|Next due|No other)/.test(each))
  expect(after[0]).toMatch(/^Result declared successfully! .*₹900\.00/)
  expect(after[1]).toMatch(/^(Next due: |No other)/)
  // Nowhere on the page itself, where a Tab begins anew.
  await expect(page.locator('body')).not.toBeFocused()
})

test('reverting a result: the dialog reads what is taken back, and once its button is gone the focus is beside it', async ({
  page,
  office,
}) => {
  const market = await office.newMarket('UNREAD', RUNNING)
  await newPlayer(office, market.id)
  await declared(office.call, market.id, today(), '1-128')
  await page.goto(`/results/details/${market.id}?date=${today()}`)
  const said = await listen(page)
  await press(page.getByRole('button', { name: 'Revert Result' }))
  const dialog = page.getByRole('dialog', { name: 'Revert Result' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Revert Result":
      - heading "Revert Result" [level=2]
      - paragraph: /${market.name}/
      - term: Wins taken back
      - definition: ₹900.00
      - term: Players
      - definition: "1"
      - term: Wallets going below zero
      - definition: "0"
      - region "Critical":
        - paragraph: "Critical: this reaches into wallets"
        - list
      - button "Cancel"
      - button "Revert"
  `)
  await press(dialog.getByRole('button', { name: 'Revert', exact: true }))
  await expect.poll(said).toContainEqual(expect.stringMatching(/^Result reverted successfully!.*₹900\.00/))
  await expect(page.getByRole('button', { name: 'Revert Result' })).toHaveCount(0)
  await expect(page.locator(':focus').getByRole('button', { name: 'Fetch Result' })).toBeVisible()
})

test('sending a notification: what is missing is at its field, the answer is said, and the focus stays', async ({
  page,
}) => {
  await page.goto('/notifications')
  const form = page.getByRole('region', { name: 'New notification' })
  await expect(form).toMatchAriaSnapshot(`
    - heading "New notification" [level=2]
    - textbox "Title"
    - textbox "Description"
    - button "Send"
  `)
  const said = await listen(page)
  await press(form.getByRole('button', { name: 'Send' }))
  const title = form.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription(/Title is required/)
  await title.fill(`Read ${unique()}`)
  await press(form.getByRole('button', { name: 'Send' }))
  await expect.poll(said).toContain('Notification sent successfully!')
  await expect(form.getByRole('button', { name: 'Send' })).toBeFocused()
  await expect(title).toHaveValue('')
})
