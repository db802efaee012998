/**
 * Which modules go into one file together. Few files, each with what is needed at the same time: what the sign-in and the
 * dashboard need, what is fetched ahead once the shell is shown (src/shell/ahead.ts), and of the rest what the same screens share.
 */
import { basename, join } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

/** What so many screens need comes ahead of each. */
const MANY = 3
/** Bytes before they are made small: less than that is not worth a file of its own, and comes ahead too. */
const LITTLE = 6000

/** The groups of Rolldown that make these files, the first asked first. */
export async function groupsOf(config: InlineConfig) {
  const files = await filesOf(config)
  const names = [...new Set(files.values())]
  return names.map((name, nth) => ({
    name,
    test: (id: string) => files.get(id) === name,
    priority: names.length - nth,
  }))
}

/**
 * The file of each module that is not of one screen alone; in the order in which they are to be filled. What is left of a
 * library once it is shaken, only a build can tell: the panel is built twice, the first time to look.
 */
async function filesOf(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const once = { ...config, configFile: false, logLevel: 'error' } as const
  const built = await build({ ...once, build: { ...once.build, write: false, minify: false } })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  const chunks = output.filter((each) => each.type === 'chunk')
  const needs = needsBy(chunks)
  const app = chunks.find(({ moduleIds }) => moduleIds.includes(join(config.root!, 'src', 'app.tsx')))!
  const opened = new Set(app.dynamicImports)
  const isScreen = (source: string) =>
    chunks.some(({ facadeModuleId, fileName }) => facadeModuleId === source && opened.has(fileName))
  const needed = (source: string): ReadonlySet<string> => {
    const found = needs.get(join(config.root!, 'src', source))
    if (found === undefined) throw new Error(`${source} is no file that the panel fetches by itself`)
    return found
  }
  const files = new Map<string, string>()
  const put = (file: string, modules: Iterable<string>) => {
    for (const id of modules) if (!files.has(id)) files.set(id, file)
  }
  const [login, dashboard] = [needed('screens/login/login.tsx'), needed('screens/dashboard/dashboard.tsx')]
  // Nothing that says words may be in it, for that is evaluated once the language is known.
  put('index', needed('main.tsx'))
  put('start', needed('start.tsx'))
  put('start', login.intersection(dashboard))
  put('login', login)
  put('dashboard', dashboard)
  put('ahead', needed('shell/ahead.ts'))

  const screens = new Map<string, string[]>()
  const fetched = new Map<string, number>()
  for (const [source, modules] of needs)
    for (const id of modules) {
      fetched.set(id, (fetched.get(id) ?? 0) + 1)
      if (isScreen(source)) screens.set(id, [...(screens.get(id) ?? []), basename(source, '.tsx')])
    }
  // What a screen and its own dialogs need is the screen's.
  const shared = [...screens].filter(([id]) => fetched.get(id)! > 1 && !files.has(id))
  // A file takes along what its modules need: what more screens share is taken before.
  shared.sort(([, some], [, others]) => others.length - some.length)
  const sizes = sizesOf(chunks)
  for (const [name, modules] of Map.groupBy(shared, ([, by]) => by.sort().join('-'))) {
    const ids = modules.map(([id]) => id)
    const bytes = ids.reduce((sum, id) => sum + sizes.get(id)!, 0)
    const isOne = modules[0]![1].length === 1
    put(modules[0]![1].length >= MANY || (!isOne && bytes < LITTLE) ? 'ahead' : name, ids)
  }
  return files
}

/** Of each file that is fetched by itself, all modules that come with it. */
function needsBy(chunks: readonly Rolldown.OutputChunk[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const collect = (chunk: Rolldown.OutputChunk, seen: Set<Rolldown.OutputChunk>): void => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) collect(imported, seen)
    }
  }
  const fetched = chunks.flatMap((chunk) => {
    const source = chunk.facadeModuleId ?? ''
    const seen = new Set<Rolldown.OutputChunk>()
    collect(chunk, seen)
    const modules = new Set([...seen].flatMap(({ moduleIds }) => moduleIds))
    return source === '' ? [] : [[source.endsWith('.html') ? entryOf(chunk) : source, modules] as const]
  })
  return new Map(fetched)
}

/** The page's own module, which its chunk is called after. */
const entryOf = ({ moduleIds }: Rolldown.OutputChunk): string =>
  moduleIds.find((id) => id.endsWith('main.tsx')) ?? ''

const sizesOf = (chunks: readonly Rolldown.OutputChunk[]): ReadonlyMap<string, number> =>
  new Map(
    chunks.flatMap(({ modules }) =>
      Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength] as const),
    ),
  )
