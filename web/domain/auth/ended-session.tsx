import { lazy, Suspense } from 'react'
import { useAuth } from './session.tsx'

// Only once a session has ended under a screen.
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}))

/** Over every screen: asks the person of a session that the server ended to sign in again. */
export function EndedSession() {
  const { status, user, expired } = useAuth()
  if (status !== 'signedIn' || !expired) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain user={user} />
    </Suspense>
  )
}
