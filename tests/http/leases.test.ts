/** A lease is one process's until it runs out, also where the database's clock goes back. */
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { holdLease } from '../../server/src/database/lease.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { freshDatabase } from '../support/database.ts'

const { url, drop } = await freshDatabase()
const database = connect(url)
afterAll(() => database.close().then(drop))

test.each([
  // seconds left, taken
  [-1, true],
  [5, false],
  [19, false],
  [3600, true], // Its holder took it before the clock went back by an hour.
])('with %s seconds left to another process a lease of ten is taken: %s', async (left, isTaken) => {
  const name = `of ${left} s`
  const other = '00000000-0000-4000-8000-000000000000'
  await database.run(sql`
    insert into leases (name, holder, until) values (${name}, ${other}, clock_timestamp() + make_interval(secs => ${left}))`)
  expect(await holdLease(database, name, 10)).toBe(isTaken)
  expect(await holdLease(database, name, 10)).toBe(isTaken)
})
