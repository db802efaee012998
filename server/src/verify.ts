/**
 * `npm run verify`: proves the books of an installation and names what is wrong. It may run beside a server.
 * Ends with 1 when the books do not agree. The laws are in ledger/verify*.ts, of counted figures in books/counted.ts.
 */
import { existsSync } from 'node:fs'
import { checkCounted } from './books/counted.ts'
import { readConfig } from './config.ts'
import { filesIn } from './database/cluster.ts'
import type { Database } from './database/db.ts'
import { findEmbedded, startEmbedded } from './database/embedded.ts'
import { connect } from './database/postgres.ts'
import { type Law, verifyBooks } from './ledger/verify.ts'

const { databaseUrl, dataDir } = readConfig(process.env)
const numbers = new Intl.NumberFormat('en-IN')

if (databaseUrl !== undefined) await verify(databaseUrl)
else if (existsSync(filesIn(dataDir))) await verifyEmbedded()
else {
  console.error(`There are no books in ${dataDir}. DATA_DIR or DATABASE_URL says where they are.`)
  process.exitCode = 1
}

/** The database of a server that runs; where none does, it is started for as long as this takes. */
async function verifyEmbedded(): Promise<void> {
  const running = await findEmbedded(dataDir)
  if (running) return verify(running.url)
  const embedded = await startEmbedded({ dataDir })
  await verify(embedded.url).finally(() => embedded.stop())
}

async function verify(url: string): Promise<void> {
  const database = connect(url, { max: 1, statementMs: 0, applicationName: 'munim verify' })
  try {
    await report(database)
  } finally {
    await database.close()
  }
}

async function report(database: Database): Promise<void> {
  const start = performance.now()
  const laws = [...(await verifyBooks(database)), ...(await checkCounted(database))]
  for (const law of laws) console.log(inLines(law))
  const differences = laws.reduce((sum, { wrong }) => sum + wrong, 0)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (differences > 0) process.exitCode = 1
  const verdict =
    differences === 0 ? 'The books agree.' : `The books do not agree: ${count(differences, 'differences')}.`
  console.log(`${verdict} ${seconds} s`)
}

function inLines({ law, checked, of, wrong, differences }: Law): string {
  if (wrong === 0) return `✓ ${law.padEnd(66)} ${numbers.format(checked)} ${of}`
  const named = differences.map(
    ({ what, expected, found }) => `    ${what}: expected ${expected}; found ${found}`,
  )
  const more = wrong > named.length ? [`    … and ${numbers.format(wrong - named.length)} more`] : []
  return [`✗ ${law.padEnd(66)} ${count(wrong, 'differences')}`, ...named, ...more].join('\n')
}

function count(many: number, things: string): string {
  return `${numbers.format(many)} ${many === 1 ? things.slice(0, -1) : things}`
}
