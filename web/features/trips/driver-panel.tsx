import { useQuery } from '@tanstack/react-query'
import { Pencil, Route, ScanLine } from 'lucide-react'
import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { TripView } from '#contract/trips.ts'
import { ActionResult } from '#web/domain/bookings/action-result.tsx'
import { WriteButton } from '#web/domain/conversations/write-button.tsx'
import { PushOffer } from '#web/domain/notifications/push-offer.tsx'
import { api } from '#web/lib/api.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { CancelTrip } from './cancel-trip.tsx'
import { PassengerRow } from './passenger-row.tsx'
import { PublishTips } from './publish-tips.tsx'
import { TripDemand } from './trip-demand.tsx'

const LIVE = new Set(['requested', 'confirmed', 'checked_in', 'completed'])
const OPEN = new Set<TripView['status']>(['published', 'in_progress'])
const REFRESH_MS = 20_000

/** For the driver: passengers, booking requests, and actions on the trip. */
export function DriverPanel({ trip }: { trip: TripView }) {
  const answer = useQuery({
    queryKey: queryKeys.passengers(trip.id),
    queryFn: ({ signal }) => api.bookings.forTrip({ params: { tripId: trip.id }, signal }),
    refetchInterval: REFRESH_MS,
  })
  const all = answer.data?.bookings ?? []
  const live = all.filter((booking) => LIVE.has(booking.status))
  const ended = all.filter((booking) => !LIVE.has(booking.status))
  const taken = live.filter((booking) => booking.status !== 'requested')
  return (
    <>
      <CardSection title="Tus pasajeros" aside={<Earnings bookings={taken} />}>
        <ActionResult about={trip.id} />
        {answer.isLoading && <SkeletonList rows={4} />}
        {answer.isError && (
          <LoadFailed
            what="tus pasajeros"
            error={answer.error}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        )}
        {answer.data && live.length === 0 && (
          <p className="text-muted">
            Todavía nadie ha tomado un cupo. Te avisamos aquí cuando alguien reserve.
          </p>
        )}
        {live.length > 0 && (
          <ul aria-label="Pasajeros" className="grid divide-y divide-line">
            {[...live].sort(requestsFirst).map((booking) => (
              <PassengerRow key={booking.id} booking={booking} />
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <details className="mt-2 border-t border-line pt-2">
            <summary className="flex min-h-11 items-center font-semibold text-bosque">
              Reservas que no siguieron ({ended.length})
            </summary>
            <ul className="grid divide-y divide-line">
              {ended.map((booking) => (
                <PassengerRow key={booking.id} booking={booking} />
              ))}
            </ul>
          </details>
        )}
        {/* Hidden while the list loads, because the list would move these buttons. */}
        {!answer.isLoading && <TripActions trip={trip} />}
        {answer.data && OPEN.has(trip.status) && (
          <>
            <PushOffer about="cuando alguien reserve o cancele" />
            {live.length === 0 && <PublishTips />}
          </>
        )}
      </CardSection>
      {trip.status === 'published' && <TripDemand tripId={trip.id} />}
    </>
  )
}

/** Actions of the driver, with the time from which each is possible. */
function TripActions({ trip }: { trip: TripView }) {
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-5">
        {(trip.can.checkIn || OPEN.has(trip.status)) && (
          <ButtonLink
            to={paths.scanner(trip.id)}
            variant={trip.can.checkIn ? 'primary' : 'secondary'}
            icon={<ScanLine aria-hidden="true" className="size-5" />}
          >
            Escanear tiquetes
          </ButtonLink>
        )}
        {OPEN.has(trip.status) && (
          <ButtonLink
            to={paths.runSheet(trip.id)}
            variant="secondary"
            icon={<Route aria-hidden="true" className="size-5" />}
          >
            Hoja de ruta
          </ButtonLink>
        )}
        {trip.can.cancel && (
          <ButtonLink
            to={paths.editTrip(trip.id)}
            variant="secondary"
            icon={<Pencil aria-hidden="true" className="size-5" />}
          >
            Cambiar viaje
          </ButtonLink>
        )}
        {OPEN.has(trip.status) && trip.viewer === 'driver' && (
          <WriteButton tripId={trip.id} group text="Escribir al grupo" />
        )}
        {trip.can.cancel && <CancelTrip trip={trip} />}
      </div>
      {!trip.can.checkIn && trip.status === 'published' && (
        <p className="mt-3 text-sm text-muted">
          Puedes registrar pasajeros desde {BOARDING_OPENS_HOURS} horas antes de la salida.
        </p>
      )}
    </>
  )
}

function requestsFirst(a: BookingView, b: BookingView): number {
  const rank = (booking: BookingView) => (booking.status === 'requested' ? 0 : 1)
  return rank(a) - rank(b) || Date.parse(a.from.at) - Date.parse(b.from.at)
}

function Earnings({ bookings }: { bookings: readonly BookingView[] }) {
  const seats = bookings.reduce((sum, booking) => sum + booking.seats, 0)
  const total = bookings.reduce((sum, booking) => sum + (booking.driverEarns ?? 0), 0)
  if (seats === 0) return null
  return (
    <p className="text-sm text-muted">
      {seatsText(seats)} · recibes <strong className="tnum text-ink">{pesos(total)}</strong>
    </p>
  )
}
