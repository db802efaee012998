/** How many connections to PostgreSQL a server opens at most, for what: a pool each, and the setting of each. */

/** The order is that of docs/operating.md; `least` is what works without waiting for itself. */
export const POOLS = {
  /** Calls that write, and so wait for locks. */
  writing: { setting: 'POOL_WRITING', usual: 10, least: 2, most: 100 },
  /** Lists, screens and files. */
  reading: { setting: 'POOL_READING', usual: 6, least: 1, most: 100 },
  /** The check of a token, of readiness: what must not wait for the others. */
  quick: { setting: 'POOL_QUICK', usual: 3, least: 1, most: 50 },
  /** What runs beside the calls. A check of the books takes three: its lock, its snapshot, what it folds. */
  beside: { setting: 'POOL_BESIDE', usual: 6, least: 4, most: 50 },
  /** The queue of push messages. */
  push: { setting: 'POOL_PUSH', usual: 4, least: 1, most: 50 },
  /** Lists, screens and files on the standby, where there is one: connections to that, and none to the primary. */
  replica: { setting: 'POOL_REPLICA', usual: 6, least: 1, most: 100 },
} as const

type Pool = keyof typeof POOLS
export type Sizes = Readonly<Record<Pool, number>>

export const sizesOf = (size: (pool: (typeof POOLS)[Pool]) => number): Sizes =>
  Object.fromEntries(Object.entries(POOLS).map(([name, pool]) => [name, size(pool)])) as Record<Pool, number>

export const USUAL: Sizes = sizesOf(({ usual }) => usual)

/** To the primary: of all pools, with the one that looks whether PostgreSQL still answers. */
export const connectionsOf = ({ replica, ...sizes }: Sizes): number =>
  Object.values(sizes).reduce((sum, each) => sum + each, 0) + 1
