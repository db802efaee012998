/** Each pool opens as many connections as it is told to, and no more. */
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { USUAL } from '../../server/src/database/sizes.ts'
import { freshDatabase } from '../support/database.ts'

const { url, drop } = await freshDatabase()
afterAll(drop)

test.each([
  [USUAL, { reading: 6, writing: 10, quick: 3 }],
  [
    { ...USUAL, reading: 2, writing: 3, quick: 1 },
    { reading: 2, writing: 3, quick: 1 },
  ],
])('%o', async (sizes, due) => {
  const database = connect(url, { sizes })
  const slow = sql`select pg_sleep(0.1)`
  const asked = Array.from({ length: 12 }, () => [
    database.run(slow),
    database.quick.run(slow),
    database.transaction((db) => db.run(slow)),
  ])
  await Promise.all(asked.flat())
  const open = Object.entries(database.connections()).map(([name, { open }]) => [name, open])
  expect(Object.fromEntries(open)).toEqual(due)
  await database.close()
})
