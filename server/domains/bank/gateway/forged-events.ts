const WINDOW_MS = 60_000
/** Forged events of one source per minute before it is rate-limited. */
const FORGED_MAX = 20
/** Limit of counted sources, so that many addresses do not fill the memory. */
const SOURCES_MAX = 10_000

/** Counts events with a wrong signature by source, in memory. Genuine events are never counted. */
export class ForgedEvents {
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
