/** What is wrong with DATA_DIR, in a sentence for who runs Munim there. */

/** What the system says of files. A missing one is named. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'is on a read-only file system',
  EACCES: "can't be written by this user",
  EPERM: "can't be written by this user",
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that is full',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  EIO: 'is on a disk that fails',
}

/** What PostgreSQL says where it can't read its files: damaged rows and indexes, missing and unreadable files, a lost password. */
const DAMAGED = new Set(['XX001', 'XX002', '58P01', '58030', '28P01'])

/** Whether PostgreSQL can't read its files. */
export const isDamage = (fault: unknown): boolean => DAMAGED.has((fault as { code?: string }).code ?? '')

const RESTORE = 'Restore a backup into a DATA_DIR of its own.'

/** The fault with DATA_DIR named in it; one that is not about files stays as it is. */
export function faultOf(dataDir: string, fault: unknown): unknown {
  const { code = '', message, path } = fault as { code?: string; message: string; path?: string }
  if (REASONS[code] !== undefined) return new Error(`DATA_DIR ${dataDir} ${REASONS[code]}.`, { cause: fault })
  if (code === 'ENOENT' && path !== undefined) return damaged(dataDir, `${path} is missing`, fault)
  return isDamage(fault) ? damaged(dataDir, message, fault) : fault
}

/** Files that are there and can't be used. */
export function damaged(dataDir: string, what: string, cause?: unknown): Error {
  return new Error(`DATA_DIR ${dataDir} is damaged: ${what}. ${RESTORE}`, { cause })
}
