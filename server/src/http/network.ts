/** Where a call comes from: the address of a customer, and the network that one person can take many addresses of. */
import ipaddr from 'ipaddr.js'

export interface Place {
  /** What one customer has: an IPv4 address, or an IPv6 /64. */
  readonly address: string
  /** What is given out together: IPv4 /24, IPv6 /48. */
  readonly network: string
  /** It is this machine's own, as where a proxy is in front that TRUSTED_PROXIES does not name. */
  readonly isOwn: boolean
}

/** An IPv4 address written as an IPv6 one is the same place. What is no address is a place of its own. */
export function placeOf(text: string): Place {
  if (!ipaddr.isValid(text)) return { address: text, network: text, isOwn: false }
  const address = ipaddr.process(text)
  const within = (bits: number) => {
    const kept = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
    return `${ipaddr.fromByteArray(kept)}/${bits}`
  }
  const isOwn = address.range() === 'loopback'
  return address.kind() === 'ipv4'
    ? { address: address.toString(), network: within(24), isOwn }
    : { address: within(64), network: within(48), isOwn }
}

/** Whether an address lies within one of these: addresses, and ranges such as 10.0.0.0/8 or fd00::/8. */
export function withinOf(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : wholeOf(text)))
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
  }
}

function wholeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
