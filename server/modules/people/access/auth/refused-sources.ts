type Stranger = { source?: string }

/** Maximum number of refused sources in memory; the oldest are dropped first. */
const REFUSED_MAX = 20_000

/** Remembers when each source was first refused by the full queue, to recognise retries. */
export function refusedSources({ fromMs, untilMs }: { fromMs: number; untilMs: number }) {
  const since = new Map<string, number>()
  const ageOf = ({ source }: Stranger) => {
    const at = source === undefined ? undefined : since.get(source)
    return at === undefined ? undefined : performance.now() - at
  }
  return {
    note(asker: Stranger): void {
      const age = ageOf(asker)
      if (asker.source === undefined || (age !== undefined && age < untilMs)) return
      since.delete(asker.source)
      since.set(asker.source, performance.now())
      if (since.size > REFUSED_MAX) since.delete(since.keys().next().value ?? '')
    },
    isBack(asker: Stranger): boolean {
      const age = ageOf(asker)
      return age !== undefined && age >= fromMs && age < untilMs
    },
    forget(asker: Stranger): void {
      if (asker.source !== undefined) since.delete(asker.source)
    },
  }
}
