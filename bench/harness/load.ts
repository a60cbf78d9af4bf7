import { setTimeout as sleep } from 'node:timers/promises'

/** Result of one measurement. The times count only work that had its effect. */
export type Figures = {
  name: string
  done: number
  refused: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** One unit of work; returns whether it had its effect. Throws when it could not be measured. */
export type Work = (turn: number) => Promise<boolean>

/** Time at the start of a measurement in seconds that is not counted. */
const WARM_UP_MS = 500

/** How long, or how many times, the work is repeated. */
type Amount = { seconds: number } | { turns: number }

/** Runs `clients` loops in parallel; each starts its next work when the last one has ended. */
export async function measure(
  name: string,
  options: { clients: number } & Amount,
  work: Work,
): Promise<Figures> {
  const isTimed = 'seconds' in options
  const from = performance.now() + (isTimed ? WARM_UP_MS : 0)
  const end = isTimed ? from + options.seconds * 1_000 : Number.POSITIVE_INFINITY
  const turns = isTimed ? Number.POSITIVE_INFINITY : options.turns
  const tally = new Tally(from)
  let next = 0
  async function loop(): Promise<void> {
    while (performance.now() < end && next < turns) {
      const turn = next++
      const startedAt = performance.now()
      tally.add(startedAt, await work(turn))
    }
  }
  await Promise.all(Array.from({ length: options.clients }, loop))
  return tally.figures(name)
}

/**
 * Starts work at a fixed rate, also when earlier work has not ended. Each time counts from the
 * moment when the work was due, so it includes waiting for a slow server.
 */
export async function measureAtRate(
  name: string,
  options: { perSecond: number; seconds: number; warmUpSeconds: number },
  work: Work,
): Promise<Figures> {
  const { perSecond, seconds, warmUpSeconds } = options
  const startedAt = performance.now()
  const tally = new Tally(startedAt + warmUpSeconds * 1_000)
  const running: Promise<void>[] = []
  for (let turn = 0; turn < (warmUpSeconds + seconds) * perSecond; turn += 1) {
    const due = startedAt + (turn * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    running.push(work(turn).then((hasEffect) => tally.add(due, hasEffect)))
  }
  await Promise.all(running)
  return tally.figures(name)
}

/** Counts work that started at `from` or later. */
class Tally {
  readonly #from: number
  readonly #times: number[] = []
  #refused = 0
  #lastEffect: number

  constructor(from: number) {
    this.#from = from
    this.#lastEffect = from
  }

  add(startedAt: number, hasEffect: boolean): void {
    if (startedAt < this.#from) return
    if (!hasEffect) {
      this.#refused += 1
      return
    }
    this.#lastEffect = performance.now()
    this.#times.push(this.#lastEffect - startedAt)
  }

  /** The rate counts the time until the last effect: refusals after it do not lower the rate. */
  figures(name: string): Figures {
    const seconds = Math.max(0.001, (this.#lastEffect - this.#from) / 1_000)
    return {
      name,
      done: this.#times.length,
      refused: this.#refused,
      perSecond: this.#times.length / seconds,
      p50Ms: quantile(this.#times, 0.5),
      p99Ms: quantile(this.#times, 0.99),
    }
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Averages the figures of the yardstick before and after a measurement, because the speed of the
 * machine varies.
 */
export function meanOf(before: Figures, after: Figures): Figures {
  return {
    ...before,
    perSecond: (before.perSecond + after.perSecond) / 2,
    p50Ms: (before.p50Ms + after.p50Ms) / 2,
    p99Ms: (before.p99Ms + after.p99Ms) / 2,
  }
}

/** Returns the item with the median value of `by`; the number of items must be odd. */
export function middleOf<T>(items: readonly T[], by: (item: T) => number): T {
  const sorted = items.toSorted((a, b) => by(a) - by(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
