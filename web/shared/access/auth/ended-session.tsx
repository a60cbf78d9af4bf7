import { quietPart } from '#web/lib/lazy-part.ts'
import { useAuth } from './session.tsx'

// Loaded only when a session has ended while a screen was open.
const SignInAgain = quietPart(() => import('./sign-in-again.tsx'), 'SignInAgain')

/** Part of every screen that opens the login dialog when the server has ended the session. */
export function EndedSession() {
  const { status, user, expired } = useAuth()
  if (status !== 'signedIn' || !expired) return null
  return <SignInAgain user={user} />
}
