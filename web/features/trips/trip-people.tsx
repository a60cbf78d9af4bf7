import { CarFront } from 'lucide-react'
import type { TripView } from '#contract/trips.ts'
import { WriteButton } from '#web/domain/conversations/write-button.tsx'
import { RatingLine } from '#web/domain/ratings/rating-line.tsx'
import { TrustBadge } from '#web/domain/users/trust-badge.tsx'
import { dateShort, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

/** The driver and the car. Only people who travel in the car see its plate. */
export function TripPeople({ trip }: { trip: TripView }) {
  const { driver, vehicle } = trip
  return (
    <CardSection title="Conductor y vehículo">
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="flex items-center gap-3">
          <Avatar name={driver.name} photoUrl={driver.photoUrl} size="lg" />
          <div className="min-w-0">
            <p className="font-bold break-words">{driver.name}</p>
            {driver.verified && <TrustBadge text="Identidad verificada" />}
            <p>
              <RatingLine rating={driver.rating} />
            </p>
            <p className="text-sm text-muted">
              {driver.tripsCompleted === 0
                ? 'Primeros viajes en Cupo'
                : plural(driver.tripsCompleted, 'viaje completado', 'viajes completados')}
            </p>
            <p className="text-sm text-muted">En Cupo desde el {dateShort(driver.memberSince)}</p>
            <Link to={paths.person(driver.id)} className="inline-flex min-h-11 items-center">
              Ver su perfil
            </Link>
          </div>
        </div>
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-16 shrink-0 place-items-center rounded-full bg-rio-soft text-rio"
          >
            <CarFront className="size-8" />
          </span>
          <div className="min-w-0">
            <p className="font-bold break-words">
              {vehicle.brand} {vehicle.model} {vehicle.year}
            </p>
            <p className="text-sm text-muted">
              Color <span className="lowercase">{vehicle.color}</span>
            </p>
            <p className="text-sm text-muted">
              {vehicle.plate ? `Placa ${vehicle.plate}` : 'Verás la placa al tener tu cupo'}
            </p>
          </div>
        </div>
      </div>
      {trip.viewer !== 'driver' && trip.status !== 'cancelled' && (
        <div className="mt-4">
          <WriteButton tripId={trip.id} text="Preguntar al conductor" />
        </div>
      )}
    </CardSection>
  )
}
