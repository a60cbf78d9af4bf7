import type { BookingView } from '#contract/bookings.ts'
import type { TripView } from '#contract/trips.ts'
import { Banner } from '#web/ui/banner.tsx'
import { affectedBy, hoursOf, openBookings } from './moved-passengers.ts'

type NoteProps = {
  trip: TripView
  moment: string | null
  bookings: readonly BookingView[]
  now: Date
}

/** Before saving: who is told of the new hour, and what they may do. */
export function MovedPassengersNote(props: NoteProps) {
  const affected = affectedBy(props)
  if (!affected) return null
  return (
    <Banner tone="warn" title={affected.sentence} className="mt-5">
      <ul className="grid gap-2">
        {openBookings(props.bookings).map((booking) => {
          const { before, after } = hoursOf(booking, props)
          return (
            <li key={booking.id}>
              <span className="font-semibold">{booking.passenger.name}</span>, en{' '}
              {booking.from.name}
              <span className="tnum block text-sm">
                <span className="sr-only">Antes: </span>
                <s className="text-muted">{before}</s>{' '}
                <span className="inline-block">
                  <span aria-hidden="true">→ </span>
                  <span className="sr-only">Ahora: </span>
                  {after}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {affected.marked && (
        <p className="mt-2">
          Falta menos de un día y son 2 horas o más: quedará en tu historial público.
        </p>
      )}
    </Banner>
  )
}
