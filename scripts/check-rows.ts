/** `npm run check`: what every statement answers, described by a migrated database, is what its rows are read as. */
import { checkRows, NoDatabase } from './rows/check.ts'

/** For `npm run check`: nothing was found out. */
const SKIPPED = 77

try {
  const faults = await checkRows()
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
} catch (error) {
  if (!(error instanceof NoDatabase)) throw error
  console.error(`Rows are not checked, because the embedded PostgreSQL can't start here. ${error.message}`)
  process.exit(SKIPPED)
}
