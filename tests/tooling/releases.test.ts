/**
 * The release before and this one, beside each other on one database: upgraded and gone back under load. Skipped where the
 * git history does not have that release; what is proved is in scripts/prove/upgrade.ts.
 */
import { expect, test } from 'vitest'
import { proveUpgrade } from '../../scripts/prove/upgrade.ts'
import { findReleaseBefore, NO_RELEASE } from '../support/releases.ts'

const release = findReleaseBefore()
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

test('a release is replaced by the next and comes back, under load', async (context) => {
  if (release === undefined) return context.skip(NO_RELEASE)
  const { wrong } = await proveUpgrade({ rounds: 1, seed, say: () => {} })
  expect(wrong, `SEED=${seed}`).toEqual([])
})
