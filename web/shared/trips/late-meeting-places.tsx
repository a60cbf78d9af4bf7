import type { ComponentProps } from 'react'
import { useHydrated } from '#web/lib/hydrated.ts'
import { quietPart } from '#web/lib/lazy-part.ts'

const MeetingPlaces = quietPart(() => import('./meeting-places.tsx'), 'MeetingPlaces')

/** Lazy `MeetingPlaces`: the main content above must not wait for this code. */
export function LateMeetingPlaces(props: ComponentProps<typeof MeetingPlaces>) {
  // Not rendered on the server: its buttons would do nothing until hydration.
  const hydrated = useHydrated()
  if (!hydrated || (!props.from && !props.to)) return null
  return <MeetingPlaces {...props} />
}
