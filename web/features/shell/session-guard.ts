import { redirect, replace } from 'react-router'
import { rememberedAccount } from '#web/domain/auth/account-memory.ts'
import { hasEnteredMark } from '#web/domain/auth/entered-mark.ts'
import { paths } from '#web/lib/paths.ts'
import { readToken } from '#web/lib/token-store.ts'

/**
 * Route middleware of private screens: redirects to `/login`, with the way back, when this browser
 * has no session. It makes no request, because a saved ticket must open offline. Whether the stored
 * token is still valid is decided later (`SessionGate`).
 */
export function requireSession({ request }: { request: Request }): void {
  if (readToken() !== null || hasEnteredMark() || bringsToken()) return
  const { pathname, search } = new URL(request.url)
  // The session has expired, and the person still has to get on the car: their ticket may be here.
  if (/^\/bookings\/./.test(pathname) && rememberedAccount() !== null) return
  // `request.url` has no fragment. On the first page load, `location` has it.
  const isOpening = pathname === location.pathname && search === location.search
  const login = paths.login(`${pathname}${search}${isOpening ? location.hash : ''}`)
  // If the address stayed in the history, "back" would lead here again.
  throw isOpening ? replace(login) : redirect(login)
}

/** A sign-in with Google or Apple may end at any address; `AuthProvider` reads its token. */
function bringsToken(): boolean {
  return /[?#&]access_token=[^&]/.test(location.href)
}
