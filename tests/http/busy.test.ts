/** One locked wallet holds up those who want it, and nobody else; whoever can't be served now is told so in words. */
import { api } from '@munim/contract'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { backOffice, bidOn, type Player } from '../support/office.ts'

const office = await backOffice()
const asha = await office.user('Asha', 5000)
const CALLERS = 40
const others = await times(10, (nth) => office.user(`Other ${nth}`, 5000))
const senders: Player[] = []
for (let nth = 0; nth < CALLERS; nth++) senders.push(await office.user(`Sender ${nth}`, 5000))
const market = await office.market('BUSY')
const BUSY = 'Munim is busy at the moment. Nothing was changed; please try again.'

function times<T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, nth) => work(nth)))
}

const locker = new pg.Client({ connectionString: office.url })
await locker.connect()
afterAll(() => locker.end())

/** Does something while somebody outside holds this player's wallet. */
async function whileLocked<T>({ id }: Player, work: () => Promise<T>): Promise<T> {
  await locker.query('begin')
  await locker.query('select 1 from wallets where user_id = $1 for update', [id])
  return work().finally(() => locker.query('rollback'))
}

const impatient = { isPatient: false } as const

const wanting: Readonly<Record<string, (nth: number) => Promise<{ code: number; message?: string }>>> = {
  'adds funds': () => office.call(api.users.addFunds, { id: asha.id, amount: 1 }, impatient),
  'places bids': () =>
    office.call(
      api.player.placeBids,
      { bids: [bidOn(market, 'single_digit:1:-:-:-', 10)] },
      { as: asha, ...impatient },
    ),
  'decides requests': async (nth) => {
    const transactionId = asked[nth]!
    return office.call(api.wallet.decideDeposit, { transactionId, status: 'completed' }, impatient)
  },
  'sends points there': (nth) =>
    office.call(
      api.player.transfer,
      { mobile: asha.mobile, amount: 100 },
      { as: senders[nth]!, ...impatient },
    ),
  'reverts bids': (nth) => office.call(api.bids.revert, { betId: placed[nth]! }, impatient),
}
const asked = await times(CALLERS, () => office.requestDeposit(asha, 10))
const placed: number[] = []
for (let nth = 0; nth < CALLERS; nth++)
  placed.push(await office.place(asha, market, 'single_digit:1:-:-:-', 10))

test.each(Object.keys(wanting))(
  'while forty want one wallet over and over, who %s, all others are answered',
  async (who) => {
    const before = await office.postingsOf(asha)
    await whileLocked(asha, async () => {
      let isOver = false
      const refused: object[] = []
      const wantUntilOver = async (nth: number) => {
        do refused.push(await wanting[who]!(nth))
        while (!isOver)
      }
      const waiting = times(CALLERS, wantUntilOver)
      // Ten who work, one call after the other; that they end while the wallet is locked is what is shown.
      await times(10, async (nth) => {
        const other = others[nth]!
        const bids = [bidOn(market, 'single_digit:2:-:-:-', 10)]
        for (let round = 0; round < 5; round++) {
          const said = [
            await office.call(api.users.list, {}),
            await office.call(api.users.addFunds, { id: other.id, amount: 1 }),
            await office.call(api.player.placeBids, { bids }, { as: other }),
          ]
          expect(said).toMatchObject([{ code: 200 }, { code: 200 }, { code: 200 }])
        }
      })
      isOver = true
      await waiting
      for (const said of refused) expect(said).toMatchObject({ code: 429, message: BUSY })
    })
    expect(await office.postingsOf(asha)).toEqual(before)
  },
)

test('a refusal for now says when to come back, is counted, and is harmless to repeat with its key', async () => {
  const body = JSON.stringify({ id: asha.id, amount: 7 })
  const add = () =>
    office.send(api.users.addFunds.path, body, { as: office.admin, key: 'once', isPatient: false })
  const refused = await whileLocked(asha, add)
  expect([refused.code, refused.headers.get('retry-after')]).toEqual([429, '1'])
  const before = await office.walletOf(asha)
  for (const _ of [1, 2, 3]) expect(await add()).toMatchObject({ code: 200 })
  expect(await office.walletOf(asha)).toBe(before + 7)
  const { text } = await office.send('/metrics', undefined, { method: 'GET' })
  expect(text).toMatch(/munim_database_troubles_total\{trouble="locked"\} [1-9]/)
})
