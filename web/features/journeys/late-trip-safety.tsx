import { lazy, Suspense } from 'react'
import { retryingImport } from '#web/lib/retrying-import.ts'

// Lazy, so that the safety functions do not delay the run sheet. The service worker
// caches them for offline use.
const TripSafety = lazy(async () => ({
  default: (await retryingImport(() => import('#web/shared/safety/trip-safety.tsx'))).TripSafety,
}))

/** Safety functions on the driver's run sheet. */
export function LateTripSafety(props: React.ComponentProps<typeof TripSafety>) {
  return (
    <Suspense fallback={null}>
      <TripSafety {...props} />
    </Suspense>
  )
}
