import type { ReactNode } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'

/**
 * Renders its children only after hydration. When hydration ends, React re-renders the component
 * that reads `useHydrated` synchronously, so this must not be a whole screen.
 */
export function AfterHydration({ children }: { children: ReactNode }) {
  return useHydrated() ? children : null
}
