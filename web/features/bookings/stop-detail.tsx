import type { StopPoint } from '#contract/trips.ts'
import { PointLine, PointToAgree } from '#web/domain/trips/point-line.tsx'

type Stop = {
  department: string
  /** Meeting point; absent on tickets that an older version cached. */
  point?: StopPoint | null
}

/** Line below the name of a stop: its department and its exact meeting point. */
export function StopDetail({ stop }: { stop: Stop }) {
  return (
    <>
      {stop.department}
      {stop.point && <PointLine point={stop.point} className="mt-1" />}
      {stop.point === null && <PointToAgree className="mt-1" />}
    </>
  )
}
