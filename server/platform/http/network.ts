import { isIPv6 } from 'node:net'

/** Returns the IPv4 address in an IPv6 address of the form `::ffff:1.2.3.4`. */
export function mappedIPv4(ip: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
}

/** Returns the first `count` of the eight groups of an IPv6 address, without leading zeros. */
export function groupsOf(ip: string, count: number): string {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  // An IPv4 part at the end counts as two groups.
  const given = first.length + last.length + (ip.includes('.') ? 1 : 0)
  const groups = [...first, ...Array<string>(Math.max(0, 8 - given)).fill('0'), ...last]
  const named = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16))
  return named.join(':')
}

/** Returns the network of an address, which changes less often: /24 for IPv4, /48 for IPv6. */
export function networkOf(ip: string): string {
  const mapped = mappedIPv4(ip)
  if (!mapped && isIPv6(ip)) return `${groupsOf(ip, 3)}::/48`
  return `${(mapped ?? ip).split('.').slice(0, 3).join('.')}.0/24`
}
