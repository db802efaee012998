/** What an address of a database says beside where it is and as whom. */

/**
 * Whether it leads through a pooler (pgbouncer) that gives each transaction a connection of its own: `pool_mode=transaction`.
 * Nothing then outlasts a transaction: no setting, no prepared statement, no lock.
 */
export const isPooled = (url: string): boolean => /[?&]pool_mode=transaction(&|$)/.test(url)

/** The same address with each of its hosts alone (`one:5432,two:5432`), in their order; undefined where it is no address. */
export function hostsOf(url: string): readonly string[] | undefined {
  const [, scheme, place, rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (scheme === undefined || place === undefined) return undefined
  const behind = place.lastIndexOf('@') + 1
  const hosts = place.slice(behind).split(',')
  if (hosts.length > 1 && hosts.includes('')) return undefined
  const urls = hosts.map((host) => `${scheme}${place.slice(0, behind)}${host}${rest}`)
  return urls.every((each) => URL.canParse(each)) ? urls : undefined
}
