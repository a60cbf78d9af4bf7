import { isStaff } from '#contract/permissions.ts'
import { paths } from '#web/lib/paths.ts'
import type { SessionUser } from './session-state.ts'

/**
 * Returns the page to open after a sign-in, a sign-up or a recovery: the team goes to its desk,
 * which asks for the second factor.
 * @param user null while the server has not said who signed in
 * @param returnTo the page that the person was on their way to, as `safeReturnTo` returns it
 */
export function landingAfterSignIn(
  user: Pick<SessionUser, 'roles'> | null,
  returnTo: string | null,
): string {
  return returnTo ?? (isStaff(user?.roles ?? []) ? paths.admin() : paths.wallet())
}
