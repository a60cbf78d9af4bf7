import type { ReactNode } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'

/**
 * Renders its children only after hydration. When hydration ends, React renders the component that
 * reads `useHydrated` again, at once and without pauses. So that must not be a whole screen.
 */
export function AfterHydration({ children }: { children: ReactNode }) {
  return useHydrated() ? children : null
}
