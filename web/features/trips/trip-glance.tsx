import type { TripView } from '#contract/trips.ts'
import { SeatMeter } from '#web/domain/trips/seat-meter.tsx'
import { TrustBadge } from '#web/domain/users/trust-badge.tsx'
import { durationBetween, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { PlainLink } from '#web/ui/link.tsx'
import type { TripPart } from './trip-part.ts'

/** Facts to decide by, visible without scrolling on a phone: time, driver, seats left. */
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
        <PlainLink
          to={paths.person(driver.id)}
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control"
        >
          <Avatar name={driver.name} photoUrl={driver.photoUrl} size="sm" />
          <span className="grid min-w-0">
            <span className="font-semibold wrap-anywhere underline underline-offset-3">
              {driver.name}
            </span>
            {driver.verified && <TrustBadge />}
          </span>
        </PlainLink>
        <SeatMeter free={part.seatsLeft} total={seats} withText />
      </div>
    </Card>
  )
}
