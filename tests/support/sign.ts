/** The anchors' signing for the tests, which share a database server. */
import { rm } from 'node:fs/promises'
import { afterAll } from 'vitest'
import type { SigningKey } from '../../server/src/anchors/key.ts'
import { signNews } from '../../server/src/anchors/sign.ts'
import type { Database } from '../../server/src/database/db.ts'
import { testFolder } from './database.ts'
import { until } from './waits.ts'

type Signing = Omit<Parameters<typeof signNews>[1], 'acts'>

/** The key, and a DATA_DIR for what is signed with it, until the test file's tests are done. */
export async function signedFolder(key: SigningKey) {
  const dataDir = await testFolder()
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir, key }
}

/** A line of what is new; undefined where nothing is. Waits however long other tests' transactions take. */
export async function signWhatIsNew(
  database: Database,
  anchors: Signing,
  acts = database.acts,
): ReturnType<typeof signNews> {
  const { line } = await until(async () => {
    try {
      return { line: await signNews(database, { ...anchors, acts }, new AbortController().signal) }
    } catch (error) {
      if (error instanceof Error && error.message === 'a transaction of the database does not end') return
      throw error
    }
  })
  return line
}
