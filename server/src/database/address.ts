/** What an address of a database says beside where it is and as whom. */

/**
 * Whether it leads through a pooler (pgbouncer) that gives each transaction a connection of its own: `pool_mode=transaction`.
 * Nothing then outlasts a transaction: no setting, no prepared statement, no lock.
 */
export const isPooled = (url: string): boolean => /[?&]pool_mode=transaction(&|$)/.test(url)
