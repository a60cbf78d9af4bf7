import { MapPin, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import type { LostTerm, RescueCar } from '#contract/connections-rescues.ts'
import { dayAndTime, decimal, pesos, time, tripTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { RatingLine } from '#web/shared/ratings/rating-line.tsx'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'

/** Who drives the kept car, or each of its two. */
export function Drivers({ car }: { car: RescueCar }) {
  const hasChange = car.parts.length > 1
  return (
    <Card className="grid gap-3 p-4!">
      {car.parts.map(({ tripId, driver, from, meetingPoint }) => (
        <div key={tripId} className="flex flex-wrap items-center gap-3">
          <Avatar name={driver.name} photoUrl={driver.photoUrl} />
          <p className="min-w-0 flex-1 basis-30">
            <Link to={paths.person(driver.id)}>{driver.name}</Link>
            <span className="block">
              <RatingLine rating={driver.rating} />
            </span>
            {hasChange && (
              <span className="tnum block text-sm text-muted">
                {time(from.at)}, {from.name}
              </span>
            )}
            <MeetingPoint name={meetingPoint} />
          </p>
          {driver.verified && <TrustBadge />}
        </div>
      ))}
      {car.note && <p className="text-sm text-muted">{notes[car.note]}</p>}
      <Lacks car={car} />
    </Card>
  )
}

/** Where the person gets into a car; nothing where both agree on a point. */
function MeetingPoint({ name }: { name: string | null }) {
  if (!name) return null
  return (
    <span className="block text-sm text-muted">
      <MapPin className="mr-1 inline size-4" />
      {name}
    </span>
  )
}

const notes = {
  same_driver: 'Otro viaje del mismo conductor',
  audience: 'Sin la condición de tu viaje: también viajan hombres o personas sin verificar',
}

const lackWords: Record<LostTerm, string> = {
  luggage: 'deja llevar menos equipaje',
  pets: 'no acepta mascotas',
  wheelchair: 'no dice que quepa una silla de ruedas',
  childSeat: 'no tiene silla para niños',
  noSmoking: 'permite fumar',
  maxTwoInBack: 'puede llevar tres personas atrás',
}

/** Terms that the failed trip offered and this car lacks; nothing when it lacks none. */
function Lacks({ car: { lacks, parts } }: { car: RescueCar }) {
  if (lacks.length === 0) return null
  const what = lacks.map((term) => lackWords[term]).join('; ')
  const car = parts.length > 1 ? 'uno de estos carros' : 'este carro'
  return (
    <p className="flex gap-2 text-sm font-semibold">
      <TriangleAlert className="size-4 shrink-0" />
      Distinto de tu viaje: {car} {what}.
    </p>
  )
}

/** A journey that is not kept, in one car or two; one car leads to its trip. */
export function CarCard({ car }: { car: RescueCar }) {
  const [first] = car.parts
  return (
    <Card className="grid gap-3 p-4!">
      {car.parts.map(({ tripId, driver, from, to, meetingPoint }, at) => (
        <Fragment key={tripId}>
          {at > 0 && <p className="text-sm text-muted">Cambias de carro en {from.name}</p>}
          <div className="flex items-center gap-3">
            <Avatar name={driver.name} photoUrl={driver.photoUrl} />
            <p className="min-w-0 flex-1">
              <span className="tnum block font-semibold first-letter:uppercase">
                {at === 0 ? dayAndTime(from.at) : time(from.at)}, {from.name}
              </span>
              <span className="tnum block text-sm text-muted">
                {tripTime(to.at, from.at)}, {to.name}
              </span>
              <span className="block text-sm text-muted">
                Con {driver.name}
                {driver.rating?.average && ` · ★ ${decimal(driver.rating.average)}`}
              </span>
              <MeetingPoint name={meetingPoint} />
            </p>
          </div>
        </Fragment>
      ))}
      <Lacks car={car} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <p className="tnum font-semibold">{pesos(car.price)}</p>
        {car.note && <p className="text-sm text-muted">{notes[car.note]}</p>}
        {first && car.parts.length === 1 && (
          <ButtonLink
            size="sm"
            variant="secondary"
            to={paths.trip(first.tripId, { from: first.from.id, to: first.to.id })}
          >
            Ver el viaje de {time(first.from.at)}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
