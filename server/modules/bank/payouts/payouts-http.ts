import { breakerFor, type CircuitBreaker } from '#server/platform/circuit-breaker.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { PayoutKeys } from '#server/platform/secrets.ts'
import { PayoutError, type PayoutFailure } from './payout-port.ts'

export type PayoutDeps = Pick<Deps, 'urls' | 'secrets' | 'log' | 'metrics' | 'clock'>

export type Connection = { deps: PayoutDeps; origin: string; keys: PayoutKeys }

type Request = {
  method: 'GET' | 'POST'
  /** Path including the API version. */
  path: string
  /** JSON body; a retry sends the same bytes. */
  body?: string
  idempotencyKey?: string
}

export type Answer = { status: number; body: unknown }

const TIMEOUT_MS = 10_000
const BREAKER = { failuresMax: 5, pauseMs: 15_000, pauseMaxMs: 2 * MINUTE_MS }

/** The provider answers for the directory of Bre-B keys, which failed: it is there itself. */
const OF_DIRECTORY = /"EXC_03[67]"/

/** Returns the circuit breaker of all payout calls, which share a host. */
export function payoutsBreaker({ metrics }: Pick<Deps, 'metrics'>): CircuitBreaker {
  return breakerFor(metrics, 'payouts', BREAKER)
}

/**
 * Sends one request, unless the circuit breaker is open. Returns any answer below 500, except a
 * refused key and too many requests, and one about a failed directory. Errors: PayoutError.
 */
export async function request(connection: Connection, input: Request): Promise<Answer> {
  const { deps } = connection
  const retryAt = payoutsBreaker(deps).enter(deps.clock.now())
  if (retryAt) {
    deps.metrics.count('payouts_failed', { reason: 'resting' })
    throw new PayoutError('resting', { retryAt })
  }
  const { status, text } = await send(connection, input)
  if (status === 401 || status === 403) {
    deps.log.error({ status }, 'the payouts provider refuses our key')
    throw failure(deps, 'key_refused', String(status))
  }
  try {
    return { status, body: text === '' ? {} : JSON.parse(text) }
  } catch {
    throw failure(deps, 'malformed', 'not JSON')
  }
}

async function send({ deps, origin, keys }: Connection, input: Request) {
  try {
    const response = await fetch(origin + input.path, {
      method: input.method,
      headers: {
        accept: 'application/json',
        'x-api-key': keys.apiKey,
        'user-principal-id': keys.principalId,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
      },
      ...(input.body === undefined ? {} : { body: input.body }),
      // A redirect would send the keys to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = { status: response.status, text: await response.text() }
    const isAway = answer.status === 429 || answer.status >= 500
    if (isAway && !OF_DIRECTORY.test(answer.text)) throw new Error(String(answer.status))
    if (payoutsBreaker(deps).succeeded() === 'closed') {
      deps.log.info({}, 'the payouts provider answers again')
    }
    return answer
  } catch (error) {
    if (payoutsBreaker(deps).failed(deps.clock.now()) === 'opened') {
      deps.log.warn(BREAKER, 'the payouts provider does not answer: paused')
    }
    throw failure(deps, 'unreachable', error instanceof Error ? error.message : 'unknown')
  }
}

/** Counts and logs the reason, never the body, which names people. */
export function failure(
  deps: PayoutDeps,
  reason: PayoutFailure,
  detail: string,
  code?: string,
): PayoutError {
  deps.metrics.count('payouts_failed', { reason })
  deps.log.warn({ reason, detail }, 'payouts provider')
  return new PayoutError(reason, code ? { code } : {})
}
