/** The panel, built when something it is made of changed. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { runProgram } from './run.mjs'
import { during, root, SaidWhy } from './say.mjs'

const dist = join(root, 'panel', 'dist')
const cache = join(root, 'node_modules', '.cache')
const stamp = join(cache, 'munim-panel')
const made = [
  'panel/index.html',
  'panel/vite.config.ts',
  'panel/tsconfig.json',
  'panel/package.json',
  'package-lock.json',
]
const madeOf = [...made, 'panel/build', 'panel/public', 'panel/src', 'core/src', 'contract/src']

/** Builds `panel/dist` unless it is that of these sources. */
export async function buildPanel(node) {
  if (isBuilt()) return
  await oneAtATime(async () => {
    if (!isBuilt()) await during('Building the panel', () => build(node))
  })
}

const isBuilt = () =>
  existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

/** Built beside and moved into place, so that a running server never serves half of it. */
async function build(node) {
  const before = fingerprint()
  const fresh = join(cache, 'munim-panel-new')
  mkdirSync(cache, { recursive: true })
  await byPlainPath(async (checkout) => {
    const panel = join(checkout, 'panel')
    const from = [panel, '--config', join(panel, 'vite.config.ts')]
    const vite = ['node_modules/vite/bin/vite.js', 'build', ...from, '--outDir', fresh, '--emptyOutDir']
    // Whatever the caller is for: a test run's NODE_ENV would build React for development.
    if ((await runProgram(node, [...vite, '--logLevel', 'warn'], { NODE_ENV: 'production' })) !== 0)
      throw new SaidWhy('The panel could not be built; the reason is above.')
  })
  const old = `${fresh}-old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, old)
  mkdirSync(dirname(dist), { recursive: true })
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
  writeFileSync(stamp, before)
}

/** Vite takes a # in a path for the end of it, so it is led there by a link. */
async function byPlainPath(work) {
  if (!root.includes('#')) return work(root)
  const folder = mkdtempSync(join(tmpdir(), 'munim-panel-'))
  const link = join(folder, 'munim')
  symlinkSync(root, link, 'junction')
  await work(link).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Of everything the panel is made of, and the settings that are built into it. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  }
  for (const file of madeOf.flatMap((path) => filesBelow(path)))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!existsSync(join(root, path))) return []
  if (made.includes(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort()
}
