/** One connection to PostgreSQL, for what needs no pool: backups, and the embedded database as its superuser. */
import { Client, type ClientConfig } from 'pg'

export type OpenClient = Client & AsyncDisposable

/** Connected; `await using` ends it. */
export async function openClient(url: string, options: ClientConfig = {}): Promise<OpenClient> {
  const client = new Client({ connectionString: url, ...options })
  client.on('error', () => {}) // The statement's own promise rejects too.
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
