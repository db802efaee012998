/** The tables of the queue of messages, in the schema `pgboss`: made, or brought up to date, by the database's owner. */
import { PgBoss } from 'pg-boss'
import { type Database, sql } from '../database/db.ts'
import { jobsIn } from './jobs.ts'

/** However many servers start together; `role`, the server's, gets what it needs of them. */
export async function makeQueue(owner: Database, role: string): Promise<void> {
  const boss = new PgBoss({ db: jobsIn(owner), supervise: false, schedule: false })
  boss.on('error', () => {}) // What fails rejects.
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false })
  }
  const to = sql.ref(role)
  await owner.run(sql`grant usage on schema pgboss to ${to}`)
  await owner.run(sql`grant select, insert, update, delete on all tables in schema pgboss to ${to}`)
  await owner.run(sql`grant usage, select on all sequences in schema pgboss to ${to}`)
}
