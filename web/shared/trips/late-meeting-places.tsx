import { type ComponentProps, lazy, Suspense } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const MeetingPlaces = lazy(async () => ({
  default: (await retryingImport(() => import('./meeting-places.tsx'))).MeetingPlaces,
}))

const MeetingWay = lazy(async () => ({
  default: (await retryingImport(() => import('./meeting-places.tsx'))).MeetingWay,
}))

/** Lazy `MeetingWay`, in a space of its height: offline it may never load. */
export function LateMeetingWay(props: ComponentProps<typeof MeetingWay>) {
  return (
    <div className="min-h-11">
      <Suspense fallback={null}>
        <MeetingWay {...props} />
      </Suspense>
    </div>
  )
}

/** Lazy `MeetingPlaces`: the main content above must not wait for this code. */
export function LateMeetingPlaces(props: ComponentProps<typeof MeetingPlaces>) {
  // Not rendered on the server: its buttons would do nothing until hydration.
  const hydrated = useHydrated()
  if (!hydrated || (!props.from && !props.to)) return null
  return (
    <Suspense fallback={null}>
      <MeetingPlaces {...props} />
    </Suspense>
  )
}
