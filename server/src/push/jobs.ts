/** The way from pg-boss to the database: its statements on connections of ours, in a transaction or a pool. */
import { CompiledQuery } from 'kysely'
import type { Db as JobDb } from 'pg-boss'
import type { Db, Statement } from '../database/db.ts'

export function jobsIn(db: Db): JobDb {
  return {
    async executeSql(text, values = []) {
      const asked = CompiledQuery.raw(text, [...values])
      const statement = {
        compile: () => asked,
        execute: (kysely: { executeQuery(query: CompiledQuery): Promise<{ rows: unknown[] }> }) =>
          kysely.executeQuery(asked),
      }
      return { rows: await db.many(statement as unknown as Statement<object>) }
    },
  }
}
