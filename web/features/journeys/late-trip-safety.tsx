import { Suspense } from 'react'
import { lazyPart } from '#web/lib/lazy-part.ts'

// Lazy, so that the safety functions do not delay the run sheet. The service worker
// caches them for offline use.
const TripSafety = lazyPart(() => import('#web/shared/safety/trip-safety.tsx'), 'TripSafety')

/** Safety functions on the driver's run sheet. */
export function LateTripSafety(props: React.ComponentProps<typeof TripSafety>) {
  return (
    <Suspense fallback={null}>
      <TripSafety {...props} />
    </Suspense>
  )
}
