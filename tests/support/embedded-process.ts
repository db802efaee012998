/** A process that starts the embedded PostgreSQL in a folder and then waits: for tests that kill it. */
import { startEmbedded } from '../../server/src/database/embedded.ts'

const { ownerUrl: url, pid } = await startEmbedded({ dataDir: process.argv[2]! })
console.log(JSON.stringify({ url, pid }))
setInterval(() => {}, 1000)
