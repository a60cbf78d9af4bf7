import { redirect, replace } from 'react-router'
import { hasEnteredMark } from '#web/lib/entered-mark.ts'
import { paths } from '#web/lib/paths.ts'
import { readToken } from '#web/lib/token-store.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'

/**
 * Route middleware of private screens: redirects to `/login`, with the address to return to, when
 * this browser has no session. It makes no request, because a saved ticket must open offline.
 * `SessionGate` decides later whether the stored token is still valid.
 */
export function requireSession({ request }: { request: Request }): void {
  if (readToken() !== null || hasEnteredMark() || bringsToken()) return
  const { pathname, search } = new URL(request.url)
  // After the session has expired, the person must still board the car: their ticket can be stored
  // here.
  if (/^\/bookings\/./.test(pathname) && rememberedAccount() !== null) return
  // Who returns from the bank in another browser must read that the payment is safe.
  if (/^\/confirmacion[-/]pago\/?$/i.test(pathname)) return
  // `request.url` has no fragment. On the first page load, `location` has it.
  const isOpening = pathname === location.pathname && search === location.search
  const login = paths.login(`${pathname}${search}${isOpening ? location.hash : ''}`)
  // Replaced on opening: otherwise "back" on the login would lead here again.
  throw isOpening ? replace(login) : redirect(login)
}

/** A Google or Apple sign-in can return to any address; `AuthProvider` reads the token from it. */
function bringsToken(): boolean {
  return /[?#&]access_token=[^&]/.test(location.href)
}
