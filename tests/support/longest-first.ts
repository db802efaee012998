/** The order of the test files: kind after kind, and of each those that take long first, so that none is waited for at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Kind after kind: a worker ends where another kind follows, and the next one loads the server anew. */
const KINDS = ['tooling', 'http', 'unit', 'tidy']

/** What takes more than thirty seconds beside two others, the longest first. */
const LONG = [
  'tooling/documented',
  'tooling/releases',
  'tooling/backup',
  'tooling/root',
  'tooling/pooler',
  'tooling/settings',
  'tooling/rows',
  'tooling/roles',
  'tooling/folders',
  'http/demo',
  'ledger/promises',
  'http/document',
  'ledger/kill',
  'http/results-void-large',
  'http/plans',
  'http/daybook',
  'ledger/anchors',
  'http/strangers',
  'ledger/verify',
  'http/replica',
  'http/push-delivery',
  'http/player-sessions',
  'http/busy',
  'http/users-story',
  'http/books-night',
  'http/live',
  'game/exposure',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const nth = LONG.findIndex((name) => moduleId.includes(`${name}.test.ts`))
      return KINDS.indexOf(project.name) * (LONG.length + 1) + (nth < 0 ? LONG.length : nth)
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
