import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** Ranges without public services (IANA special-purpose address registries). */
const ranges = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ' +
  '::/96 64:ff9b::/32 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8'
).split(' ')
const blocked = new BlockList()
for (const range of ranges) {
  const [address = '', bits] = range.split('/')
  blocked.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Tells whether an address is reached over the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPublicAddress(mapped)
  return !blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** DNS lookup for `http.request`, as `dns.lookup`, which refuses names in a private network. */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return found(new Error(`${hostname} is no public address`), '')
    }
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
