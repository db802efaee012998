/** An S3-compatible store on loopback, in memory: as much of the protocol as keeping files asks for. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bucket } from '../../server/src/http/files.ts'

export interface ObjectStore {
  readonly bucket: Bucket
  /** What it holds, by name. */
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string }>
  /** From now on every request is answered so. */
  failWith(status: number | undefined): void
  close(): Promise<void>
}

const KEY = 'OFFICE'

export async function startObjectStore(): Promise<ObjectStore> {
  const objects: ObjectStore['objects'] = new Map()
  let failure: number | undefined
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.writeHead(500).end())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await request.toArray())
    const { authorization = '', 'x-amz-content-sha256': sum, 'content-type': type = '' } = request.headers
    const isSigned = authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${KEY}/`)
    const isWhole = /^[0-9a-f]{64}$/.test(String(sum)) ? hashOf(bytes) === sum : sum === 'UNSIGNED-PAYLOAD'
    const name = new URL(request.url!, 'http://store').pathname.replace(/^\/munim\//, '')
    if (failure !== undefined) return void response.writeHead(failure).end()
    if (!isSigned || !isWhole) return void response.writeHead(403).end()
    if (request.method === 'PUT') objects.set(name, { bytes, type })
    if (request.method === 'DELETE') objects.delete(name)
    const found = objects.get(name)
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    if (!found) return void response.writeHead(404).end()
    const etag = `"${hashOf(found.bytes).slice(0, 32)}"`
    if (request.method === 'PUT') return void response.writeHead(200, { etag }).end()
    const headers = {
      etag,
      'content-length': found.bytes.length,
      'content-type': found.type,
      'last-modified': new Date().toUTCString(),
    }
    response.writeHead(200, headers).end(request.method === 'GET' ? found.bytes : undefined)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    failWith: (status) => {
      failure = status
    },
    close: () => new Promise((done) => server.close(() => done())),
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ap-south-1',
      bucket: 'munim',
      accessKeyId: KEY,
      secretAccessKey: 'of the office',
    },
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
