/**
 * The browser of the tests. On Linux x64 it comes with npm, packed, with the libraries and fonts that a bare
 * machine lacks; elsewhere it is Playwright's own or an installed one. BROWSER_PATH names another.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'

/** Without these Chromium calls its maker's hosts at every start, which a closed network refuses many at a time. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** What `chromium.launch` takes, for Playwright's configuration and for scripts that look at a page. */
export async function launchOptions(): Promise<LaunchOptions> {
  const common = { args: quiet, chromiumSandbox: canSandbox() }
  const chosen = process.env.BROWSER_PATH
  if (chosen) return { ...common, executablePath: chosen }
  if (process.platform === 'linux' && process.arch === 'x64') return { ...common, ...(await unpacked()) }

  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  )
  const { chromium } = await import('@playwright/test')
  if (installed === undefined || existsSync(chromium.executablePath())) return common
  return { ...common, executablePath: installed }
}

/** Root can't have Chromium's sandbox, and neither can a container without name spaces. The pages are our own. */
function canSandbox(): boolean {
  if (process.platform !== 'linux') return true
  if (process.getuid?.() === 0) return false
  try {
    execFileSync('unshare', ['--user', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unpacks the browser once, beside the packages, so that a new installation unpacks anew; about two seconds. */
async function unpacked(): Promise<LaunchOptions> {
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  const folder = join(packed, '..', '..', '..', '.cache', 'munim-chromium')
  if (!existsSync(folder)) await unpack(packed, folder)
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

async function unpack(packed: string, folder: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium')
  const fresh = `${folder}.new-${process.pid}`
  const before = process.env.TMPDIR
  await mkdir(fresh, { recursive: true })
  process.env.TMPDIR = fresh // `inflate` knows no other way to be told where.
  try {
    const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
    await Promise.all(parts.map((part) => inflate(join(packed, part))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await writeFile(join(fresh, 'fonts.conf'), fontsConf(folder))
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true })) // Another one was first.
}

const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The package's own names folders that exist only where it is meant to run. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped(join(folder, 'fonts', 'fonts'))}</dir>
  <cachedir>${escaped(join(folder, 'font-cache'))}</cachedir>
</fontconfig>
`
