import { keepPreviousData } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { TRAVELS } from '#contract/moments.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, pesos, plural, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { bookingWordsOf } from '#web/shared/bookings/booking-words.ts'
import { matterWords, openMatter } from '#web/shared/bookings/open-matter.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { JourneyCard } from './journey-card.tsx'
import { JourneyLine, Lines, PastTrips } from './past-trips.tsx'

function useBookings(scope: 'upcoming' | 'past', page: number) {
  return useRead(
    queryKeys.bookings(scope, page),
    (signal) => api.bookings.list({ query: { scope, page }, signal }),
    { placeholderData: keepPreviousData },
  )
}

/** The person's bookings: the next one large, later ones as lines, then past. */
export function MyBookings({ children }: { children: ReactNode }) {
  const [page, setPage] = useState(1)
  const upcoming = useBookings('upcoming', 1)
  const past = useBookings('past', page)
  if (!upcoming.data) {
    return <QueryState query={upcoming} what="tus reservas" rows={2} rowClass="h-36" />
  }
  const [next, ...later] = joined(upcoming.data.bookings)
  const before = joined(past.data?.bookings ?? [])
  const pages = past.data?.totalPages ?? 1
  const count = before.length > 0 ? plural(before.length, 'viaje', 'viajes') : null
  return (
    <div className="grid gap-6">
      {next ? (
        <section aria-label="Próximo viaje">
          <NextBooking booking={next} />
        </section>
      ) : (
        <EmptyState
          region="llano"
          title="No tienes viajes próximos"
          action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
        >
          Cuando reserves un cupo, aquí estará tu tiquete.
        </EmptyState>
      )}
      {later.length > 0 && (
        <Rows label="Después">
          {later.map((booking) => (
            <BookingLine key={booking.id} booking={booking} />
          ))}
        </Rows>
      )}
      {past.isLoadingError && <QueryState query={past} what="tus viajes anteriores" rows={1} />}
      {past.data && (
        <PastTrips count={pages > 1 ? `Más de ${count}` : count} about="driver">
          <Lines label="Pasados">
            {before.map((booking) => (
              <BookingLine key={booking.id} booking={booking} />
            ))}
          </Lines>
          <Pager
            page={page}
            totalPages={pages}
            onPage={setPage}
            of="viajes anteriores"
            busy={past.isFetching}
          />
        </PastTrips>
      )}
      {!past.isPending && children}
    </div>
  )
}

const travels = (booking: BookingView | undefined) => booking && TRAVELS.includes(booking.status)

/** The bookings, with one entry for both parts of a trip with one change that fare alike. */
function joined(bookings: readonly BookingView[]): BookingView[] {
  return bookings.flatMap((booking) => {
    const { connection, driver, state } = booking
    const other = bookings.find(({ id }) => id === connection?.otherBookingId)
    const isOne = other?.state === state || [booking, other].every(travels)
    if (!connection || !other || !isOne) return [booking]
    if (connection.part === 2) return []
    const name = `${driver.name} y ${other.driver.name}, con cambio en ${connection.changeAt.name}`
    const price = booking.price + other.price
    const { tripPause, tripChange, crosses, meetingMoved } = openMatter(booking) ? booking : other
    const matter = { tripPause, tripChange, crosses, meetingMoved }
    return [{ ...booking, ...matter, to: other.to, price, driver: { ...driver, name } }]
  })
}

/** States that a line need not name, ahead and past. */
const PLAIN: readonly BookingState[] = ['confirmed', 'completed']

/** The state of a booking, or what its passenger has to see or answer first. */
function wordsOf(booking: BookingView): ReturnType<typeof bookingWordsOf> & { isPlain: boolean } {
  const matter = openMatter(booking)
  if (matter) return { text: matterWords[matter], tone: 'warn', isPlain: false }
  return { ...bookingWordsOf(booking), isPlain: PLAIN.includes(booking.state) }
}

/** A booking as one line, with its state unless that is plain. */
function BookingLine({ booking }: { booking: BookingView }) {
  const { from, to: until, id, driver } = booking
  const { text, tone, isPlain } = wordsOf(booking)
  return (
    <JourneyLine
      Icon={Ticket}
      to={paths.booking(id)}
      {...{ from, until }}
      fact={`con ${driver.name}`}
      value={!isPlain && <StatusPill tone={tone}>{text}</StatusPill>}
    />
  )
}

function NextBooking({ booking }: { booking: BookingView }) {
  const { from, to, status, expiresAt } = booking
  const waits = status === 'requested' && expiresAt
  return (
    <JourneyCard
      to={paths.booking(booking.id)}
      label={`Reserva de ${from.name} a ${to.name}, ${dateTime(from.at)}`}
      from={from}
      until={to}
      status={wordsOf(booking)}
      facts={[
        seatsText(booking.seats),
        pesos(booking.price),
        `Con ${booking.driver.name}`,
        ...(waits ? [`El conductor tiene hasta ${dayAndTime(expiresAt)} para responder`] : []),
      ]}
    />
  )
}
