/** Work that one of many processes does at a time: the holder of the lease, until it runs out. */
import { randomUUID } from 'node:crypto'
import { type Db, sql } from './db.ts'

const holder = randomUUID()

/**
 * Whether this process holds the lease now, for so many seconds from now. One that has more than twice as long to run was
 * taken before the database's clock went back: a holder that is gone would keep it for as long as that.
 */
export async function holdLease(db: Db, name: string, seconds: number): Promise<boolean> {
  const written = await db.run(sql`
    insert into leases (name, holder, until)
    values (${name}, ${holder}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where leases.until < clock_timestamp() or leases.holder = excluded.holder
      or leases.until > clock_timestamp() + make_interval(secs => ${2 * seconds})`)
  return written === 1
}
