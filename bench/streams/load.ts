/** Readers of streams, as a process of its own: as many as there are tokens, each a socket; what comes is counted and thrown away. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'

export interface Reading {
  readonly host: string
  readonly tokens: readonly string[]
}

/** What a run of readers came to. */
export interface Read {
  readonly bytes: number
  /** Streams that the server ended. */
  readonly lost: number
}

/** So many streams are opened at a time. */
const AT_ONCE = 20

if (import.meta.main) {
  process.once('message', async (reading: Reading) => {
    const read = { bytes: 0, lost: 0 }
    const sockets: Socket[] = []
    for (let from = 0; from < reading.tokens.length; from += AT_ONCE) {
      const tokens = reading.tokens.slice(from, from + AT_ONCE)
      sockets.push(...(await Promise.all(tokens.map((token) => follow(reading.host, token, read)))))
    }
    process.send!('open')
    await once(process, 'message')
    process.send!({ ...read } satisfies Read)
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
    process.disconnect()
  })
}

/** The stream's socket, once it is answered; where the server is busy it waits for as long as it is told, and asks again. */
async function follow(host: string, token: string, read: { bytes: number; lost: number }): Promise<Socket> {
  const { hostname, port } = new URL(host)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  socket.write(
    `POST ${api.live.follow.path} HTTP/1.1\r\nhost: munim\r\ncontent-type: application/json\r\n` +
      `authorization: ${token}\r\ncontent-length: 2\r\n\r\n{}`,
  )
  const head = String((await once(socket, 'data'))[0])
  if (!head.startsWith('HTTP/1.1 200')) {
    socket.destroy()
    const seconds = head.startsWith('HTTP/1.1 429') && /\r\nretry-after: (\d+)/i.exec(head)?.[1]
    if (!seconds) throw new Error(`No stream: ${head}`)
    await sleep(Number(seconds) * 1000)
    return follow(host, token, read)
  }
  socket.on('data', (part) => {
    read.bytes += part.length
  })
  socket.on('close', () => {
    read.lost++
  })
  return socket
}
