import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import type { BrowserReport, Vital } from '#contract/browser-reports.ts'
import { pageOf } from '#contract/web-pages.ts'
import { apiFetch } from '#web/lib/api-fetch.ts'
import { SITE } from '#web/lib/site.ts'
import type { Caught } from './early-errors.ts'
import { pageReport } from './page-report.ts'

/** Version in package.json, set by the build (vite.config.ts). */
const RELEASE: string = import.meta.env?.VITE_RELEASE ?? 'development'

/** Returns whether the browser sends `Sec-GPC` or `DNT`, as scripts see them. */
function refusesReports(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    doNotTrack?: string | null
    globalPrivacyControl?: boolean
  }
  return doNotTrack === '1' || globalPrivacyControl === true
}

/** Reports errors and speed when the page is left or hidden. Loaded late: see early-errors.ts. */
export function watchPage(): void {
  if (refusesReports()) return
  const report = pageReport({
    release: RELEASE,
    pageNow: () => pageOf(window.location.pathname),
    isOnline: () => navigator.onLine,
  })
  for (const caught of Array.from<Caught>((window.pageErrors ?? []) as ArrayLike<Caught>)) {
    report.add(caught)
  }
  window.pageErrors = { length: 0, push: report.add }
  const keep = ({ name, value }: { name: Vital; value: number }) => report.measure(name, value)
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    measure(keep, { reportAllChanges: true })
  }
  const sendRest = () => {
    const next = report.take()
    if (next) void send(next)
  }
  window.addEventListener('pagehide', sendRest)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendRest()
  })
}

/** Sends a report that survives the page, without cookies or token, and without retry. */
async function send(report: BrowserReport): Promise<void> {
  await apiFetch(`${SITE}/api/browser-reports`, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => undefined)
}
