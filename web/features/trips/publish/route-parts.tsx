import type { StepProps } from './publish-draft.ts'
import { RoutePoints } from './route-points.tsx'
import { RouteStops } from './route-stops.tsx'
import { RouteWays } from './route-ways.tsx'

/** What follows from origin and destination: route with its map, stops and meeting points. */
export function RouteParts(props: Omit<StepProps, 'onNext'>) {
  return (
    <>
      <RouteWays {...props} />
      <RouteStops {...props} />
      <RoutePoints {...props} />
    </>
  )
}
