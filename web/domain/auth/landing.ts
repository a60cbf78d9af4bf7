import { paths } from '#web/lib/paths.ts'
import type { SessionUser } from './session-state.ts'

/**
 * Returns the page to open after a sign-in, a sign-up or a recovery.
 * @param _user null while the server has not said who signed in
 * @param returnTo the page that the person was on their way to, as `safeReturnTo` returns it
 */
export function landingAfterSignIn(
  _user: Pick<SessionUser, 'roles'> | null,
  returnTo: string | null,
): string {
  return returnTo ?? paths.wallet()
}
