import { useLocation } from 'react-router'
import { useHydrated } from '#web/lib/hydrated.ts'

/**
 * E-mail that the sign-up page handed over in the history state, where no log and no referrer sees
 * it; null if there is none. `created`: of a new account; `email`: of one that exists.
 */
export function useHandedEmail(name: 'created' | 'email'): string | null {
  const { state } = useLocation()
  const email = (state as Record<string, unknown> | null)?.[name]
  // The history state is unknown while prerendering: read it after hydration.
  return useHydrated() && typeof email === 'string' ? email : null
}
