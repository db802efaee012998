/**
 * How long Find anything and the searches of Wallet and Bets take, by what is typed: median, 95th of a hundred, and the slowest.
 * `npm run bench -- find --players 1000000 --requests 10000000 --bids 10000000 --days 365`; all sizes by option, half a
 * million requests without. Runs on DATABASE_URL (an empty database, or one that this filled before), else on a PostgreSQL 15 of its own.
 */
import { api, type Body, type Endpoint } from '@munim/contract'
import { type NotNull, sql } from '../server/src/database/db.ts'
import { fillHouse } from '../tests/support/house.ts'
import { ask, signIn } from '../tests/support/server-process.ts'
import { number, part, tableOf, timed } from './run/figures.ts'
import { isEmpty, openBench, readSizes } from './run/setup.ts'

const usual = { bids: 200_000, days: 30, players: 50_000, requests: 500_000, markets: 14, rounds: 20 }
const { bids, days, players, requests, markets, rounds } = readSizes(usual)

const ALLOWED_MS = 150
const BANKS = ['SBIN', 'HDFC', 'ICIC', 'UTIB', 'PUNB', 'BKID', 'CNRB', 'UBIN', 'KKBK', 'MAHB']

await using bench = await openBench({ DEMO_DATA: 'off' })
const { server, database } = bench
if (await isEmpty(database)) await fill()
await measure(await signIn(server.host))

async function fill(): Promise<void> {
  const start = performance.now()
  await fillHouse(database, { bids, days, players, markets })
  await database.run(sql`
    update users set account_no = (50100000000000 + id * 7919)::text, ifsc_code = (${BANKS}::text[])[1 + id % ${BANKS.length}] || lpad((id % 9999)::text, 7, '0'),
      upi_id = 'player' || id || '@okaxis'`)
  await fillRequests()
  await database.run(sql`vacuum analyze`)
  console.log(`Filled in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

/** Every fifth is a payout, with its UTR in the note. Its indexes are made once the rows are there. */
async function fillRequests(): Promise<void> {
  const indexes = await database.many<{ name: string; made: string } & NotNull<'made'>>(sql`
    select indexname as name, indexdef as made from pg_indexes where tablename = 'requests' and indexname <> 'requests_pkey'`)
  for (const { name } of indexes) await database.run(sql`drop index ${sql.ref(name)}`)
  await database.run(sql`
    insert into requests (user_id, kind, transfer_type, amount, ref_id, status, note, created_at, decided_at, decided_by)
    select 1 + n * 7919 % ${players}::bigint, kind, 'upi', 10000, case kind when 'deposit' then utr else '' end, status,
      case when kind = 'withdraw' and status = 'completed' then 'UTR ' || utr else '' end, at,
      case when status <> 'pending' then at end, case when status <> 'pending' then 'admin:1' end
    from (
      select n, case when n % 5 = 0 then 'withdraw' else 'deposit' end as kind,
        case when n % 1000 = 7 then 'pending' when n % 10 = 3 then 'rejected' else 'completed' end as status,
        (400000000000 + n * 39916801 % 99999999977)::text as utr, clock_timestamp() - n * interval '3 seconds' as at
      from generate_series(1, ${requests}::bigint) as n) r order by n desc`)
  for (const { made } of indexes) await database.run(sql.raw(made))
}

/** What is typed of the nth of something, spread over all of them. */
type Typed = (nth: number) => Promise<string>

function kindsOfText(): readonly (readonly [what: string, typed: Typed])[] {
  const player =
    (field: 'user_name' | 'mobile' | 'account_no' | 'upi_id' | 'ifsc_code'): Typed =>
    async (nth) => {
      const texts = await database.only<Record<typeof field, string>>(sql`
        select user_name, mobile, account_no, upi_id, ifsc_code from users where id = ${1 + ((nth * 104_729) % players)}`)
      return texts[field]
    }
  const deposit =
    (status: string): Typed =>
    async (nth) => {
      const { text } = await database.only<{ text: string }>(sql`
      select ref_id as text from requests where kind = 'deposit' and status = ${status} and ref_id <> ''
      order by id desc limit 1 offset ${nth * 7}`)
      return text
    }
  const groups = (text: string) => text.match(/.{1,4}/g)!.join(' ')
  return [
    [
      'a mobile as screens print it',
      async (nth) => (await player('mobile')(nth)).replace(/^.{5}/, '+91 $& '),
    ],
    ['a name', player('user_name')],
    ['a name, turned round', async (nth) => (await player('user_name')(nth)).split(' ').reverse().join(' ')],
    ['three letters', async (nth) => (await player('user_name')(nth)).slice(0, 3)],
    ['an account in groups of four', async (nth) => groups(await player('account_no')(nth))],
    ['the end of an account', async (nth) => (await player('account_no')(nth)).slice(-6)],
    ['four digits', async (nth) => String(1000 + nth * 449)],
    ['a UPI ID', player('upi_id')],
    ['an IFSC', player('ifsc_code')],
    ['a reference, paid', deposit('completed')],
    ['a reference, pending', deposit('pending')],
    ['a reference, rejected', async (nth) => `UTR ${groups(await deposit('rejected')(nth))}`],
    ['a part of a reference', async (nth) => (await deposit('completed')(nth)).slice(2, 10)],
    [
      'the UTR of a payout',
      async (nth) => {
        const { note } = await database.only<{ note: string }>(sql`
          select note from requests where kind = 'withdraw' and status = 'completed' order by id desc limit 1 offset ${nth * 7}`)
        return note
      },
    ],
    ['a number', async (nth) => `#${1 + nth * 997}`],
    ['nothing that there is', async (nth) => `zzyzx ${'abcdefghij'[nth % 10]}qq`],
  ]
}

async function measure(token: string): Promise<void> {
  const line = tableOf(32, 22)
  const { kept } = await database.only<{ kept: number }>(sql`select count(*) as kept from requests`)
  console.log(
    `${number.format(players)} players, ${number.format(kept)} requests, ${number.format(bids)} bids; ${rounds} of each`,
  )
  const took: number[] = []
  for (const [what, typed] of kindsOfText()) {
    const texts = await Promise.all(Array.from({ length: rounds }, (_, nth) => typed(nth)))
    const search = (endpoint: Endpoint) => (text: string) =>
      ask(server.host, endpoint, { search: text } as Body<typeof endpoint>, { token })
    const found = await timesOf(texts, (text) => ask(server.host, api.find.anything, { text }, { token }))
    took.push(...found)
    const wallet = await timesOf(texts, search(api.wallet.deposits))
    const bets = await timesOf(texts, search(api.bids.list))
    line(what, ...[found, wallet, bets].map(shown))
  }
  const p95 = part(took, 0.95)
  line('Find anything, all of these', shown(took))
  console.log(
    `${p95 > ALLOWED_MS ? '✗ ' : ''}95 of 100 within ${p95.toFixed(0)} ms; allowed ${ALLOWED_MS} ms`,
  )
  if (p95 > ALLOWED_MS) process.exitCode = 1
}

async function timesOf(texts: readonly string[], work: (text: string) => Promise<unknown>) {
  const times: number[] = []
  for (const text of texts) times.push(await timed(() => work(text)))
  return times
}

function shown(times: readonly number[]): string {
  return [0.5, 0.95, 1].map((share) => part(times, share).toFixed(0)).join(' / ')
}
