/** The order of the test files: those that take long begin first, of whatever kind, so that none is waited for at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes more than twenty seconds of a quiet machine, the longest first. */
const LONG = [
  'tests/tooling/documented',
  'tests/ledger/promises',
  'tests/ledger/kill',
  'tests/http/demo',
  'tests/tooling/embedded',
  'tests/tooling/folders',
  'tests/tooling/rows',
  'tests/http/push-delivery',
  'tests/http/results-void-large',
  'tests/tooling/start',
  'tests/tooling/backup',
  'tests/http/live',
  'tests/http/document',
  'tests/http/plans',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const nth = LONG.findIndex((name) => moduleId.includes(name))
      return nth < 0 ? LONG.length : nth
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
