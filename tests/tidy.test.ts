/** What no type can hold: the arrows between folders, the one door to money, and our manner. Each message says what to do instead. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { everyCall } from './support/contract.ts'
import { documentedCommands } from './support/documented.ts'
import { findReleaseBefore } from './support/releases.ts'

const root = join(import.meta.dirname, '..')

interface File {
  /** From the root, with slashes: `server/src/users/routes.ts`. */
  readonly path: string
  readonly text: string
}

/** What git knows and what it would add, without what it ignores. */
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
})
const paths = [...new Set(String(listed).split('\0').filter(Boolean))].sort()
const read = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined // deleted, and git has not been told yet
  }
}
const isText = (path: string) =>
  /\.(ts|tsx|mjs|sql|json|webmanifest|md|css|html|yml)$|^\.ci\/|^[^.]+$/.test(path)
const files: readonly File[] = paths.filter(isText).flatMap((path) => {
  const text = read(path)
  return text === undefined ? [] : [{ path, text }]
})
const code = files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
const within = (folder: string) => code.filter(({ path }) => path.startsWith(folder))
const isTest = ({ path }: File) => /\.test\.tsx?$/.test(path)

/** Lines that break a rule, as `file:line: text`. */
function linesWith(list: readonly File[], broken: RegExp): string[] {
  return list.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (broken.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
}

interface Arrow {
  readonly from: string
  /** A file from the root, or the name of a package. */
  readonly to: string
}
/** One line, the last line of several, for effect only, or lazily. */
const IMPORTS = /^(?:(?:import|export)\s.*|\} )from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const arrows: readonly Arrow[] = code.flatMap(({ path, text }) =>
  [...text.matchAll(IMPORTS)].map(([, one, effect, lazy]) => {
    const to = (one ?? effect ?? lazy)!
    const isFile = to.startsWith('.')
    return {
      from: path,
      to: isFile ? relative(root, join(root, dirname(path), to)).replaceAll('\\', '/') : to,
    }
  }),
)
const packageOf = (path: string) =>
  /^@munim\/(\w+)/.exec(path)?.[1] ?? /^(core|contract|server|panel)\/src\//.exec(path)?.[1]
const arrowsThat = (isBroken: (arrow: Arrow) => boolean) =>
  arrows.filter(isBroken).map(({ from, to }) => `${from} → ${to}`)

/** server/src/users/routes.ts is in the area `users`; what is not an area is below all of them. */
const NO_AREAS = ['http', 'database', 'ledger', 'paper', 'backup']
const folderOf = (path: string) => /^server\/src\/([\w-]+)\//.exec(path)?.[1]
const areaOf = (path: string) => {
  const folder = folderOf(path)
  return folder === undefined || NO_AREAS.includes(folder) ? undefined : folder
}
const routesFiles = code.filter(({ path }) => /^server\/src\/[\w-]+\/routes\.ts$/.test(path))
const inAreas = within('server/src/').filter(({ path }) => areaOf(path) !== undefined && !isDemo(path))
/** Demonstration data is told through the verbs of every area, as a story of its own. */
function isDemo(path: string): boolean {
  return folderOf(path) === 'demo'
}

test('imports between packages go one way: core ← contract ← server, and core, contract ← panel', () => {
  const MAY: Record<string, readonly string[]> = {
    core: ['core'],
    contract: ['core', 'contract'],
    server: ['core', 'contract', 'server'],
    panel: ['core', 'contract', 'panel'],
  }
  const broken = arrowsThat(({ from, to }) => {
    const [own, other] = [packageOf(from), packageOf(to)]
    return (
      own !== undefined &&
      other !== undefined &&
      !isTest({ path: from, text: '' }) &&
      !MAY[own]!.includes(other)
    )
  })
  expect(broken, 'Server and panel meet in the contract only; what both need is declared there').toEqual([])
})

test('core is pure: it imports nothing outside core, and asks no clock, chance, network or file', () => {
  const core = within('core/src/').filter((file) => !isTest(file))
  const broken = arrowsThat(
    ({ from, to }) => core.some(({ path }) => path === from) && packageOf(to) !== 'core',
  )
  expect(broken, 'Hand the value in as a parameter, or move the code to where it is asked for').toEqual([])
  const impure = /\bDate\.now|new Date\(\)|Math\.random|\bfetch\(|\bprocess\.|\bcrypto\./
  expect(
    linesWith(core, impure),
    'The moment and the dice are handed in: core gives the same answer always',
  ).toEqual([])
})

test('in the server arrows go from app to areas to ledger, http and database', () => {
  const broken = arrowsThat(({ from, to }) => {
    const [folder, area] = [folderOf(from), areaOf(to)]
    return folder !== undefined && NO_AREAS.includes(folder) && area !== undefined
  })
  expect(
    broken,
    'What the lower folder needs from an area is handed to it, or belongs to the lower folder',
  ).toEqual([])
  const toApp = arrowsThat(
    ({ from, to }) =>
      !['programs', undefined].includes(folderOf(from)) && /^server\/src\/(app\.ts|programs\/)/.test(to),
  )
  expect(toApp, 'Only programs import the app; hand in what is needed below').toEqual([])
})

/** server/src/users/list.ts is in `users`, server/src/app.ts is a room of its own, and so is each screen of the panel. */
const roomIn = (part: string, path: string) => {
  const inside = path.startsWith(`${part}/`) && path.slice(part.length + 1)
  return inside ? /^(screens\/)?[\w.-]+/.exec(inside)![0] : undefined
}

/** How many floors are below a room, and the first circle of rooms that is met on the way. */
function floorsOf(part: string) {
  const below = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [room, other] = [roomIn(part, from), roomIn(part, to)]
    if (!room || !other || isTest({ path: from, text: '' })) continue
    const others = below.get(room) ?? new Set()
    below.set(room, room === other ? others : others.add(other))
  }
  const floors = new Map<string, number>()
  const circles: string[] = []
  const floorOf = (room: string, way: readonly string[]): number => {
    if (way.includes(room)) circles.push([...way.slice(way.indexOf(room)), room].join(' → '))
    if (way.includes(room) || floors.has(room)) return floors.get(room) ?? 0
    const under = [...(below.get(room) ?? [])].map((other) => floorOf(other, [...way, room]))
    floors.set(room, Math.max(0, ...under) + 1)
    return floors.get(room)!
  }
  for (const room of below.keys()) floorOf(room, [])
  return { floors, circles }
}

test.each([
  ['core/src', 4],
  ['server/src', 8],
  ['panel/src', 8],
  ['scripts', 5],
] as const)('the folders of %s are at most %i floors, without a circle, of types either', (part, most) => {
  const { floors, circles } = floorsOf(part)
  expect(circles, 'Move what both need to the lower one, or hand it in').toEqual([])
  const tooHigh = [...floors].filter(([, floor]) => floor > most)
  expect(tooHigh, 'A room on so many others is best part of one of them').toEqual([])
  expect(floors.size).toBeGreaterThan(10)
})

test('no area imports the routes of another', () => {
  const broken = arrowsThat(({ from, to }) => /\/routes\.ts$/.test(to) && from !== 'server/src/app.ts')
  expect(broken, 'Routes are for app.ts. Import the queries or the verb of the other area').toEqual([])
})

test('routes are calls: no SQL is among them, and none in the calls of the player app', () => {
  const calls = code.filter(({ path }) => /^server\/src\/(player\/|[\w-]+\/routes\.ts$)/.test(path))
  expect(
    linesWith(calls, /\bsql[`<.]/),
    'A statement lives in the area that owns its rows: in its queries, or in a file named by a verb',
  ).toEqual([])
})

test('screens do not import screens of other areas', () => {
  const areaOfScreen = (path: string) => /^panel\/src\/screens\/([\w-]+)\//.exec(path)?.[1]
  const broken = arrowsThat(({ from, to }) => {
    const [own, other] = [areaOfScreen(from), areaOfScreen(to)]
    return own !== undefined && other !== undefined && own !== other
  })
  expect(broken, 'A link is an address; what two areas show is a widget').toEqual([])
  const widgets = arrowsThat(
    ({ from, to }) => /^panel\/src\/(widgets|api)\//.test(from) && areaOfScreen(to) !== undefined,
  )
  expect(widgets, 'Widgets get rows and words and know no area').toEqual([])
  const called = linesWith(within('panel/src/widgets/'), /\bapi\.(?!factors\.|acts\.)\w+\.\w/)
  expect(
    called,
    'What a call answers is handed to a widget; any act may ask for a factor or a second person',
  ).toEqual([])
})

const EXPORTED = /^export (?:async )?(const|function|class|interface|type) (\w+)/gm

test('what core and contract export is used by another file, and not by tests alone', () => {
  const withoutComments = (text: string) => text.replace(/\/\*.*?\*\/|\/\/ .*$/gms, '')
  // Doors export all again. What the database's own checks are held against counts as used.
  const using = code
    .filter((file) => !/^(core|contract)\/src\/index\.ts$/.test(file.path))
    .filter(
      (file) => !(isTest(file) || file.path.startsWith('tests/')) || /\/kinds\.test\.ts$/.test(file.path),
    )
    .map(({ path, text }) => ({ path, words: new Set(withoutComments(text).match(/\w+/g)) }))
  const exported = code
    .filter((file) => /^(core|contract)\/src\//.test(file.path) && !isTest(file))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)]
        // Cases of core's tests are of its types.
        .filter(([, is]) => path.startsWith('contract/') || !/interface|type/.test(is!))
        .map(([, , name]) => ({ path, name: name! })),
    )
  expect(exported.length).toBeGreaterThan(300)
  const dead = exported.filter(
    ({ path, name }) => !using.some((file) => file.path !== path && file.words.has(name)),
  )
  expect(
    dead.map(({ path, name }) => `${path}: ${name}`),
    'Export what another file needs; what only tests use is tested through what uses it',
  ).toEqual([])
})

function classesIn(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|\{[^{}]*\}|:global\([^)]*\)/g, '')
  return [...rules.matchAll(/\.(\w+)/g)].map(([, each]) => each!)
}

test('each class that a screen names is in its styles', () => {
  const broken = within('panel/src/').flatMap(({ path, text }) =>
    [...text.matchAll(/^import (\w+) from '(\..+\.module\.css)'/gm)].flatMap(([, name, to]) => {
      const classes = new Set(classesIn(read(join(dirname(path), to!))!))
      const named = [...text.matchAll(new RegExp(`(?<![-/])\\b${name}\\.(\\w+)`, 'g'))].map(
        ([, each]) => each!,
      )
      return named.filter((each) => !classes.has(each)).map((each) => `${path}: .${each} is not in ${to}`)
    }),
  )
  expect(broken, 'A class that no rule has draws nothing: write the rule, or leave the class away').toEqual(
    [],
  )
})

test('each class of a style is named by a screen', () => {
  const dead = files
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => {
      const screens = within('panel/src/').flatMap((file) =>
        [...file.text.matchAll(/^import (\w+) from '(\..+\.module\.css)'/gm)]
          .filter(([, , to]) => join(dirname(file.path), to!) === path)
          .map(([, name]) => ({ name: name!, text: file.text })),
      )
      // One that is told by a value may be any.
      if (screens.some((file) => file.text.includes(`${file.name}[`))) return []
      return classesIn(text)
        .filter((each) => !screens.some((file) => new RegExp(`\\b${file.name}\\.${each}\\b`).test(file.text)))
        .map((each) => `${path}: .${each}`)
    })
  expect(dead, 'Take the rule away').toEqual([])
})

test('money has one door: only the ledger writes postings and wallets', () => {
  const outside = within('server/src/').filter(({ path }) => folderOf(path) !== 'ledger')
  const writes = /\b(insert\s+into\s+postings|update\s+wallets|delete\s+from\s+(postings|wallets))\b/i
  expect(linesWith(outside, writes), 'Call post() or one of its neighbours in server/src/ledger').toEqual([])
})

test('the replay shares nothing with what it checks: its own rules, its own statements', () => {
  const MAY = /^(scripts\/replay\/|node:|pg$|server\/src\/programs\/(config|installation)\.ts$)/
  const broken = arrowsThat(({ from, to }) => /^scripts\/replay(\.ts$|\/)/.test(from) && !MAY.test(to))
  expect(
    broken,
    'Write it once more from the rules of the game: what both take is proved by neither',
  ).toEqual([])
  const rules = arrowsThat(({ from }) => from === 'scripts/replay/game.ts')
  expect(rules, 'The rules need nothing').toEqual([])
  expect(arrowsThat(({ from }) => from.startsWith('scripts/replay/')).length).toBeGreaterThan(5)
})

test('what a bid wins is said once in SQL', () => {
  const outside = within('server/src/').filter(({ path }) => path !== 'server/src/ledger/win.ts')
  const broken = /\*\s*[\w.]*multiplier\b|\bmultiplier\s*\*/
  expect(linesWith(outside, broken), 'Write wonBy(alias): a test holds it against winOf of core').toEqual([])
})

test('no area begins, commits or rolls back', () => {
  // These are of a start, woken by a clock or typed, and no call.
  const own = [
    'anchors/stamp-payees.ts',
    'auth/first-admin.ts',
    'books/check.ts',
    'books/slice.ts',
    'daybook/month-run.ts',
    'daybook/watch.ts',
    'results/auto.ts',
    'push/enqueue.ts',
    'programs/remove-factors.ts',
  ].map((path) => `server/src/${path}`)
  const areas = inAreas.filter(({ path }) => !own.includes(path))
  const broken = /\.transaction\(|sql`\s*(begin|commit|rollback|savepoint)\b/i
  expect(
    linesWith(areas, broken),
    'serve() begins a transaction for calls that write; take db as it comes',
  ).toEqual([])
})

test('now is one thing: the clock of the Db', () => {
  // What is below reads no business moment: the database's own, and backups, which speak to it without a Db.
  const asking = within('server/src/').filter(({ path }) => !/^server\/src\/(database|backup)\//.test(path))
  const clocks = /\bclock_timestamp\b|\bcurrent_(date|timestamp)\b|(?<!\.)\bnow\(\)|new Date\(\)/
  expect(
    linesWith(asking, clocks),
    'Ask `await db.now()` after the locks; in SQL write nowOf(db): both are fixed where fixedAt says so',
  ).toEqual([])
})

test('no day is cut out of a UTC text', () => {
  const broken = /toISOString\(\)\s*\.\s*(slice|substring|substr|split)/
  const elsewhere = code.filter(({ path }) => path !== 'core/src/markets/schedule.ts')
  expect(linesWith(elsewhere, broken), 'That is yesterday until 05:30 in India. Use dayOf() of core').toEqual(
    [],
  )
})

test('amounts have two decimals but on the dashboard', () => {
  const elsewhere = code.filter(({ path }) => !path.startsWith('panel/src/screens/dashboard/'))
  expect(linesWith(elsewhere, /decimals=\{0\}/), 'Specification 1 §1').toEqual([])
})

test('the tree names nothing outside itself', () => {
  const outside = new RegExp(['\\.\\./', 'shared\\b|/wo', 'rk/'].join(''))
  expect(linesWith(files, outside), 'Copy what is needed into the tree').toEqual([])
})

test('every picture, font and other binary is shown or used somewhere', () => {
  const binaries = paths.filter((path) => !isText(path) && read(path)?.includes('\0'))
  const unused = binaries.filter((path) => !files.some(({ text }) => text.includes(basename(path))))
  expect(unused, 'A document shows it, a source names it, or it goes').toEqual([])
})

test('the changelog begins with the version that the packages have', () => {
  const versionIn = (path: string) => JSON.parse(read(path)!).version
  const manifests = paths.filter((path) => /(^|^\w+\/)package\.json$/.test(path))
  const versions = new Set(manifests.map(versionIn))
  expect([...versions], 'The workspaces are released together').toHaveLength(1)
  const newest = /^## (?!Unreleased$)(.+)$/m.exec(read('CHANGELOG.md')!)?.[1]
  const released = new RegExp(`^${[...versions][0].replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`)
  expect(newest, 'A new section, with its day, comes with a new version in package.json').toMatch(released)
})

test('only programs write to the console', () => {
  const programs = /^server\/src\/(programs\/.*|database\/(embedded|cluster))\.ts$/
  const quiet = ['core/', 'contract/', 'server/'].flatMap(within).filter(({ path }) => !programs.test(path))
  const chatter = [
    ...linesWith(quiet, /\bconsole\.\w+\(/),
    ...linesWith(within('panel/src/'), /\bconsole\.(?!error)\w+\(/), // what failed may be logged there
  ]
  expect(chatter, 'In the server log with request.log; elsewhere return it').toEqual([])
})

test('every call of the contract is served', () => {
  const served = routesFiles.map(({ text }) => text).join('\n')
  const missing = everyCall
    .map(([name]) => name)
    .filter((name) => !new RegExp(`\\bapi\\.${name}\\b`).test(served))
  expect(missing, 'Serve it in the routes.ts of its area, or take it out of the contract').toEqual([])
})

test('every call of the contract is walked by a test over HTTP', () => {
  const tests = within('tests/http/')
    .map(({ text }) => text)
    .join('\n')
  const missing = everyCall
    .map(([name]) => name)
    .filter((name) => !new RegExp(`\\bapi\\.${name}\\b`).test(tests))
  expect(missing, 'Call it in tests/http/<area>.test.ts: what it answers, and what it moves').toEqual([])
})

test('an area is tested under its name: over HTTP, and in the browser where it has screens', () => {
  const isUntested = (folder: string) => (area: string) =>
    !paths.some(
      (path) => path.startsWith(folder) && new RegExp(`/${area}(-[\\w-]+)?[.](test|spec)[.]ts$`).test(path),
    )
  const areas = routesFiles.map(({ path }) => folderOf(path)!).filter((area) => area !== 'security')
  const screens = new Set(paths.flatMap((path) => /^panel\/src\/screens\/([\w-]+)\//.exec(path)?.[1] ?? []))
  expect(areas.filter(isUntested('tests/http/')), 'Test it in tests/http/<area>.test.ts').toEqual([])
  expect(
    [...screens].filter(isUntested('tests/browser/')),
    'Tell its story in tests/browser/<area>.spec.ts',
  ).toEqual([])
})

/** The names in backticks, or the words of the first column, of a document's tables and paragraphs. */
const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

test('ARCHITECTURE names every area of the server, and every table of the database', () => {
  const text = read('ARCHITECTURE.md')!
  const areas = routesFiles.map(({ path }) => folderOf(path)!)
  const [, named] = /Inside the server an \*\*area\*\* \(([^)]+)\)/.exec(text)!
  expect(quotedIn(named!).sort()).toEqual(areas.sort())
  const [elsewhere] = /An area has one name everywhere[\s\S]*?\n\n/.exec(text)!
  const isScreen = (area: string) => paths.some((path) => path.startsWith(`panel/src/screens/${area}/`))
  expect(
    areas.filter((area) => !isScreen(area) && !quotedIn(elsewhere).includes(area)),
    'Say where in the panel the area is',
  ).toEqual([])
  const made = files
    .filter(({ path }) => path.startsWith('server/src/database/migrations/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/^create\s+(?:unlogged\s+)?table\s+(\w+)/gm)].map(([, name]) => name!),
    )
  const data = text.slice(text.indexOf('## The data'), text.indexOf('**Locks**'))
  const rows = [...data.matchAll(/^\| ([a-z_, ]+) \|/gm)].flatMap(([, names]) => names!.split(', '))
  expect(rows.filter((name) => name !== 'table').sort()).toEqual([...new Set(made)].sort())
})

/** Others name what is PostgreSQL's or nginx's, too: of theirs only paths are looked for. The changelog tells of what was. */
const NAMES_OURS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs/glossary.md']

test('every path and name that a document gives is there', () => {
  const sources = files.filter(({ path }) => /^(core|contract|server|panel|scripts|tests)\//.test(path))
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []))
  // A path is given from the root or from a folder on, with its ending or without: `results/declare`.
  const places = paths.map((path) => `/${path}/ /${path.replace(/(\.test|\.spec)?\.\w+$/, '')}/`).join()
  const isPath = (name: string) => /^\w[\w-]*\/|\.(ts|tsx|mjs|md|css|json|txt)$/.test(name)
  const isThere = (name: string) =>
    isPath(name) ? places.includes(`/${name}/`) : name.split('.').every((word) => words.has(word))
  const given = files
    .filter(({ path }) => /^([A-Z]+|(docs|deploy)\/.*)\.md$/.test(path) && path !== 'CHANGELOG.md')
    .flatMap(({ path, text }) => {
      const isOurs = NAMES_OURS.includes(path)
      const names = quotedIn(text)
        .map((name) => name.replace(/\(.*\)$/s, ''))
        .filter((name) => (isPath(name) ? /^[\w./-]+$/ : isOurs ? /^\w+(\.\w+)*$/ : /^$/).test(name))
        .map((name) => ({ said: `${path}: ${name}`, is: isThere(name) }))
      const links = [...text.matchAll(/\]\((\w[^):#]*)\)/g)].map(([, to]) => to!)
      return [
        ...names,
        ...links.map((to) => ({ said: `${path}: ${to}`, is: existsSync(join(root, dirname(path), to)) })),
      ]
    })
  const lost = given.filter(({ is }) => !is).map(({ said }) => said)
  expect(lost, 'Say what it is called now, and where a link leads').toEqual([])
  expect(given.length).toBeGreaterThan(200)
})

test('the changelog names calls that the contract has', () => {
  const calls = everyCall.map(([name]) => name)
  const [, newest] = read('CHANGELOG.md')!.split(/^## /m)
  const areas = new RegExp(`^(${calls.map((name) => name.split('.')[0]).join('|')})\\.\\w+$`)
  const lost = quotedIn(newest!).filter((name) => areas.test(name) && !calls.includes(name))
  expect(lost, 'Say what the call is called in the contract').toEqual([])
})

const before = findReleaseBefore()

test.skipIf(before === undefined)('the changelog names the calls that are new since the release', () => {
  const was = execFileSync('git', ['grep', '-h', "^  path: '", before!.commit, '--', 'contract/src'], {
    cwd: root,
  })
  const [, newest] = read('CHANGELOG.md')!.split(/^## /m)
  const silent = everyCall
    .filter(
      ([name, { path, file }]) =>
        !file && !String(was).includes(`'${path}'`) && !quotedIn(newest!).includes(name),
    )
    .map(([name]) => name)
  expect(silent, 'Name it below API of Unreleased').toEqual([])
})

test('every decision says what it is enforced by', () => {
  const decisions = files.filter(({ path }) => path.startsWith('docs/decisions/'))
  const silent = decisions.filter(({ text }) => !/^(## Enforced by$|\*\*Enforced by\*\*)/m.test(text))
  expect(silent.map(({ path }) => path)).toEqual([])
})

/** Words that have meant five things here, or are metaphors, and the exact words that say each. */
const PLAIN: readonly (readonly [word: RegExp, say: string])[] = [
  [
    /\b([Ss]tands?|[Ss]tood|[Ss]tanding)\b|[a-z]Stand(s|ing)?(?![a-z])/,
    'valid, current, declared, shown, kept',
  ],
  [/\b[Bb]ones?\b|[a-z]Bones?\b/, 'skeleton, blank, track'],
]
/** A comment names its subject. */
const WITHOUT_SUBJECT =
  /(\/\*\*|^\s*\*|\/\/ ).*\b([Nn]obody|[Ss]omebody|[Ee]verybody|[Ww]hoever|[Hh]ears?)\b(?!`)/

test('names, comments and sentences say the exact word', () => {
  const styles = files.filter(({ path }) => path.endsWith('.css'))
  const ours = [
    ...['core/', 'contract/', 'server/', 'panel/', 'scripts/', 'bench/', 'tests/'].flatMap(within),
    ...styles,
  ]
  const said = ours.filter(({ path }) => path !== 'tests/tidy.test.ts')
  const broken = PLAIN.flatMap(([word, say]) => linesWith(said, word).map((line) => `${line} (say: ${say})`))
  expect(
    broken.filter((line) => !/toContainText|getByText/.test(line)), // a screen's own words
    'A reader must not have to guess which of its meanings a word has',
  ).toEqual([])
  const vague = linesWith(
    said.filter(({ path }) => !/^tests\/|\.test\.ts$/.test(path)),
    WITHOUT_SUBJECT,
  )
  expect(vague, 'Which one: no call, no server, no player, another transaction?').toEqual([])
})

test('migrations are numbered without gaps, and say why, what, which locks and how back', () => {
  const migrations = files.filter(({ path }) => path.startsWith('server/src/database/migrations/'))
  migrations.forEach(({ path, text }, index) => {
    const number = String(index + 1).padStart(4, '0')
    const name = new RegExp(`/${number}-([a-z]+(?:-[a-z]+)*)\\.sql$`).exec(path)?.[1]
    expect(name, `${path} must be ${number}-name.sql, the next free number`).toBeDefined()
    const begun = ['Why:', 'Adds:', 'Locks:', 'Undo:'].map((word) => new RegExp(`^-- ${word} +\\S`))
    const header = text
      .split('\n')
      .filter((line) => /^-- (\d{4} |\w+:)/.test(line))
      .slice(0, 9)
    expect(header[0], `${path} begins with its number and name`).toBe(
      `-- ${number} ${name!.replaceAll('-', ' ')}`,
    )
    for (const line of begun) {
      expect(
        header.some((each) => line.test(each)),
        `${path} needs a header line ${line}`,
      ).toBe(true)
    }
  })
})

test('the path of a call is written in the contract only', () => {
  const callers = [...within('panel/src/'), ...routesFiles].filter((file) => !isTest(file))
  const paths = new RegExp(`['"\`](${everyCall.map(([, { path }]) => path).join('|')})['"\`]`)
  const written = linesWith(callers, paths).filter((line) => !/: (\/?\*|\/\/)/.test(line)) // comments may name one
  expect(written, 'Use the endpoint: api.users.list, and api.users.list.path').toEqual([])
})

test('files and folders are kebab-case nouns: no drawers for what has no place', () => {
  const sources = paths.filter((path) => /^(core|contract|server|panel|tests|scripts|bench)\//.test(path))
  const crooked = sources.filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path) && /[A-Z_ ]/.test(path))
  expect(crooked, 'macOS and Windows may not tell UserList.tsx from userlist.tsx').toEqual([])
  const drawers = /(^|\/)(utils?|helpers?|common|misc|lib|types|constants)(\/|\.tsx?$)/
  expect(
    sources.filter((path) => drawers.test(path)),
    'A thing lives with its noun',
  ).toEqual([])
  const doors = sources.filter((path) => /(^|\/)index\.tsx?$/.test(path))
  expect(doors, 'index.ts is the door of core and of the contract only').toEqual([
    'contract/src/index.ts',
    'core/src/index.ts',
  ])
})

test('every source file begins by saying what lives in it', () => {
  const silent = ['core/src/', 'contract/src/', 'server/src/', 'panel/src/', 'tests/'].flatMap(within)
  const without = silent
    .filter((file) => !isTest(file) || file.path.startsWith('tests/'))
    .filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text))
    .map(({ path }) => path)
  expect(without, 'One to three lines: what is here, and where a reader might wrongly look for more').toEqual(
    [],
  )
})

test('a known limit is a sentence, not a mark to come back to', () => {
  const marks = new RegExp(
    `\\b(${['TO', 'FIX', 'XX'].map((half, index) => half + ['DO', 'ME', 'X'][index]).join('|')})\\b`,
  )
  expect(linesWith(code, marks), 'Say what is limited, and from which size it matters').toEqual([])
})

test('every command that a document tells to type is carried out by the tests', () => {
  const tests = files
    .find(({ path }) => path === 'tests/tooling/documented.test.ts')!
    .text.replaceAll('\\\\', '\\')
  const missing = documentedCommands().filter((command) => !tests.includes(command))
  expect(missing, 'Add an entry to tests/tooling/documented.test.ts that carries it out').toEqual([])
})
