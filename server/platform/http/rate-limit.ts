import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { RouteDef } from '#contract/route.ts'
import { addMs } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { AppError, assert } from '../errors.ts'
import { groupsOf, mappedIPv4 } from './network.ts'
import { countHit, releaseHit } from './rate-limit.queries.ts'

type Counted = { hits: number; secondsLeft: number }

/**
 * Counts a hit over all processes and refuses it above the limit; `onCount` is called first.
 * Returns the hits. Errors: `rate_limited` with the seconds to wait in `details.retryAfter`.
 */
export async function limitHits(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  limit: { key: string; max: number; windowSeconds: number },
  onCount: (counted: Counted) => void = () => {},
): Promise<number> {
  const now = deps.clock.now()
  const windowEndsAt = addMs(now, limit.windowSeconds * 1000)
  const counted = await countHit(deps.db, { key: limit.key, now, windowEndsAt })
  const wait = Math.ceil((counted.windowEndsAt.getTime() - now.getTime()) / 1000)
  const secondsLeft = Math.max(1, wait)
  onCount({ hits: counted.hits, secondsLeft })
  if (counted.hits <= limit.max) return counted.hits
  deps.metrics.count('rate_limited', { key: limit.key.split(':')[0] ?? '' })
  throw new AppError('rate_limited', { details: { retryAfter: secondsLeft } })
}

type RouteLimit = NonNullable<RouteDef['limit']>

/** Sets who is counted, quota and seconds (draft-ietf-httpapi-ratelimit-headers, version 8). */
export function showPolicy(reply: FastifyReply, { by, max, windowSeconds }: RouteLimit): void {
  reply.header('ratelimit-policy', `"${by}";q=${max};w=${windowSeconds}`)
}

/** The header `RateLimit` of the same draft: the calls left, and the seconds to the next window. */
export function showCount(
  reply: FastifyReply,
  { by, max }: RouteLimit,
  { hits, secondsLeft }: Counted,
): void {
  reply.header('ratelimit', `"${by}";r=${Math.max(0, max - hits)};t=${secondsLeft}`)
}

/** Counts the caller's network against a route's limit for strangers; `takeBack` undoes it. */
export type SourceLimit = { count(): Promise<void>; takeBack(): Promise<void> }

/** Returns the route's limit for unknown callers. Errors of `count`: `rate_limited`. */
export function sourceLimit(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  { method, path, limit }: Pick<RouteDef, 'method' | 'path' | 'limit'>,
  ip: string,
): SourceLimit {
  assert(limit?.by === 'stranger', 'the route has a limit for strangers')
  const key = `${method} ${path}:${subscriberOf(ip)}`
  return {
    count: async () => void (await limitHits(deps, { key, ...limit })),
    takeBack: () => releaseHit(deps.db, key),
  }
}

/**
 * Returns the subscriber behind an address: an IPv4 address, or the /64 network that an IPv6 line
 * gets as a whole (RFC 6177), since its holder can call from any of its 2^64 addresses.
 */
export function subscriberOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  return mappedIPv4(ip) ?? `${groupsOf(ip, 4)}::/64`
}

const KEYS_MAX = 10_000

/** Delay of each refusal, so that a client that retries without a pause gains nothing. */
const DELAY_MS = 100

/** End of the window of each limit that the database or this process found exceeded. */
const usedUp = new Map<string, Date>()

/** Refuses a call above its limit, after a delay, without the database. Errors: `rate_limited`. */
export async function refuseUsedUp(key: string, now: Date): Promise<void> {
  const until = usedUp.get(key)
  if (!until) return
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  if (retryAfter > 0) {
    await sleep(DELAY_MS)
    throw new AppError('rate_limited', { details: { retryAfter } })
  }
  usedUp.delete(key)
}

/** Calls that were refused as busy, by key, until the window of the limit ends. */
const refusals = new Map<string, { count: number; until: Date }>()

/** Counts a call refused as busy, which the database did not count; above `max` it is used up. */
export function noteBusy(
  { key, max, windowSeconds }: { key: string; max: number; windowSeconds: number },
  now: Date,
): void {
  if (refusals.size >= KEYS_MAX) refusals.clear()
  const known = refusals.get(key)
  const refused =
    known && known.until > now ? known : { count: 0, until: addMs(now, windowSeconds * 1000) }
  refused.count += 1
  refusals.set(key, refused)
  if (refused.count > max) remember(key, refused.until)
}

/** Stores that the database refused a call: the limit counts as exceeded until its window ends. */
export function noteUsedUp(key: string, now: Date, error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') return
  const { retryAfter } = error.details as { retryAfter: number }
  remember(key, addMs(now, retryAfter * 1000))
}

function remember(key: string, until: Date): void {
  if (usedUp.size >= KEYS_MAX) usedUp.clear()
  usedUp.set(key, until)
}
