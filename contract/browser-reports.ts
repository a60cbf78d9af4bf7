import { z } from 'zod'
import { BROWSER_REPORT_MAX_BYTES, ERROR_MESSAGE_MAX, PAGE_ERRORS_MAX } from './browser-limits.ts'
import { Instant, inputText } from './common.ts'
import { get, post } from './route.ts'

const ErrorKind = z.enum(['error', 'rejection', 'render'])
export const Vital = z.enum(['LCP', 'INP', 'CLS', 'FCP', 'TTFB'])
export type Vital = z.infer<typeof Vital>

/** Pattern of a page address (`contract/web-pages.ts`); an unknown pattern counts as `other`. */
const Page = inputText().max(60)

const milliseconds = z.number().min(0).max(3_600_000).optional()

const BrowserError = z.strictObject({
  kind: ErrorKind,
  page: Page,
  message: inputText().min(1).max(ERROR_MESSAGE_MAX),
  /** Position of the error: `assets/<file>.js:line:column` of our own bundle. */
  frame: inputText().max(120).optional(),
})
export type BrowserError = z.infer<typeof BrowserError>

const BrowserReport = z.strictObject({
  /** Version of the web app that sent the report. */
  release: inputText().regex(/^[\w.+-]{1,40}$/),
  errors: z.array(BrowserError).max(PAGE_ERRORS_MAX).optional(),
  vitals: z
    .strictObject({
      page: Page,
      LCP: milliseconds,
      INP: milliseconds,
      CLS: z.number().min(0).max(1_000).optional(),
      FCP: milliseconds,
      TTFB: milliseconds,
    })
    .optional(),
})
export type BrowserReport = z.input<typeof BrowserReport>

/** Page views by rating, with the thresholds of web.dev. */
const VitalCounts = z.object({
  metric: Vital,
  good: z.int(),
  needsImprovement: z.int(),
  poor: z.int(),
})
export type VitalCounts = z.infer<typeof VitalCounts>

/** Reports of the same error on the same page. */
const ErrorGroup = z.object({
  id: z.string(),
  kind: ErrorKind,
  page: z.string(),
  message: z.string(),
  release: z.string(),
  frame: z.string(),
  occurrences: z.int(),
  firstAt: Instant,
  lastAt: Instant,
})
export type ErrorGroup = z.infer<typeof ErrorGroup>

/** Errors and speed that browsers report; the data are about pages, never about people. */
export const browserReports = {
  report: post('/browser-reports', {
    auth: 'public',
    summary: 'Report errors and speed of a page',
    description:
      'Counts errors and web vitals of one page view by day and page. Whoever sends it is not ' +
      'stored; messages are scrubbed again. A repeat counts again.',
    body: BrowserReport,
    maxBytes: BROWSER_REPORT_MAX_BYTES,
    ok: z.object({ received: z.literal(true) }),
    limit: { max: 240, windowSeconds: 600, by: 'ip' },
  }),
  show: get('/admin/browser-reports', {
    auth: { permission: 'browser_reports.view' },
    summary: 'Show errors and speed of pages',
    description:
      'Returns web vitals of all pages together and of each, the worst first, and errors, the ' +
      'most frequent first, of the last seven days. Needs the permission `browser_reports.view`.',
    ok: z.object({
      vitals: z.array(VitalCounts),
      pages: z.array(z.object({ page: z.string(), vitals: z.array(VitalCounts) })),
      errors: z.array(ErrorGroup),
    }),
  }),
}
