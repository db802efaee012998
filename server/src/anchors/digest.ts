/** A short name of a text, by which another one is told: 22 characters of its SHA-256 in base64. */
import { type Statement, sql } from '../database/db.ts'

export const digestOf = (text: Statement): Statement =>
  sql`left(encode(sha256(convert_to(${text}, 'utf8')), 'base64'), 22)`
