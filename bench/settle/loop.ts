/** Settling bid by bid: each bid read, judged and written by statements of its own, its status kept in its row. */
import { type Database, sql } from '../../server/src/database/db.ts'

const SAMPLE = 5_000

/** Milliseconds for a sample of the draw's bids, in tables of its own as such a program has them. */
export async function timeLoop(database: Database, drawId: number): Promise<{ sample: number; ms: number }> {
  await database.run(sql`create schema field`)
  try {
    await copySample(database, drawId)
    const bids = await database.many<{ id: number; user_id: number; wins: boolean; amount: number }>(sql`
      select id, user_id, wins, amount from field.bids where status = 'pending' order by id`)
    const start = performance.now()
    for (const { id, user_id, wins, amount } of bids) {
      if (wins) {
        await database.run(sql`update field.users set wallet = wallet + ${amount} where id = ${user_id}`)
        await database.run(sql`
          insert into field.transactions (user_id, amount, kind) values (${user_id}, ${amount}, 'win')`)
      }
      await database.run(sql`
        update field.bids set status = ${wins ? 'win' : 'loss'}, updated_at = now() where id = ${id}`)
    }
    return { sample: bids.length, ms: performance.now() - start }
  } finally {
    await database.run(sql`drop schema field cascade`)
  }
}

/** Every n-th bid, so that the sample wins as often as the whole. */
async function copySample(database: Database, drawId: number): Promise<void> {
  await database.run(sql`
    create table field.bids as
    select *, 'pending' as status, now() as updated_at from (
      select b.id, b.user_id, b.pick in ('single_digit:1:-:-:-', 'odd_even:1:-:-:-', 'single_panna:-:128:-:-', 'sp:-:128:-:-')
        as wins, (b.points * b.multiplier + 50) / 100 as amount,
        row_number() over (order by b.id) % greatest(count(*) over () / ${SAMPLE}, 1) as nth
      from bids b where b.draw_id = ${drawId}) b where nth = 0`)
  await database.run(sql`alter table field.bids add primary key (id)`)
  await database.run(sql`create index on field.bids (status)`)
  await database.run(sql`create table field.users as select user_id as id, balance as wallet from wallets`)
  await database.run(sql`alter table field.users add primary key (id)`)
  await database.run(sql`
    create table field.transactions (id bigint generated always as identity primary key, user_id bigint, amount bigint,
      kind text, created_at timestamptz default now())`)
  await database.run(sql`create index on field.transactions (user_id)`)
}
