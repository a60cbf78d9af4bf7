import { isIPv6 } from 'node:net'
import { addMs } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { countHit } from './rate-limit.queries.ts'

/**
 * Counts a hit and refuses beyond the limit, over all processes.
 * Errors: `rate_limited` with the seconds to wait in `details.retryAfter`.
 */
export async function limitHits(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  limit: { key: string; max: number; windowSeconds: number },
): Promise<void> {
  const now = deps.clock.now()
  const windowEndsAt = addMs(now, limit.windowSeconds * 1000)
  const counted = await countHit(deps.db, { key: limit.key, now, windowEndsAt })
  if (counted.hits <= limit.max) return
  deps.metrics.count('rate_limited', { key: limit.key.split(':')[0] ?? '' })
  const wait = Math.ceil((counted.windowEndsAt.getTime() - now.getTime()) / 1000)
  throw new AppError('rate_limited', { details: { retryAfter: Math.max(1, wait) } })
}

/**
 * Who an address stands for: an IPv4 address, or the /64 network that every IPv6 line is given
 * whole (RFC 6177), since its holder may call from any of 2^64 addresses.
 */
export function subscriberOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  // A dotted quad at the end stands for two groups.
  const given = first.length + last.length + (ip.includes('.') ? 1 : 0)
  const groups = [...first, ...Array<string>(Math.max(0, 8 - given)).fill('0'), ...last]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
