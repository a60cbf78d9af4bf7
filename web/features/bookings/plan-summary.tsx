import { dateTime, seats as seatsText } from '#web/lib/format.ts'
import { PlainLink } from '#web/ui/link.tsx'
import type { BookPlan } from './book-plan.ts'

/** The choices so far in two lines, with a link to change the segment. */
export function PlanSummary({ plan, segmentTo }: { plan: BookPlan; segmentTo: string | null }) {
  const { trip, segment, seats } = plan
  const nameOf = (id: string) => trip.corridor.find((stop) => stop.id === id)?.name ?? ''
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {nameOf(segment.fromStopId)} → {nameOf(segment.toStopId)}
        </p>
        <p className="text-sm text-muted">
          {dateTime(segment.departsAt)} · {seatsText(seats)}
        </p>
      </div>
      {segmentTo && (
        <PlainLink
          to={segmentTo}
          className="-mr-1 inline-flex min-h-11 items-center px-1 font-semibold text-bosque"
        >
          Cambiar tramo
        </PlainLink>
      )}
    </div>
  )
}
