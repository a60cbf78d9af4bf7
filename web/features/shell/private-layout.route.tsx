import { Outlet, useMatches } from 'react-router'
import { quietPart } from '#web/lib/lazy-part.ts'
import { SessionGate } from '#web/shared/access/auth/session-gate.tsx'
import type { Route } from './+types/private-layout.route.ts'
import { requireSession } from './session-guard.ts'

export { PrivateError as ErrorBoundary } from './private-error.tsx'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSession]

// Lazy: background parts must not delay the screen.
const LatePrivate = quietPart(() => import('./late-private.tsx'), 'LatePrivate')

type Handle = { alone?: true; afterwards?: true }

/**
 * Layout of every screen that needs a session. A screen with `handle = { alone: true }` shows
 * cached data while the session cannot be checked; with `afterwards`, also after it has ended.
 */
export default function PrivateLayout() {
  const handle: Handle = Object.assign({}, ...useMatches().map((match) => match.handle))
  return (
    <SessionGate {...handle}>
      <LatePrivate />
      <Outlet />
    </SessionGate>
  )
}
