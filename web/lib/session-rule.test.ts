import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode, networkError } from './api-error.ts'
import { verdictOfCall, verdictOfRenewal } from './session-rule.ts'

const refused = (status: number, code: ApiErrorCode) => new ApiError({ status, code, message: '' })

const silence = new DOMException('8 s', 'TimeoutError')
const denied = refused(401, 'unauthenticated')
const expelled = refused(403, 'account_expelled')

/**
 * Returns the state of the session after a failed call, and after the renewal if the call caused
 * one.
 */
function verdict(call: unknown, renewal?: unknown): string {
  const first = verdictOfCall(call)
  return first === 'renew' && renewal !== undefined ? verdictOfRenewal(renewal) : first
}

it.each([
  ['a reset connection', networkError(), undefined, 'keep'],
  ['a timeout', silence, undefined, 'keep'],
  ['429', refused(429, 'rate_limited'), undefined, 'keep'],
  ['500', refused(500, 'internal'), undefined, 'keep'],
  ['503', refused(503, 'busy'), undefined, 'keep'],
  ['401 of a Wi-Fi login page', refused(401, 'unknown'), undefined, 'keep'],
  ['an expired access token', refused(401, 'token_expired'), undefined, 'renew'],
  ['401, then a reset renewal', denied, networkError(), 'keep'],
  ['401, then a renewal without an answer', denied, silence, 'keep'],
  ['401, then a renewal with 429', denied, refused(429, 'rate_limited'), 'keep'],
  ['401, then a renewal with 503', denied, refused(503, 'busy'), 'keep'],
  ['401, then a renewal answered by a proxy', denied, refused(401, 'unknown'), 'keep'],
  ['401, then a renewal answered without a code', denied, refused(401, 'uncoded'), 'keep'],
  ['401, then a renewal answered 401', denied, denied, 'revoked'],
  [
    '401, then a refresh token that was replaced',
    denied,
    refused(401, 'session_reused'),
    'revoked',
  ],
  ['401, then a refresh token that expired', denied, refused(401, 'token_expired'), 'expired'],
  ['a closed account', denied, denied, 'revoked'],
  ['an expelled account that may not renew', denied, expelled, 'revoked'],
  ['a call that is refused to an expelled person', expelled, undefined, 'keep'],
])('decides whether the session ends after %s', (_name, call, renewal, expected) => {
  expect(verdict(call, renewal)).toBe(expected)
})
