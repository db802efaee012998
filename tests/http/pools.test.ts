/** Each pool opens as many connections as it is told to, and no more; what is sent together on one ends with what fails. */
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { USUAL } from '../../server/src/database/sizes.ts'
import { freshDatabase } from '../support/database.ts'

const { url, ownerUrl, drop } = await freshDatabase()
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

test('statements behind one that fails are not done, and are planned once they are asked again', async () => {
  const database = connect(url, { max: 1 })
  const divided = (by: number) => sql<{ half: number }>`/* divided */ select 4 / ${by}::int as half`
  const taken = sql`
    /* taken */ insert into leases (name, holder, until) values (${'both'}, gen_random_uuid(), clock_timestamp())`
  const both = (by: number) => database.transaction((db) => db.both(divided(by), taken))
  const kept = () => database.many(sql`select name from leases where name = 'both'`)
  await expect(both(0)).rejects.toMatchObject({ code: '22012' })
  await expect(database.transaction((db) => db.ending(sql`select 1 / ${0}::int`))).rejects.toThrow('zero')
  expect(await kept()).toEqual([])
  expect(await both(2)).toEqual([[{ half: 2 }], []])
  expect(await kept()).toEqual([{ name: 'both' }])
  await expect(both(2)).rejects.toMatchObject({ code: '23505' })
  await expect(database.transaction((db) => db.run(sql`/* taken */ select ${1}::int`))).rejects.toThrow(
    'taken is the name of two statements',
  )
  const unwritable = { toJSON: () => Math.max(...(null as unknown as number[])) }
  await expect(database.transaction((db) => db.run(sql`select ${unwritable}::json`))).rejects.toThrow()
  expect(await kept()).toEqual([{ name: 'both' }])
  await database.close()
})

test('a named statement answers the columns that it is asked for, or fails once where they are others', async () => {
  const database = connect(url, { max: 1 })
  const owner = connect(ownerUrl, { max: 1 })
  await owner.run(sql`
    insert into leases (name, holder, until) values ('shape', gen_random_uuid(), clock_timestamp())`)
  const all = (nth: number | null) => sql`
    /* all */ select ${nth}::int as nth, l.* from leases l where l.name = 'shape'`
  const [first] = await database.many(all(1))
  for (const nth of [2, null, 3])
    expect(await database.transaction((db) => db.last(all(nth)))).toEqual([{ ...first!, nth }])
  await owner.run(sql`alter table leases add column room text`)
  await expect(database.many(all(4))).rejects.toThrow('cached plan must not change result type')
  expect(await database.many(all(5))).toEqual([{ ...first!, nth: 5, room: null }])
  await Promise.all([database.close(), owner.close()])
})
