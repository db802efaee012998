/** `npm test` and `npm run check`: which tests run, on what, and the sum of what they said. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildPanel } from './panel.mjs'
import { runProgram, runQuietly } from './run.mjs'
import { during, root, SaidWhy, say } from './say.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'
const playwright = 'node_modules/@playwright/test/cli.js'
/** The compiler and its API are in Go: it collects garbage less often, for an eighth more memory. */
const GOGC = '400'
/** The exit code of a check that could not be made here. */
const SKIPPED = 77
const onPostgres15 = { DATABASE_KIND: 'postgres15' }
/**
 * Whole, `npm test` runs these on one of both databases, which take turns with the time zones: what they are about asks
 * nothing of the database's age. They kill and cut off processes and connections, follow streams, write files and
 * demonstration data, ask other servers, guess and check passwords and codes, shed load, hold what is sent and
 * answered against the contract, and follow rules through long histories: who confirms, what is due, what is told.
 * They take longer than all others together. That PostgreSQL 15 takes each statement whose rows are checked is held by
 * that check; that its plans, schema, triggers and locks are as they should be, by what is left: plans, guards,
 * verify, migrations, and what moves money.
 */
const onOneDatabase = [
  'tests/ledger/{anchors,factors,histories,kill,payee-stamps,promises,replay,replay-game,stamps}.test.ts',
  'tests/http/{answerable,arriving,away,busy,ending,hosts,live,load,pooler,replica}.test.ts',
  'tests/http/{auth,factors,first-admin,passkeys,player,player-sessions,registrations}.test.ts',
  'tests/http/{acts,acts-draws,acts-people,administrators,sessions,sign-ins,strangers,verify-mobile}.test.ts',
  'tests/http/{bad-inputs,calls,closed,document,language,log,panel,rights}.test.ts',
  'tests/http/{banners-files,bucket,csv,demo,month-pdf,secrets,shared-files,uploads}.test.ts',
  'tests/http/{alerts-told,books-night,daybook,daybook-closing,month-players,push-delivery}.test.ts',
  'tests/http/{results-auto,results-predict,suspicions,wallet-marks}.test.ts',
  'tests/http/{canaries,settings,users-fields,users-story}.test.ts',
]

/** Where the machine has the memory, the databases of the tests are in it: half of the kernel's work is files otherwise. */
function inMemory() {
  const [folder, needed] = ['/dev/shm', 8 * 2 ** 30]
  try {
    const { bavail, bsize } = statfsSync(folder)
    const isExecutable = !/^\S+ \/dev\/shm \S+ \S*noexec/m.test(readFileSync('/proc/mounts', 'utf8'))
    if (isExecutable && Math.min(bavail * bsize, process.availableMemory()) >= needed)
      return { TMPDIR: folder }
  } catch {} // No Linux.
  return {}
}

/** Vitest or Playwright; a TMPDIR of the environment is where their files go. */
const runTester = (node, args, env = {}) =>
  runProgram(node, args, { ...(process.env.TMPDIR ? {} : inMemory()), ...env })

/** Some kinds of tests only, for work on one thing: `npm test -- http users`, `npm test -- browser login`. */
const kinds = {
  unit: (node, args) => runTester(node, [vitest, 'run', '--project', 'unit', ...args]),
  http: (node, args) => runTester(node, [vitest, 'run', '--project', 'http', ...args]),
  postgres15: (node, args) => runTester(node, [vitest, 'run', '--project', 'http', ...args], onPostgres15),
  tooling: (node, args) => runTester(node, [vitest, 'run', '--project', 'tooling', ...args]),
  tidy: (node, args) => runTester(node, [vitest, 'run', '--project', 'tidy', ...args]),
  browser: async (node, args) => {
    await buildPanel(node)
    return runTester(node, [playwright, 'test', ...args])
  },
}

/** Everything, one kind after the other also when one fails; or one kind, when args name it. Returns the exit code. */
export async function runTests(node, args) {
  process.env.TZ = nextZone()
  process.env.GOGC ??= GOGC
  say(`Time zone of this run: ${process.env.TZ} (MUNIM_TZ overrides)`)
  if (args.length > 0) {
    if (!(args[0] in kinds))
      throw new SaidWhy(`There is no kind '${args[0]}': ${Object.keys(kinds).join(', ')}.`)
    return kinds[args[0]](node, args.slice(1))
  }

  const reports = mkdtempSync(join(tmpdir(), 'munim-reports-'))
  const others = onOneDatabase.flatMap((files) => ['--exclude', files])
  const [first, second] = process.env.TZ === 'Asia/Kolkata' ? [others, []] : [[], others]
  const http = ['--project', 'http', ...second]
  const results = [
    await checks(),
    await check('The panel is built', async () => void (await buildPanel(node))),
    await withVitest(node, 'Tests', ['--project', '!tidy', ...first], reports), // It is in the checks.
    await withVitest(node, 'Tests over HTTP on PostgreSQL 15', http, reports, onPostgres15),
    await inBrowser(node, reports),
  ]
  rmSync(reports, { recursive: true, force: true })
  return sumUp(results)
}

/** `npm run check` as a person runs it, so that tests/tooling/documented.test.ts needn't do it again. */
async function checks() {
  const command = 'npm run check'
  const [shell, take] = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c']
  const { code, output } = await during(command, () => runQuietly(shell, [take, command]))
  process.env.MUNIM_CARRIED_OUT = command
  process.stderr.write(output)
  const [, passed = 0, failed = 1, skipped = 0] =
    /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(output) ?? []
  return { name: command, passed: +passed, failed: code === 0 ? 0 : Math.max(1, +failed), skipped: +skipped }
}

/** Types, lint and the tests of tidiness: what is quick enough to run before each commit. */
export async function runChecks(node) {
  process.env.GOGC ??= GOGC
  const results = await staticChecks(node)
  const code = await kinds.tidy(node, ['--passWithNoTests'])
  results.push({ name: 'Tidy', passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
  return sumUp(results)
}

/** A check counts as one test. */
async function staticChecks(node) {
  // What is unchanged since the last time is not looked at again: a tenth of the processor time. Several threads find out
  // the same types each: twice the processor time of one.
  const known = (project) => `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  const tsc = (project) => {
    const args = ['--singleThreaded', '--noEmit', '-p', project, '--incremental']
    const file = ['--tsBuildInfoFile', known(project)]
    return runQuietly(node, ['node_modules/typescript/bin/tsc', ...args, ...file])
  }
  const projects = ['tsconfig.json', 'panel/tsconfig.json', 'tests/browser/tsconfig.json']
  return Promise.all([
    check('Rows are what the database answers', () => runQuietly(node, ['scripts/check-rows.ts'])),
    check('Words are in the catalogue', () => runQuietly(node, ['scripts/check-words.ts'])),
    ...projects.map((project) => check(`Types of ${project}`, () => tsc(project))),
    check('Lint and format', () =>
      runQuietly(node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
    ),
    check('Nothing is unused', () => runQuietly(node, ['node_modules/knip/bin/knip.js', '--no-progress'])),
  ])
}

async function check(name, work) {
  const start = Date.now()
  const done = await work().catch((error) => ({ code: 1, output: error.message }))
  const { code, output } = done ?? { code: 0 }
  if (code !== 0) say(output.trim())
  const ended = code === 0 ? 'passed' : code === SKIPPED ? 'skipped' : 'failed'
  say(`${name}: ${ended} (${seconds(start)})`)
  return { name, passed: 0, failed: 0, skipped: 0, [ended]: 1 }
}

async function withVitest(node, name, args, reports, env = {}) {
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const start = Date.now()
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tests/support/still-running.ts']
  const code = await runTester(
    node,
    [vitest, 'run', ...reporters, `--outputFile.json=${report}`, ...args],
    env,
  )
  return said(name, start, code, report, countVitest)
}

/** A file that could not even be loaded has no tests in it that could have failed. */
function countVitest({ numPassedTests, numPendingTests, numTodoTests, numFailedTests, testResults }) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => !isFine(test))
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
  )
  const notLoaded = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every(isFine))
    .map(({ name, message }) => failure(name, 'not loaded', message))
  return {
    passed: numPassedTests,
    failed: numFailedTests + notLoaded.length,
    skipped: numPendingTests + numTodoTests,
    names: [...tests, ...notLoaded],
  }
}

const isFine = ({ status }) => status !== 'failed'

/** A line for the end, where it is read: what failed, and the beginning of why. */
const failure = (file, name, why = '') =>
  `${relative(root, file)}: ${name}${why ? `: ${stripVTControlCharacters(why).trim().slice(0, 500)}` : ''}`

async function inBrowser(node, reports) {
  const report = join(reports, 'playwright.json')
  const start = Date.now()
  const code = await runTester(node, [playwright, 'test', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return said('Tests in the browser', start, code, report, ({ stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    names: suites.flatMap(unexpected),
  }))
}

/** The stories of a file that failed at each try. */
const unexpected = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(unexpected),
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) =>
      failure(join(root, 'tests/browser', file), title, tests[0]?.results.at(-1)?.error?.message),
    ),
]

/** What a runner reported; one that ended badly, or before it had run any, counts as a failed test. */
function said(name, start, code, report, read) {
  let counts = { passed: 0, failed: 0, skipped: 0, names: [] }
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {} // It ended before it could report.
  if ((code !== 0 || counts.passed === 0) && counts.failed === 0) counts.failed = 1
  say(`${name}: ${inWords(counts)} (${seconds(start)})`)
  return { name, ...counts }
}

function sumUp(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const failed = results.filter((result) => result.failed > 0)
  for (const { name, names = [] } of failed) say([`Failed: ${name}`, ...names].join('\n  '))
  console.log(inWords({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }))
  return failed.length > 0 ? 1 : 0
}

const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const seconds = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`

/** Nothing may depend on the machine's zone, so each run has another; a new machine begins with the day's. */
function nextZone() {
  if (process.env.MUNIM_TZ) return process.env.MUNIM_TZ
  const zones = ['UTC', 'Asia/Kolkata', 'America/New_York']
  const stamp = join(root, 'node_modules', '.cache', 'munim-zone')
  let last = Math.floor(Date.now() / 86_400_000)
  try {
    last = Number(readFileSync(stamp, 'utf8'))
  } catch {} // The first run here.
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
  writeFileSync(stamp, String(last + 1))
  return zones[(last + 1) % zones.length]
}
