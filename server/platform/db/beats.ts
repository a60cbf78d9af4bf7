/** The clock of this process that never jumps, ms. */
export type Monotonic = () => number

/**
 * The beats that this process has sent to the primary, and when. A server that shows beat n has
 * everything that was committed before n was sent: both moments are of one clock, so that clocks of
 * machines do not matter. A primary that was lost cannot make a replica look newer than it is: it
 * can only have beats that were sent while it was there.
 */
export class Beats {
  readonly #now: Monotonic
  readonly #keptMs: number
  readonly #sent = new Map<number, number>()
  #newest = 0

  /** Beats older than `keptMs` are forgotten: their age is then infinite. */
  constructor(keptMs: number, now: Monotonic) {
    this.#keptMs = keptMs
    this.#now = now
  }

  /** The number of a new beat, to be called directly before it is sent. */
  next(): number {
    const now = this.#now()
    for (const [beat, sentAt] of this.#sent) {
      if (now - sentAt > this.#keptMs) this.#sent.delete(beat)
    }
    this.#newest += 1
    this.#sent.set(this.#newest, now)
    return this.#newest
  }

  /** How old the data of a server may be that shows this beat, ms. */
  ageMs(beat: number | undefined): number {
    const sentAt = beat === undefined ? undefined : this.#sent.get(beat)
    return sentAt === undefined ? Number.POSITIVE_INFINITY : this.#now() - sentAt
  }
}
