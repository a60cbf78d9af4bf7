import { PAGE_ERRORS_MAX } from '#contract/browser-limits.ts'
import type { BrowserReport, Vital } from '#contract/browser-reports.ts'
import type { Caught } from './early-errors.ts'
import { readError } from './read-error.ts'

type Page = {
  /** Version of the web application. */
  release: string
  /** Returns the route pattern of the current address. */
  pageNow: () => string
  isOnline: () => boolean
}

/** Collects the report of one page view: at most ten errors, and the page speed once. */
export function pageReport({ release, pageNow, isOnline }: Page) {
  // The speed belongs to the first page, even when the person navigates inside the app.
  const page = pageNow()
  const vitals: Partial<Record<Vital, number>> = {}
  let waiting: NonNullable<BrowserReport['errors']> = []
  let errorsLeft = PAGE_ERRORS_MAX
  let isMeasured = false

  function add(caught: Caught): void {
    const error = errorsLeft > 0 ? readError(caught, isOnline()) : null
    if (!error) return
    errorsLeft -= 1
    waiting.push({ ...error, page: pageNow() })
  }

  function measure(metric: Vital, value: number): void {
    vitals[metric] = Math.round(value * 1_000) / 1_000
  }

  /** Returns the data collected since the last call, or null when there is none. */
  function take(): BrowserReport | null {
    const errors = waiting
    const speed = isMeasured || Object.keys(vitals).length === 0 ? null : { page, ...vitals }
    if (errors.length === 0 && !speed) return null
    waiting = []
    isMeasured ||= speed !== null
    return {
      release,
      ...(errors.length > 0 ? { errors } : {}),
      ...(speed ? { vitals: speed } : {}),
    }
  }

  return { add, measure, take }
}
