/** A proxy between a server and PostgreSQL that can go silent: it then reads what comes and passes nothing on. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The database's address through it. */
  readonly url: string
  /** Connections that are open now hear and say nothing from here on; new ones go through. */
  cutSilently(): void
  /** The same for the one that passes these bytes on after those others, as soon as it has; resolves then. */
  cutBehind(bytes: string, after: string): Promise<void>
  close(): Promise<void>
}

export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const open = new Set<{ isSilent: boolean; readonly sockets: readonly Socket[] }>()
  interface Trap {
    readonly bytes: string
    readonly after: string
    readonly sprung: () => void
  }
  let trap: Trap | undefined
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const pair = { isSilent: false, sockets: [near, far] }
    open.add(pair)
    /** The trap whose first bytes have passed here. */
    let armed: Trap | undefined
    near.on('data', (part) => {
      if (pair.isSilent) return
      far.write(part)
      if (trap && part.includes(trap.after)) armed = trap
      if (!trap || armed !== trap || !part.includes(trap.bytes)) return
      pair.isSilent = true
      trap.sprung()
      trap = undefined
    })
    far.on('data', (part) => pair.isSilent || near.write(part))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {})
      socket.on('close', () => pair.isSilent || other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = Object.assign(new URL(databaseUrl), {
    port: String((server.address() as AddressInfo).port),
  })
  return {
    url: url.href,
    cutSilently() {
      for (const pair of open) pair.isSilent = true
    },
    cutBehind: (bytes, after) =>
      new Promise((sprung) => {
        trap = { bytes, after, sprung }
      }),
    async close() {
      server.close()
      for (const { sockets } of open) for (const socket of sockets) socket.destroy()
    },
  }
}
