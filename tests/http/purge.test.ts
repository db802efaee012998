/** What is past its time to keep is deleted, and nothing else; the times are those of docs/operating.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { KEPT_DAYS, purge } from '../../server/src/database/purge.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()
const operating = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')

/** Writing them as they are counts them. */
const rowsIn = (table: string, column: string) =>
  office.owner.run(sql`update ${sql.ref(table)} set ${sql.ref(column)} = ${sql.ref(column)}`)

/** Two rows in each of the tables, as two players leave them. */
async function leaveRows() {
  for (const mobile of ['9811100001', '9811100002']) {
    const register = { user_name: 'Asha', mobile, password: 'secret1' }
    expect(await office.call(api.player.register.path, register, { as: { token: '' } })).toMatchObject({
      code: 200,
    })
    await office.call(api.player.login.path, { mobile, password: 'secret1' }, { as: { token: '' } })
    await office.call(api.player.login.path, { mobile, password: 'mistyped' }, { as: { token: '' } })
    await office.database.run(sql`
      insert into answers (caller, path, key, body_hash) values (${mobile}, '/', 'key', '')`)
    await office.database.run(sql`
      insert into mobile_codes (user_id, at, since, sent)
      select id, clock_timestamp(), clock_timestamp(), 1 from users where mobile = ${mobile}`)
    await office.database.run(sql`
      insert into act_sums (admin_id, limit_name, day, amount, at) values (1, ${mobile}, '2026-11-20', 1, clock_timestamp())`)
    await office.database.run(sql`
      insert into seen_alerts (admin_id, alert, mark, at) values (1, ${mobile}, 1, clock_timestamp())`)
    await office.database.run(sql`
      insert into alert_messages (alert, mark, way, kind, sentence, since, found_at, next_at)
      values (${mobile}, 1, 'mail', 'books', '', clock_timestamp(), clock_timestamp(), clock_timestamp())`)
    await office.database.run(sql`
      insert into open_cases (admin_id, page, kind, item_id, since, at)
      values (1, ${mobile}, 'deposits', 1, clock_timestamp(), clock_timestamp())`)
  }
}

test('a row is kept for its days and deleted after them', async () => {
  await leaveRows()
  for (const [table, [moment, days]] of Object.entries(KEPT_DAYS)) {
    const [from, column] = [sql.ref(table), sql.ref(moment)]
    await office.owner.run(sql`
      update ${from} set ${column} = clock_timestamp() - make_interval(days => ${days}, mins => -1)`)
    const rows = await rowsIn(table, moment)
    expect(rows, table).toBeGreaterThan(1)
    await purge(office.database)
    expect(await rowsIn(table, moment), table).toBe(rows)
    await office.owner.run(sql`
      update ${from} set ${column} = ${column} - interval '2 minutes'
      where ctid = (select ctid from ${from} limit 1)`)
    await purge(office.database)
    expect(await rowsIn(table, moment), table).toBe(rows - 1)
  }
})

test('more rows than one statement deletes are deleted by several', async () => {
  await office.database.run(sql`
    insert into attempts (name_hash, address, succeeded, at)
    select '', '', false, clock_timestamp() - interval '1 year' from generate_series(1, 12000)`)
  await purge(office.database)
  expect(await office.database.many(sql`select id from attempts where name_hash = ''`)).toEqual([])
})

test.each(Object.entries(KEPT_DAYS))('docs/operating.md says how long %s are kept', (table, [, days]) => {
  expect(operating).toContain(`| ${table} | ${days} ${days === 1 ? 'day' : 'days'} after `)
})
