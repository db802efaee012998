/** A hold on a folder, so that one process at a time uses it. The system lets go of it however the holder ends. */
import { hash } from 'node:crypto'
import { realpath, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Takes the hold and returns what lets go of it; waits a second for a holder that is just ending, then refuses.
 * It is a named socket rather than a file, because a file outlives a killed process, and then its owner
 * can't be told for certain. It holds on one machine: not between two containers that share a folder.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const name = socketName(await realpath(folder))
  for (let attempt = 0; ; attempt++) {
    const server = await listen(name)
    if (server !== undefined) return () => new Promise((done) => void server.close(() => done()))
    const holder = await holderOf(name)
    if (holder === undefined && !name.startsWith('\0')) await unlink(name).catch(() => {}) // Its holder was killed.
    if (attempt >= 10)
      throw new Error(
        `Munim already runs on ${folder}${holder ? ` (process ${holder})` : ''}. ` +
          'Stop that one first, or give this one a DATA_DIR of its own.',
      )
    await sleep(100)
  }
}

/** Linux has names outside the file system and Windows has pipes: both end with their process. */
function socketName(folder: string): string {
  const name = `munim-${hash('sha256', folder).slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** The socket, which answers each connection with its holder's process id; undefined when another process has it. */
function listen(name: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((asker) => {
      asker.on('error', () => {})
      asker.end(String(process.pid))
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(undefined)
      else fail(error)
    })
    server.listen(name, () => done(server.unref()))
  })
}

function holderOf(name: string): Promise<string | undefined> {
  return new Promise((done) => {
    let answer = ''
    const asker = connect(name)
    asker.setTimeout(500, () => asker.destroy())
    asker.on('data', (part) => {
      answer += String(part)
    })
    asker.on('error', () => {})
    asker.on('close', () => done(answer || undefined))
  })
}
