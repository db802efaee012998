/** What a bid wins in SQL, in the one fragment and in the trigger that counts cancelled wins, is what core says. */
import { type Multiplier, paise, winOf } from '@munim/core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { wonBy } from '../../server/src/ledger/win.ts'
import { backOffice } from '../support/office.ts'

const { database } = await backOffice()

/** In paise and in hundredths: the least, halves of a paisa and their neighbours, odd paise, and the most there can be. */
const POINTS = [1, 5, 10, 49, 50, 51, 99, 101, 1000, 1001, 1050, 12_345, 999_999, 1_000_000_000]
const MULTIPLIERS = [100, 101, 105, 149, 150, 151, 949, 950, 955, 65_055, 99_999_999, 100_000_000]

const bets = POINTS.flatMap((points) =>
  MULTIPLIERS.map((multiplier) => ({
    points,
    multiplier,
    won: winOf(paise(points), multiplier as Multiplier),
  })),
)

test('the fragment wins what core says, halves of a paisa up', async () => {
  expect(bets.filter(({ points, multiplier }) => (points * multiplier) % 100 === 50).length).toBeGreaterThan(
    5,
  )
  const [points, multipliers] = [bets.map((bet) => bet.points), bets.map((bet) => bet.multiplier)]
  expect(
    await database.many<{ points: number; multiplier: number; won: number }>(sql`
      select a.points, a.multiplier, ${wonBy('a')} as won
      from unnest(${points}::bigint[], ${multipliers}::int[]) with ordinality a (points, multiplier, place)
      order by a.place`),
  ).toEqual(bets)
})

test('the one function of the database that multiplies points says the same', async () => {
  const functions = await database.many<{ name: string; text: string }>(sql`
    select proname as name, prosrc as text from pg_proc
    where pronamespace = current_schema()::regnamespace and prosrc ~ '\\*\\s*(\\w+\\.)?multiplier'`)
  expect(functions.map(({ name }) => name)).toEqual(['count_cancelled_bids'])
  const rule = wonBy('a').compile(database.kysely).sql.replaceAll('"', '').slice(1, -1)
  expect(functions[0]!.text).toContain(`sum(${rule}) as paid`)
})
