/** By what the audit and the anchors know second factors and recovery codes: rows that another hand wrote are named. */
import { type Statement, sql } from '../database/db.ts'
import { digestOf } from './digest.ts'

/** Of factor `f`: all of it but its name, and what it counts. */
export const factorMark =
  digestOf(sql`encode(record_send(row(f.id, f.admin_id, f.kind, f.secret, f.credential_id, f.public_key,
  f.transports, f.rp_id, f.created_at)), 'hex')`)

/** All recovery codes of this administrator, used or not; there may be none. */
export const codesMark = (adminId: Statement): Statement =>
  digestOf(sql`coalesce((select string_agg(encode(c.code_hash, 'hex'), ' ' order by c.code_hash)
    from recovery_codes c where c.admin_id = ${adminId}), '')`)
