/** Recovery codes: eighty random bits each, in letters and digits that are told apart when read; kept as SHA-256. */
import { randomBytes } from 'node:crypto'
import { hashOf } from '../http/caller.ts'

const HOW_MANY = 10
/** Without I, L, O and U: thirty-two signs, five bits each. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** `7K3M-9QXD-…` */
export function newCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const signs = [...randomBytes(LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
    return signs.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** What was typed, without gaps and in one case; letters that are no sign count as those they look like. */
export const plainCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

export const hashOfCode = (typed: string): Buffer => hashOf(plainCode(typed))
