/** So that two commands started together in one checkout don't install or build over each other. */
import { createHash } from 'node:crypto'
import { unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, say } from './say.mjs'

/** A socket's name is let go of by the system however its holder ends, which a file's is not. */
function socketName() {
  const name = `munim-setup-${createHash('sha256').update(root).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** Waits until no other command in this checkout is in here, then does the work. */
export async function oneAtATime(work) {
  let hold
  for (let tries = 0; ; tries++) {
    hold = await take()
    if (hold) break
    if (tries === 2) say('Waiting for another command of this checkout to install or build …')
    await removeIfDead()
    await sleep(250)
  }
  try {
    return await work()
  } finally {
    hold.close()
  }
}

function take() {
  return new Promise((done, fail) => {
    const server = createServer((asker) => asker.on('error', () => {}).end())
    server.once('error', (error) =>
      ['EADDRINUSE', 'EACCES'].includes(error.code) ? done(undefined) : fail(error),
    )
    server.listen(socketName(), () => done(server.unref()))
  })
}

/** Where names are files, a killed holder leaves its own behind. */
function removeIfDead() {
  const name = socketName()
  if (name.startsWith('\0') || process.platform === 'win32') return undefined
  return new Promise((done) => {
    const asker = connect(name, () => asker.destroy())
    asker.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED') unlinkSync(name)
    })
    asker.on('close', () => done())
  })
}
