import { type ComponentProps, Suspense } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'

const MeetingPlaces = lazyPart(() => import('./meeting-places.tsx'), 'MeetingPlaces')

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
