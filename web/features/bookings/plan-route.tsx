import { RouteLine } from '#web/domain/trips/route-line.tsx'
import { TrustBadge } from '#web/domain/users/trust-badge.tsx'
import { dateLong, durationBetween } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import type { BookPlan } from './book-plan.ts'
import { StopDetail } from './stop-detail.tsx'
import type { OwnPoint } from './use-meeting-choice.ts'

type PlanStop = BookPlan['trip']['corridor'][number]

/** Route of the booking to be made: day, stops with times, driver and car. */
export function PlanRoute({ plan }: { plan: BookPlan }) {
  const { trip, segment, points } = plan
  const stop = (id: string) => trip.corridor.find((each) => each.id === id)
  const [from, to] = [stop(segment.fromStopId), stop(segment.toStopId)]
  if (!from || !to) return null
  return (
    <Card className="grid gap-4">
      <p className="font-semibold first-letter:uppercase">{dateLong(from.at)}</p>
      <RouteLine
        stops={[
          { name: from.name, at: from.at, detail: <StopDetail stop={chosen(from, points.from)} /> },
          { name: to.name, at: to.at, detail: <StopDetail stop={chosen(to, points.to)} /> },
        ]}
      />
      <p className="text-sm text-muted">Duración aproximada: {durationBetween(from.at, to.at)}</p>
      <div className="flex items-center gap-3 border-t border-line pt-4">
        <Avatar name={trip.driver.name} photoUrl={trip.driver.photoUrl} />
        <div className="min-w-0">
          <p className="font-semibold break-words">{trip.driver.name}</p>
          <p className="text-sm text-muted">
            {trip.vehicle.brand} {trip.vehicle.model},{' '}
            <span className="lowercase">{trip.vehicle.color}</span>
          </p>
        </div>
        {trip.driver.verified && <TrustBadge className="ml-auto" />}
      </div>
    </Card>
  )
}

/** Adds the driver's meeting point to a stop, else the point chosen by the person. */
function chosen(stop: PlanStop, own: OwnPoint | null): PlanStop {
  return { ...stop, point: stop.point ?? own?.shown ?? null }
}
