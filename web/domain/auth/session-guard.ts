import { redirect, replace } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { readToken } from '#web/lib/token-store.ts'
import { readReturn } from '../oauth/oauth-return.ts'
import { hasEnteredMark } from './entered-mark.ts'

/**
 * Route middleware of private screens: who has no session here goes to `/login` and comes back
 * afterwards. It asks nobody: whether a stored token still counts is known later (`SessionGate`),
 * and a saved ticket must open without a network.
 */
export function requireSession({ request }: { request: Request }): void {
  if (readToken() !== null || hasEnteredMark() || bringsToken()) return
  const { pathname, search } = new URL(request.url)
  // A request has no fragment; the address of the page that is being opened does.
  const isOpening = pathname === location.pathname && search === location.search
  const login = paths.login(`${pathname}${search}${isOpening ? location.hash : ''}`)
  // An address that stays in the history would lead here again on "back".
  throw isOpening ? replace(login) : redirect(login)
}

/** A sign-in with Google or Apple may end at any address; `AuthProvider` reads its token. */
function bringsToken(): boolean {
  return readReturn(new URL(location.href)).access_token !== null
}
