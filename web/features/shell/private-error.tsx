import { lazy, useCallback } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError, hasCode } from '#web/lib/api-error.ts'
import { lateImport } from '#web/lib/late-import.ts'
import { ScreenProblem } from '#web/offline/screen-error.tsx'
import { Later } from '#web/ui/later.tsx'
import type { RefusalCode } from './refused.tsx'

// A refusal is an answer of the server: there is a network to read this with.
const Refused = lazy(async () => ({
  default: (await lateImport(() => import('./refused.tsx'))).Refused,
}))

const REFUSALS: RefusalCode[] = [
  'booking_not_found',
  'trip_not_found',
  'invalid_request',
  'forbidden',
]

/** In the place of a private screen that broke, or whose first data could not be read. */
export function PrivateError() {
  const error = useRouteError()
  const again = useAgain(error)
  if (!hasCode(error, ...REFUSALS)) return <ScreenProblem error={error} again={again} />
  return (
    <Later>
      <Refused code={error.code as RefusalCode} />
    </Later>
  )
}

/** Data is read again in place; code that failed needs the page anew. */
function useAgain(error: unknown): () => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const isData = error instanceof ApiError
  return useCallback(() => {
    if (!isData) return window.location.reload()
    // The router's boundary shows the screen again once it is somewhere, be it the same place.
    void navigate({ pathname, search, hash }, { replace: true })
  }, [isData, navigate, pathname, search, hash])
}
