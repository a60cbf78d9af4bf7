import type { Monotonic } from './beats.ts'

/** Who changed something through this process a moment ago: they read the primary. */
export class OwnWrites {
  readonly #until = new Map<string, number>()
  readonly #keptMs: number
  readonly #now: Monotonic

  constructor(keptMs: number, now: Monotonic) {
    this.#keptMs = keptMs
    this.#now = now
  }

  note(userId: string): void {
    this.#forgetEnded()
    // At the end of the map, which is in the order of the writes.
    this.#until.delete(userId)
    this.#until.set(userId, this.#now() + this.#keptMs)
  }

  has(userId: string): boolean {
    return (this.#until.get(userId) ?? Number.NEGATIVE_INFINITY) > this.#now()
  }

  #forgetEnded(): void {
    const now = this.#now()
    for (const [userId, until] of this.#until) {
      if (until > now) return
      this.#until.delete(userId)
    }
  }
}
