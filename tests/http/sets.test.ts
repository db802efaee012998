/** Sets of ids, as PostgreSQL reads and asks them. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { idsIn, isInSet, readSet } from '../../server/src/database/sets.ts'
import { freshDatabase } from '../support/database.ts'

const { url, drop } = await freshDatabase()
const database = connect(url)
afterAll(async () => {
  await database.close()
  await drop()
})

test('a set holds the ids that were read and no other, also at the ends of its words and beyond its last', async () => {
  const id = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(31, 32, 63, 64, 95, 96, 1_000_031))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(id), fc.nat(12), fc.nat(5), async (ids, offset, limit) => {
      const greatestFirst = [...ids].sort((a, b) => b - a)
      const set = await readSet(database, sql`select id from unnest(${ids}::bigint[]) as id`)
      expect(set.size).toBe(ids.length)
      expect(idsIn(set)).toEqual(greatestFirst)
      expect(idsIn(set, { offset, limit })).toEqual(greatestFirst.slice(offset, offset + limit))
      const { inside, house } = await database.only<
        { inside: number[]; house: boolean } & NotNull<'house'>
      >(sql`
        select coalesce(array_agg(id::int order by id desc), '{}') as inside,
          ${isInSet(set, sql`null::bigint`)} as house
        from (select generate_series(0, 400) as id union all select generate_series(1000000, 1000064)) n
        where ${isInSet(set, sql`id::bigint`)}`)
      expect([inside, house]).toEqual([greatestFirst, false])
    }),
    { numRuns: 60 },
  )
})
