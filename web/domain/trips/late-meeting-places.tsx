import { type ComponentProps, lazy, Suspense } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { lateImport } from '#web/lib/late-import.ts'

const MeetingPlaces = lazy(async () => ({
  default: (await lateImport(() => import('./meeting-places.tsx'))).MeetingPlaces,
}))

/** Below what a screen is opened for, which must not wait for it. */
export function LateMeetingPlaces(props: ComponentProps<typeof MeetingPlaces>) {
  // From the server the buttons would come before the code that answers a press.
  const hydrated = useHydrated()
  if (!hydrated || (!props.from && !props.to)) return null
  return (
    <Suspense fallback={null}>
      <MeetingPlaces {...props} />
    </Suspense>
  )
}
