import type { TripView } from '#contract/trips.ts'
import { SeatMeter } from '#web/domain/trips/seat-meter.tsx'
import { TrustBadge } from '#web/domain/users/trust-badge.tsx'
import { durationBetween, time } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import type { TripPart } from './trip-part.ts'

/** What people decide by, on the first screen of a phone: the hour, who drives, the seats left. */
export function TripGlance({ trip, part }: { trip: TripView; part: TripPart }) {
  const { driver, seats } = trip
  return (
    <Card className="grid gap-3 p-4!">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="tnum text-lg">
          {time(part.from.at)} → {time(part.to.at)}
        </strong>
        <span className="text-sm text-muted">{durationBetween(part.from.at, part.to.at)}</span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-2.5">
          <Avatar name={driver.name} size="sm" />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{driver.name}</p>
            {driver.verified && <TrustBadge />}
          </div>
        </div>
        <SeatMeter free={part.seatsLeft} total={seats} withText />
      </div>
    </Card>
  )
}
