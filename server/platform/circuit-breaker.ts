import { addMs } from './clock.ts'

export type BreakerOptions = {
  /** Failures in a row that open the breaker. */
  failuresMax: number
  /** First pause; each failed probe doubles it, up to `pauseMaxMs`. */
  pauseMs: number
  pauseMaxMs: number
}

export type BreakerChange = 'opened' | 'closed'

/** Circuit breaker, in memory per process: after a pause one probe decides whether it closes. */
export class CircuitBreaker {
  readonly #options: BreakerOptions
  #failures = 0
  #pauseMs: number
  #openUntil: Date | undefined
  #openSince: Date | undefined
  #probing = false

  constructor(options: BreakerOptions) {
    this.#options = options
    this.#pauseMs = options.pauseMs
  }

  /** Returns when to retry; undefined if a call would pass now. Changes no state. */
  closedUntil(now: Date): Date | undefined {
    if (!this.#openUntil) return undefined
    if (now < this.#openUntil) return this.#openUntil
    return this.#probing ? addMs(now, 1_000) : undefined
  }

  /** Returns as `closedUntil`. A caller that passes must report `succeeded` or `failed`. */
  enter(now: Date): Date | undefined {
    const until = this.closedUntil(now)
    if (!until && this.#openUntil) this.#probing = true
    return until
  }

  succeeded(): BreakerChange | undefined {
    const wasOpen = this.#openUntil !== undefined
    this.#failures = 0
    this.#pauseMs = this.#options.pauseMs
    this.#openUntil = undefined
    this.#openSince = undefined
    this.#probing = false
    return wasOpen ? 'closed' : undefined
  }

  failed(now: Date): BreakerChange | undefined {
    this.#failures += 1
    // The result of a call that began before the breaker opened is ignored.
    if (this.#openUntil && !this.#probing) return undefined
    if (this.#probing) this.#pauseMs = Math.min(this.#options.pauseMaxMs, this.#pauseMs * 2)
    else if (this.#failures < this.#options.failuresMax) return undefined
    this.#probing = false
    const first = this.#openSince === undefined
    this.#openSince ??= now
    this.#openUntil = addMs(now, this.#pauseMs)
    return first ? 'opened' : undefined
  }

  /** Returns how long the breaker has been open, ms; 0 while closed. */
  openForMs(now: Date): number {
    return this.#openSince ? now.getTime() - this.#openSince.getTime() : 0
  }
}

const breakers = new WeakMap<object, Map<string, CircuitBreaker>>()

/** Returns the breaker of a service in the process that `metrics` identifies. */
export function breakerFor(metrics: object, name: string, options: BreakerOptions): CircuitBreaker {
  const own = breakers.get(metrics) ?? new Map<string, CircuitBreaker>()
  breakers.set(metrics, own)
  const breaker = own.get(name) ?? new CircuitBreaker(options)
  own.set(name, breaker)
  return breaker
}
