import { lazy, Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import { requireSession } from '#web/domain/auth/session-guard.ts'
import { loadMoreRoutes } from '#web/lib/api.ts'
import { lateImport } from '#web/lib/late-import.ts'
import type { Route } from './+types/private-layout.route.ts'

export { PrivateError as ErrorBoundary } from './private-error.tsx'

// Beside the code of the screen, whose first call needs it.
if (typeof document !== 'undefined') void loadMoreRoutes()

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSession]

// Lazy: the screen comes first.
const LatePrivate = lazy(async () => ({
  default: (await lateImport(() => import('./late-private.tsx'))).LatePrivate,
}))

/**
 * Layout of every screen that needs a session. A screen with `handle = { alone: true }` shows
 * cached data when the session cannot be checked offline.
 */
export default function PrivateLayout() {
  const alone = useMatches().some(({ handle }) => (handle as { alone?: true } | undefined)?.alone)
  return (
    <SessionGate alone={alone}>
      <Suspense fallback={null}>
        <LatePrivate />
      </Suspense>
      <Outlet />
    </SessionGate>
  )
}
