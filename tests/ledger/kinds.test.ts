/** What the code says of kinds of postings, of games and of limits is what the database's enum, constraints, triggers and rows say. */
import { BANK_FORMATS, REASONED_KINDS } from '@munim/contract'
import {
  endsOf,
  GAME_MODES,
  kindsThat,
  meaningOf,
  PLAY_KINDS,
  PLAY_PERIODS,
  PLAY_SIDES,
  POSTING_KINDS,
  type PostingKind,
  RATE_KEYS,
  signFor,
} from '@munim/core'
import { expect, test } from 'vitest'
import { readTotals } from '../../server/src/books/totals.ts'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { amountFor, OF_DESK, OF_WALLETS, SETTLING, wordOfKind } from '../../server/src/ledger/kinds.ts'
import { kindsOf } from '../../server/src/reports/transaction-filter.ts'
import { listUsers } from '../../server/src/users/list.ts'
import { backOffice } from '../support/office.ts'

const { database, owner } = await backOffice()

const sorted = (kinds: Iterable<string>) => [...kinds].sort()
const WHOLE = { page: 1, limit: 10 }

const kindsIn = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, kind]) => kind!)

/** What a constraint says. */
const constraint = async (name: string) =>
  (
    await database.only<{ text: string }>(
      sql`select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${name}`,
    )
  ).text

test('the enum has the kinds of core, in their order', async () => {
  const [row] = await database.many<{ kinds: string[] } & NotNull<'kinds'>>(
    sql`select enum_range(null::posting_kind)::text[] as kinds`,
  )
  expect(row!.kinds).toEqual(POSTING_KINDS)
})

test('the sums of a month have a column for each kind that moves a wallet', async () => {
  const columns = await database.many<{ name: string }>(sql`
    select attname::text as name from pg_attribute where attrelid = 'month_players'::regclass and attnum > 0`)
  const others = ['run_id', 'user_id', 'opening_balance', 'closing_balance', 'bids']
  expect(sorted(columns.map(({ name }) => name))).toEqual(sorted([...OF_WALLETS, ...others]))
})

test.each<[string, readonly PostingKind[]]>([
  ['reference_of_a_bid', kindsThat(({ ofBid }) => ofBid === true)],
  ['not_overdrawn', kindsThat(({ overdraws }) => overdraws === true)],
])('the constraint %s names the kinds that core means', async (name, kinds) => {
  expect(sorted(kindsIn(await constraint(name)))).toEqual(sorted(kinds))
})

test('the trigger on postings counts what settles a bid by draw, and lists what the desk moves', async () => {
  const { text } = await database.only<{ text: string } & NotNull<'text'>>(sql`
    select string_agg(pg_get_functiondef(p.oid), ' ') as text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = 'postings'::regclass and not t.tgisinternal`)
  const lists = [...text.matchAll(/kind in \(([^)]+)\)/g)].map(([, list]) => sorted(kindsIn(list!)))
  expect(lists).toContainEqual(sorted(SETTLING))
  // A refund is the desk's where no declaration pays it.
  expect(lists).toContainEqual(sorted([...OF_DESK, 'refund']))
})

test.each(['player', 'held', 'game'] as const)(
  'a posting of each kind changes %s in SQL by its sign in core',
  async (account) => {
    const kinds = sql.join(POSTING_KINDS.map((kind) => sql`(${kind}::text)`))
    const rows = await database.many<{ kind: PostingKind; change: number | null }>(
      sql`select kind, ${amountFor(account)} as change from (values ${kinds}) k (kind), (select 100 as amount) a`,
    )
    expect(rows).toHaveLength(POSTING_KINDS.length)
    for (const { kind, change } of rows)
      expect([kind, change ?? 0]).toEqual([kind, 100 * signFor(account, kind)])
  },
)

test.each(POSTING_KINDS)(
  'the sums of all wallets and of what is held count a %s by its sign',
  async (kind) => {
    const sums = async () => {
      const { ledger, held } = await readTotals(database)
      const { totalWalletBalance } = await listUsers(database, WHOLE)
      return { ledger, held, shown: Math.round(totalWalletBalance * 100) }
    }
    const before = await sums()
    await owner.run(sql`
    insert into day_totals (kind, day, slot, postings, amount) values (${kind}, '2020-01-01', 0, 1, 100)`)
    const after = await sums()
    await owner.run(sql`delete from day_totals where day = '2020-01-01'`)
    const [ofWallets, ofHeld] = [100 * signFor('player', kind), 100 * signFor('held', kind)]
    expect(after).toEqual({
      ledger: before.ledger + ofWallets,
      held: before.held + ofHeld,
      shown: before.shown + ofWallets,
    })
  },
)

test('a posting of each kind is called in SQL as in core', async () => {
  const kinds = sql.join(POSTING_KINDS.map((kind) => sql`(${kind}::text)`))
  const rows = await database.many<{ kind: PostingKind; word: string } & NotNull<'word'>>(
    sql`select kind, ${wordOfKind(sql`kind`)} as word from (values ${kinds}) k (kind)`,
  )
  expect(rows).toEqual(POSTING_KINDS.map((kind) => ({ kind, word: meaningOf(kind).word })))
})

test('the history of all players has every kind on each side on which it moves a wallet', () => {
  const withPlayer = (end: 0 | 1) =>
    POSTING_KINDS.filter((kind) => endsOf(kind).some((ends) => ends[end] === 'player'))
  expect(kindsOf(WHOLE, 'credit')).toEqual(withPlayer(1))
  expect(kindsOf(WHOLE, 'debit')).toEqual(withPlayer(0))
})

test.each<[constraint: string, words: readonly string[]]>([
  ['bids_game_mode_check', GAME_MODES],
  ['number_limits_game_check', GAME_MODES],
  ['play_limits_kind_check', PLAY_KINDS],
  ['play_limits_period_check', PLAY_PERIODS],
  ['play_limits_side_check', PLAY_SIDES],
  ['play_pauses_side_check', PLAY_SIDES],
  ['play_changes_kind_check', PLAY_KINDS],
  ['play_changes_period_check', PLAY_PERIODS],
  ['play_changes_side_check', PLAY_SIDES],
  ['payout_batches_bank_check', BANK_FORMATS],
  ['desk_reasons_kind_check', REASONED_KINDS],
])('the constraint %s takes what the code declares', async (name, words) => {
  expect(sorted(kindsIn(await constraint(name)))).toEqual(sorted(words))
})

test('there is a rate of each game', async () => {
  const rates = await database.many<{ rate_key: string }>(sql`select rate_key from rates`)
  expect(sorted(rates.map(({ rate_key }) => rate_key))).toEqual(sorted(RATE_KEYS))
})
