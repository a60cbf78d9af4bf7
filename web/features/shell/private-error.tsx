import { useCallback } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError, hasCode } from '#web/lib/api-error.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { ScreenProblem } from '#web/offline/screen-error.tsx'
import { Later } from '#web/ui/later.tsx'

// Lazy: a refusal came from the server, so there is a network to load this code.
const Refused = lazyPart(() => import('./refused.tsx'), 'Refused')

/** A retry would be refused again. */
const isRefusal = (error: unknown): error is ApiError =>
  hasCode(error, 'invalid_request', 'forbidden') ||
  (error instanceof ApiError && error.status === 404)

/** Error boundary of private screens: for a render error, or a failed first fetch. */
export function PrivateError() {
  const error = useRouteError()
  const again = useAgain(error)
  if (!isRefusal(error)) return <ScreenProblem error={error} again={again} />
  return (
    <Later>
      <Refused error={error} />
    </Later>
  )
}

/** Retry: renders the screen again after a failed fetch, reloads the page after other errors. */
function useAgain(error: unknown): () => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const isData = error instanceof ApiError
  return useCallback(() => {
    if (!isData) return window.location.reload()
    // A navigation, also to the same address, resets the router's error boundary.
    void navigate({ pathname, search, hash }, { replace: true })
  }, [isData, navigate, pathname, search, hash])
}
