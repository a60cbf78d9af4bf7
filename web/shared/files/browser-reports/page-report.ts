import { PAGE_ERRORS_MAX } from '#contract/browser-limits.ts'
import type { BrowserError, BrowserReport, Vital } from '#contract/browser-reports.ts'
import { scrubMessage } from '#contract/scrub-message.ts'
import type { Caught } from './early-errors.ts'

type Page = {
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

/** Not our errors (https://developer.mozilla.org/docs/Web/API/Window/error_event). */
const NOISE = /^Script error\.?$|ResizeObserver loop|^AbortError\b|\baborted\b/
/** Messages of Chrome, Safari and Firefox for a request without an answer. */
const NO_ANSWER = /Failed to fetch|Load failed|NetworkError|network connection was lost/i
/** Addresses of code that an extension or the browser added to the page. */
const EXTENSION = /\b(?:chrome|moz|safari|safari-web|ms-browser)-extension:|webkit-masked-url:/
const OWN_FRAME = /\/(assets\/[\w.-]+\.js(?::\d+){0,2})/

/** Returns the reportable part of an error; null when it is not reported. */
export function readError(caught: Caught, isOnline: boolean): Omit<BrowserError, 'page'> | null {
  const isRejection = 'reason' in caught
  const thrown = isRejection ? caught.reason : caught.error
  const said = messageOf(thrown, caught.message)
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  if (said === null || NOISE.test(said) || NO_ANSWER.test(said)) return null
  if (EXTENSION.test(`${caught.filename} ${stack}`)) return null
  // Without a network lazily loaded code fails; the app waits for it (web/lib/until-done.ts).
  if (!isOnline && /import|module/i.test(said)) return null
  const message = scrubMessage(said.replace(/^Uncaught /, ''))
  const [, frame] = OWN_FRAME.exec(stack) ?? []
  const kind = isRejection ? 'rejection' : isEvent(caught) ? 'error' : 'render'
  return message ? { kind, message, ...(frame ? { frame: frame.slice(0, 120) } : {}) } : null
}

const isEvent = (caught: Caught) => 'message' in caught

/** For an API error only the code, for other values only the type: texts can be personal. */
function messageOf(thrown: unknown, said: string | undefined): string | null {
  if (thrown instanceof Error) {
    const { code } = thrown as { code?: unknown }
    if (code === 'network') return null
    const text = thrown.name === 'ApiError' ? String(code) : thrown.message
    return thrown.name === 'Error' ? text : `${thrown.name}: ${text}`
  }
  // A response that a loader threw, for example for a missing trip.
  if (typeof thrown === 'object' && thrown !== null && 'status' in thrown) return null
  if (thrown === undefined || thrown === null) return said ?? null
  return `thrown ${typeof thrown}`
}
