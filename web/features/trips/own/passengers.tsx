import type { UseQueryResult } from '@tanstack/react-query'
import type { BookingView } from '#contract/booking-view.ts'
import type { TripView } from '#contract/trips.ts'
import { dayAndTime, pesos, seats as seatsText, tripTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { AnswerBooking } from '#web/shared/bookings/answer-booking.tsx'
import { bookingWordsOf, RESCUED } from '#web/shared/bookings/booking-words.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { hasSeat, isOpen } from './trip-money.ts'

type PassengersProps = { trip: TripView; answer: UseQueryResult<{ bookings: BookingView[] }> }

/** The bookings of a driver's trip: requests first, and those that did not go on folded. */
export function Passengers({ trip, answer }: PassengersProps) {
  const all = answer.data?.bookings ?? []
  const live = all.filter(hasSeat)
  const ended = all.filter((booking) => !hasSeat(booking))
  return (
    <>
      {!answer.data && <QueryState query={answer} what="tus pasajeros" rows={4} />}
      {answer.data && live.length === 0 && (
        <p className="text-muted">
          {!isOpen(trip) && 'Nadie viajó contigo.'}
          {isOpen(trip) &&
            (all.length > 0 ? 'Ahora nadie tiene cupo.' : 'Todavía nadie ha tomado un cupo.')}
          {isOpen(trip) && !trip.paused && ' Te avisamos aquí cuando alguien reserve.'}
        </p>
      )}
      <Suits bookings={live} />
      {live.length > 0 && (
        <ul aria-label="Pasajeros" className="grid divide-y divide-line">
          {[...live].sort(requestsFirst).map((booking) => (
            <PassengerRow key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
      {live.length > 0 && isOpen(trip) && (
        <WriteButton tripId={trip.id} group text="Escribir al grupo" />
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
    </>
  )
}

/** How many of those whose hour the driver moved said that it suits them. */
function Suits({ bookings }: { bookings: readonly BookingView[] }) {
  const moved = bookings.filter(({ tripChange }) => tripChange?.asks || tripChange?.acceptedAt)
  if (moved.length === 0) return null
  const said = moved.filter(({ tripChange }) => tripChange?.acceptedAt).length
  const words = said === 1 ? 'dijo que le sirve' : 'dijeron que les sirve'
  return (
    <p className="mb-3 font-semibold">{`${said} de ${moved.length} ${words} la hora nueva.`}</p>
  )
}

function requestsFirst(a: BookingView, b: BookingView): number {
  const rank = (booking: BookingView) => (booking.status === 'requested' ? 0 : 1)
  return rank(a) - rank(b) || Date.parse(a.from.at) - Date.parse(b.from.at)
}

/** What the driver gets for one booking; of an absent passenger, what has to be decided. */
function money({
  paymentMode,
  price,
  driverEarns,
  driverMoneyPart,
  ...booking
}: BookingView): string {
  if (driverEarns === null || (driverEarns === 0 && !hasSeat(booking))) return ''
  if (driverMoneyPart === 'in_question') return `${pesos(driverEarns)} por resolver`
  if (paymentMode === 'billetera') return `recibes ${pesos(driverEarns)}`
  return `te paga ${pesos(price)}${driverMoneyPart === 'earned' ? '' : ' al subir'}`
}

/** One booking of the driver's trip; a request can be answered here. */
export function PassengerRow({ booking }: { booking: BookingView }) {
  const status = bookingWordsOf(booking)
  const { passenger, from, to } = booking
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2
          sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <Avatar name={passenger.name} photoUrl={passenger.photoUrl} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <Link to={paths.booking(booking.id)} className="wrap-anywhere">
              {passenger.name}
            </Link>
            {passenger.verified && <TrustBadge />}
          </p>
          <p className="text-sm">
            {from.name} ({tripTime(from.at)}) → {to.name} ({tripTime(to.at, from.at)})
          </p>
          <p className="text-sm text-muted">
            {[seatsText(booking.seats), money(booking)].filter(Boolean).join(' · ')}
          </p>
          {booking.rescued && <p className="text-sm font-semibold">{RESCUED}</p>}
        </div>
        <StatusPill
          tone={status.tone}
          className="col-start-2 justify-self-start sm:col-start-3 sm:self-start"
        >
          {status.text}
        </StatusPill>
      </div>
      {booking.status === 'requested' && (
        <div className="grid gap-2 pl-14">
          {booking.expiresAt && (
            <p className="text-sm text-muted">
              Tienes hasta {dayAndTime(booking.expiresAt)} para responder.
            </p>
          )}
          <AnswerBooking booking={booking} inList />
        </div>
      )}
    </li>
  )
}
