/** A copy of this checkout elsewhere, as a clone that was installed would be, for what depends on where it lies. */
import { execFileSync } from 'node:child_process'
import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What git knows or would add is copied; the packages are linked file by file, so that they cost no room. */
export function copyCheckout(to: string): void {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const paths = String(execFileSync('git', git, { cwd: root, maxBuffer: 2 ** 24 })).split('\0')
  for (const path of new Set(paths.filter(Boolean))) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    unlessGone(() => copyFileSync(join(root, path), join(to, path)))
  }
  linkAll(join(root, 'node_modules'), join(to, 'node_modules'))
}

/** What programs keep for themselves, also while it is copied: the copy is to make it for itself. */
const CACHES = ['.cache', '.vite-temp', '.vitest-cache']

/** Deleted, and git has not been told yet. */
function unlessGone(work: () => void): void {
  try {
    work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (CACHES.includes(entry.name)) continue
    if (entry.isDirectory()) linkAll(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target, constants.COPYFILE_FICLONE) // It lies on another disk.
  }
}
