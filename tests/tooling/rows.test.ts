/**
 * Faults planted in migrations and in queries: the check of rows finds each, and names what is read wrongly or taken
 * by later releases of PostgreSQL only. That it names nothing else is `npm run check`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, OLDEST, refusedBy, withDatabase } from '../../scripts/rows/check.ts'
import { Program } from '../../scripts/rows/program.ts'
import { statementsIn } from '../../scripts/rows/statements.ts'

/** Another column takes the name of one. */
const retyped = (table: string, column: string, type: string) => `
  alter table ${table} rename column ${column} to old_${column};
  alter table ${table} add column ${column} ${type}`

/** What comes after the last migration, and what is then said; together what hides nothing of each other. */
const MIGRATIONS: readonly (readonly (readonly [migration: string, said: RegExp])[])[] = [
  [
    [
      'alter table feedbacks rename column admin_comment to comment',
      /column f\.admin_comment does not exist/,
    ],
    ['alter table market_days rename column state to is_open', /column d\.state does not exist/],
    ['alter table push_targets rename column state to fate', /deliver\.ts:\d+: column "state"/],
    ['alter table refund_runs rename to runs', /relation "refund_runs" does not exist/],
    [retyped('push_messages', 'accepted', "text not null default ''"), /does not exist: text - integer/],
  ],
  [
    [
      retyped('settings', 'version', "text not null default ''"),
      /version is a string \(text\) and not number/,
    ],
    [retyped('confirmations', 'amount', 'numeric not null default 1'), /amount is a string \(numeric\)/],
    [
      retyped('draws', 'market_date', 'timestamptz not null default now()'),
      /market_date is a timestamptz and not a Day/,
    ],
  ],
  [
    ['alter table users alter column user_name drop not null', /User\.user_name may be null/],
    ['alter table draws alter column opens_at drop not null', /opens_at may be null/],
    [
      `alter table requests drop constraint requests_status_check,
        add check (status in ('pending', 'completed', 'rejected', 'held'))`,
      /status may be 'held'/,
    ],
    ["alter type half add value 'middle'", /half may be 'middle'/],
  ],
]

/** In a file of the server: what is written, what is written instead, and what is then said. */
const QUERIES: readonly (readonly [file: string, written: string, instead: string, said: RegExp])[] = [
  [
    'markets/current-declarations.ts',
    "'-') as open_digit",
    "'-') as first_digit",
    /open_digit is not answered/,
  ],
  [
    'feedbacks/queries.ts',
    "'user_name', u.user_name",
    "'name', u.user_name",
    /User\.user_name is not answered/,
  ],
  ['wallet/queries.ts', 'as "sameReference"', 'as "reference"', /sameReference is not answered/],
  ['users/own.ts', 'u join wallets w', 'u left join wallets w', /wallet may be null/],
  [
    'dashboard/queries.ts',
    'coalesce(sum(users), 0)::bigint as total',
    'sum(users)::bigint as total',
    /total_users may be null/,
  ],
  [
    'results/players-below-zero.ts',
    'w.balance / 100.0::float8',
    'w.balance / 100.0',
    /wallet is a string \(numeric\)/,
  ],
  ['push/deliver.ts', 'coalesce(goes, false) as goes', 'goes', /goes may be null/],
  ['ledger/post-wins.ts', 'array_agg(user_id)', 'array_agg(user_id::text)', /closed\[\] is a string/],
]

/** What a later PostgreSQL takes and the oldest one does not. */
const LATER = [
  'administrators/queries.ts',
  'max(s.last_used_at)',
  'any_value(s.last_used_at)',
  /administrators\/queries\.ts:\d+: function any_value\(.*\) does not exist, on PostgreSQL 15/,
] as const

test('what a migration or a query renames, retypes, leaves open or makes nullable is found, new words of a column, and what is too new', async () => {
  const edited = new Map<string, string>()
  for (const [file, written, instead] of [...QUERIES, LATER]) {
    const path = `server/src/${file}`
    const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
    expect(text, `${path} is planted in where it says ${written}`).toContain(written)
    edited.set(path, text.replaceAll(written, instead))
  }
  const program = new Program(edited)
  const statements = statementsIn(program)
  await withDatabase(async (url) => {
    let faults = ''
    for (const migrations of MIGRATIONS) {
      const altered = migrations.map(([migration]) => migration).join(';\n')
      faults = (await faultsOf(program, statements, url, altered)).join('\n')
      for (const [migration, said] of migrations) expect(faults, migration).toMatch(said)
    }
    // The last of them hide nothing of the queries either.
    for (const [file, , instead, said] of QUERIES) expect(faults, `${file}: ${instead}`).toMatch(said)
  })
  const refused = await withDatabase((url) => refusedBy(url, statements), OLDEST)
  expect(refused.join('\n')).toMatch(LATER[3])
  program.close()
})
