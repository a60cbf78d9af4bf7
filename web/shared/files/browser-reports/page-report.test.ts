import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import type { Caught } from './early-errors.ts'
import { pageReport, readError } from './page-report.ts'

/** Returns an error as a JavaScript engine makes it, with `at` as its position. */
function thrown(message: string, at = '', kind: ErrorConstructor = TypeError): Error {
  const error = new kind(message)
  error.stack = `${kind.name}: ${message}\n    at f (${at})`
  return error
}

const OURS = 'https://cupo.example/assets/wallet.route-B1x_.js:1:2345'
const event = (error: Error): Caught => ({ error, message: `Uncaught ${error}`, filename: OURS })

describe('reading a browser error', () => {
  it('reports the kind, message and code position of an error, without personal values', () => {
    const own = thrown("Cannot read properties of undefined (reading 'at')", OURS)
    const message = `TypeError: ${own.message}`
    const frame = 'assets/wallet.route-B1x_.js:1:2345'
    expect(readError(event(own), true)).toEqual({ kind: 'error', message, frame })
    expect(readError({ reason: own }, true)).toEqual({ kind: 'rejection', message, frame })
    expect(readError({ error: own }, true)).toEqual({ kind: 'render', message, frame })
    const personal = thrown('no trip for ana@correo.co', 'https://cupo.example/trips/1:2:3', Error)
    expect(readError(event(personal), true)).toEqual({ kind: 'error', message: 'no trip for …' })
  })

  it.each<[string, Caught, string | null]>([
    [
      'a refusal of our API: its code only',
      { reason: refusal('seats_unavailable') },
      'ApiError: seats_una',
    ],
    [
      'a thrown value that is not an Error: its type only',
      { reason: 'Ana dijo que no' },
      'thrown string',
    ],
    [
      'an error event without an error object: its message',
      { message: 'Uncaught SyntaxError: x' },
      'SyntaxError: x',
    ],
    ['nothing for an API call without an answer', { reason: refusal('network') }, null],
    ['nothing for a failed request in Chrome', { reason: thrown('Failed to fetch') }, null],
    ['nothing for a failed request in Safari', { reason: thrown('Load failed') }, null],
    [
      'nothing for a page that was not found',
      { error: { status: 404, statusText: 'Not Found', data: null } },
      null,
    ],
    ['nothing for an aborted request', { reason: new DOMException('x', 'AbortError') }, null],
    ['nothing for an error in a foreign script', { message: 'Script error.' }, null],
    [
      'nothing for a ResizeObserver loop',
      { message: 'ResizeObserver loop completed with undelivered' },
      null,
    ],
    [
      'nothing for an error in a browser extension',
      { error: thrown('x', 'chrome-extension://abc/a.js:1:1') },
      null,
    ],
    [
      'nothing for an error whose file belongs to an extension',
      { message: 'x', filename: 'moz-extension://a/b.js' },
      null,
    ],
  ])('reports %s', (_what, caught, message) => {
    const read = readError(caught, true)
    expect(message === null ? read : read?.message.slice(0, message.length)).toBe(message)
  })

  it('reports a code file that could not be loaded only when the device is online', () => {
    const missing = { reason: thrown('error loading dynamically imported module') }
    expect(readError(missing, false)).toBeNull()
    expect(readError(missing, true)?.message).toMatch(/dynamically imported module$/)
  })
})

const refusal = (code: 'network' | 'seats_unavailable') =>
  new ApiError({ status: code === 'network' ? 0 : 409, code, message: 'Ya no hay cupos.' })

describe('report of one page view', () => {
  function aPage() {
    const place = { page: '/trips' }
    const report = pageReport({ release: '1', pageNow: () => place.page, isOnline: () => true })
    return { ...report, place }
  }

  it('reports ten errors at most, each once and with its page', () => {
    const { add, take, place } = aPage()
    expect(take()).toBeNull()
    add(event(thrown('first')))
    place.page = '/wallet'
    for (let at = 0; at < 12; at += 1) add(event(thrown('again')))
    const { errors = [] } = take() ?? {}
    expect(errors).toHaveLength(10)
    expect(errors.map(({ page }) => page).slice(0, 2)).toEqual(['/trips', '/wallet'])
    expect(take()).toBeNull()
    add(event(thrown('later')))
    expect(take()).toBeNull()
  })

  it('reports the page speed once, under the page that was opened first', () => {
    const { measure, add, take, place } = aPage()
    place.page = '/wallet'
    measure('LCP', 900)
    measure('LCP', 1234.56789)
    measure('CLS', 0)
    expect(take()).toEqual({ release: '1', vitals: { page: '/trips', LCP: 1234.568, CLS: 0 } })
    measure('INP', 300)
    expect(take()).toBeNull()
    add(event(thrown('x')))
    expect(take()).toEqual({
      release: '1',
      errors: [{ kind: 'error', page: '/wallet', message: 'TypeError: x' }],
    })
  })
})
