import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { subscriberOf } from '#server/platform/http/rate-limit.ts'

const EVENT_BYTES_MAX = 256 * 1024

const WINDOW_MS = 60_000
/** Forged events of one source per minute before it is rate-limited. */
const FORGED_MAX = 20
/** Limit of counted sources, so that many addresses do not fill the memory. */
const SOURCES_MAX = 10_000

/** Counts events with a wrong signature by source, in memory. Genuine events are never counted. */
class ForgedEvents {
  readonly #sources = new Map<string, { count: number; endsAt: number }>()

  /** Counts one forged event. Returns whether the source exceeds the limit. */
  note(source: string, now: Date): boolean {
    const at = now.getTime()
    const known = this.#sources.get(source)
    if (known && known.endsAt > at) {
      known.count += 1
      return known.count > FORGED_MAX
    }
    if (this.#sources.size >= SOURCES_MAX) this.#sources.clear()
    this.#sources.set(source, { count: 1, endsAt: at + WINDOW_MS })
    return false
  }
}

/**
 * Mounts addresses for events of the gateway, at the root in a scope of its own, because the
 * signature covers the bytes as received. Only events with a wrong signature (`bad_signature`)
 * count against the rate limit, so that a flood from the same IP address delays no genuine event.
 */
export function eventRoutes(
  app: FastifyInstance,
  deps: Deps,
  urls: readonly string[],
  receive: (raw: Buffer) => Promise<unknown>,
): void {
  const forged = new ForgedEvents()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  for (const url of urls) {
    app.post(url, { bodyLimit: EVENT_BYTES_MAX }, async (request: FastifyRequest) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receive(raw).catch((error: unknown) => {
        const isForged = error instanceof AppError && error.code === 'bad_signature'
        throw isForged && forged.note(subscriberOf(request.ip), deps.clock.now())
          ? new AppError('rate_limited', { details: { retryAfter: 60 } })
          : error
      })
      return { received: true }
    })
  }
}

/** Minimum and maximum pause of an event that waits for the gateway. */
const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 10 * MINUTE_MS

/** Time of the next try of an event: the older it is, the later, and not before `retryAt`. */
export function retryTime(now: Date, receivedAt: Date, retryAt?: Date): Date {
  const age = now.getTime() - receivedAt.getTime()
  const ripe = addMs(now, Math.min(RETRY_MAX_MS, Math.max(RETRY_MIN_MS, age / 4)))
  return retryAt && retryAt > ripe ? retryAt : ripe
}
