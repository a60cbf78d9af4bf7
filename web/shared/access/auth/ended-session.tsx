import { lazy, Suspense } from 'react'
import { useAuth } from './session.tsx'

// Loaded only when a session has ended while a screen was open.
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}))

/** Part of every screen that opens the login dialog when the server has ended the session. */
export function EndedSession() {
  const { status, user, expired } = useAuth()
  if (status !== 'signedIn' || !expired) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain user={user} />
    </Suspense>
  )
}
