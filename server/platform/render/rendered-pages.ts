import type { RenderedPage } from './render-messages.ts'

/** Cache time of a page, short because seats are sold and trips are published meanwhile. */
const KEEP_MS = 10_000
const KEPT_MAX = 300
/** Number of pages rendered in parallel. */
const WIDTH = 2
/** Processor time for rendering: a fifth of one core, and up to this much in a burst. */
const SHARE = 0.2
const BURST_MS = 1_000
/** Limit of one charge: the first render also compiles, so it costs more than the next ones. */
const CHARGE_MAX_MS = 100
type Render = () => Promise<{ page: RenderedPage; cpuMs: number }>

/**
 * Caches rendered pages by address. `get` returns null if the page must be rendered and the limits
 * are reached; parallel requests for one address share a render.
 * @throws errors of rendering; a failure is not cached
 */
export function renderedPages(now: () => number = () => performance.now()) {
  const kept = new Map<string, { at: number; page: RenderedPage }>()
  const running = new Map<string, Promise<RenderedPage>>()
  let allowanceMs = BURST_MS
  let filledAt = now()

  function mayStart(): boolean {
    const at = now()
    allowanceMs = Math.min(BURST_MS, allowanceMs + (at - filledAt) * SHARE)
    filledAt = at
    return running.size < WIDTH && allowanceMs > 0
  }

  function keep(key: string, page: RenderedPage): void {
    kept.delete(key)
    kept.set(key, { at: now(), page })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  }

  async function renderOne(key: string, render: Render): Promise<RenderedPage> {
    try {
      const { page, cpuMs } = await render()
      allowanceMs -= Math.min(cpuMs, CHARGE_MAX_MS)
      keep(key, page)
      return page
    } catch (error) {
      // A failed render costs the maximum, so that failures do not bypass the budget.
      allowanceMs -= CHARGE_MAX_MS
      throw error
    } finally {
      running.delete(key)
    }
  }

  return {
    async get(key: string, render: Render): Promise<RenderedPage | null> {
      const known = kept.get(key)
      if (known && now() - known.at < KEEP_MS) return known.page
      const started = running.get(key)
      if (started) return started
      if (!mayStart()) return null
      const page = renderOne(key, render)
      running.set(key, page)
      return page
    },
    /** Renders a page for one person, uncached, in the same budget; null when that is spent. */
    async once(render: Render): Promise<RenderedPage | null> {
      if (!mayStart()) return null
      const { page, cpuMs } = await render()
      allowanceMs -= Math.min(cpuMs, CHARGE_MAX_MS)
      return page
    },
    /** Returns the number of cached pages. */
    size: () => kept.size,
  }
}
