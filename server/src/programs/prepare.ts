/** Brings the database to what this Munim needs of it: the schema by its owner, and what the server's role may do. */
import { isPooled } from '../database/address.ts'
import { type Database, sql } from '../database/db.ts'
import { findDiffering, grantTo, isOwner } from '../database/grants.ts'
import { migrate } from '../database/migrate.ts'
import { connect } from '../database/postgres.ts'
import { findMissingMigration } from '../database/ready.ts'
import { whyTooOld } from '../database/versions.ts'
import { makeQueue } from '../push/make-queue.ts'

export interface Preparing {
  /** The address by which the server works. */
  readonly url: string
  /** The owner's, which may be the same; undefined: not known here. */
  readonly ownerUrl: string | undefined
  /** Whether messages are sent from here. */
  readonly hasQueue: boolean
}

/**
 * Returns the owner's address: `url` itself where the server is the owner, who migrates as well. Undefined: it is another
 * role, whose address is not known here, and who has made everything ready.
 */
export async function prepareDatabase({ url, ownerUrl, hasQueue }: Preparing): Promise<string | undefined> {
  await using server = connect(url, { max: 1 })
  const owns = (await isOwner(server)) ?? ownerUrl === undefined
  // Migrating holds a lock on its connection, which a pooler gives to others.
  const owner = owns && !isPooled(url) ? url : ownerUrl
  if (owner !== undefined) await migrate(owner)
  else if (owns) await checkMigrated(server)
  if (await isOwner(server)) return url
  if (owner !== undefined) await prepareRole(owner, await roleOf(server), hasQueue)
  await checkServer(server)
  return owner
}

async function prepareRole(ownerUrl: string, role: string, hasQueue: boolean): Promise<void> {
  await using owner = connect(ownerUrl, { max: 1 })
  await grantTo(owner, role)
  if (hasQueue) await makeQueue(owner, role)
}

const roleOf = async (db: Database) =>
  (await db.only<{ role: string }>(sql`select current_user::text as role`)).role

const PREPARE = 'Run npm run migrate with MIGRATION_URL, the address of its owner.'

async function checkServer(server: Database): Promise<void> {
  const role = await roleOf(server)
  const { missing } = await findDiffering(server, role)
  if (missing.length > 0) throw new Error(`DATABASE_URL: the role ${role} may not ${missing[0]}. ${PREPARE}`)
  await checkMigrated(server)
}

async function checkMigrated(server: Database): Promise<void> {
  const isEmpty = (await isOwner(server)) === null
  if (isEmpty) throw new Error(`DATABASE_URL: the database has no tables yet. ${PREPARE}`)
  const migration = await findMissingMigration(server)
  if (migration) throw new Error(`DATABASE_URL: the database lacks the migration ${migration}. ${PREPARE}`)
  const tooOld = await whyTooOld(server)
  if (tooOld) throw new Error(tooOld)
}
