import { Outlet, useMatches } from 'react-router'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import { requireSession } from '#web/domain/auth/session-guard.ts'
import type { Route } from './+types/private-layout.route.ts'

export { PrivateError as ErrorBoundary } from './private-error.tsx'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSession]

/**
 * Around every screen that only signed-in people open. A screen whose `handle` says `alone` shows
 * what this device keeps when there is no network to ask who is here.
 */
export default function PrivateLayout() {
  const alone = useMatches().some(({ handle }) => (handle as { alone?: true } | undefined)?.alone)
  return (
    <SessionGate alone={alone}>
      <Outlet />
    </SessionGate>
  )
}
