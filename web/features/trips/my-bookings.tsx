import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, dayAndTime, pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { bookingWordsOf } from '#web/shared/bookings/booking-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { JourneyCard, JourneyList } from './journey-card.tsx'

function useBookings(scope: 'upcoming' | 'past', page: number) {
  return useQuery({
    queryKey: queryKeys.bookings(scope, page),
    queryFn: ({ signal }) => api.bookings.list({ query: { scope, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The person's bookings: upcoming, then past. */
export function MyBookings() {
  const [page, setPage] = useState(1)
  const upcoming = useBookings('upcoming', 1)
  const past = useBookings('past', page)
  if (!upcoming.isSuccess) {
    return <QueryState query={upcoming} what="tus reservas" rows={2} rowClass="h-36" />
  }
  const next = upcoming.data.bookings
  return (
    <div className="grid gap-8">
      {next.length === 0 ? (
        <EmptyState
          region="llano"
          title="No tienes viajes próximos"
          action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
        >
          Cuando reserves un cupo, aquí estará tu tiquete.
        </EmptyState>
      ) : (
        <JourneyList title="Próximos" items={next} card={bookingCard} />
      )}
      <JourneyList title="Pasados" items={past.data?.bookings ?? []} card={bookingCard} />
      {past.isError && <QueryState query={past} what="tus viajes anteriores" rows={1} />}
      <Pager
        page={page}
        totalPages={past.data?.totalPages ?? 1}
        onPage={setPage}
        of="viajes anteriores"
        busy={past.isFetching}
      />
    </div>
  )
}

function bookingCard(booking: BookingView) {
  const { from, to, status, expiresAt } = booking
  const waits = status === 'requested' && expiresAt
  return (
    <JourneyCard
      to={paths.booking(booking.id)}
      label={`Reserva de ${from.name} a ${to.name}, ${dateTime(from.at)}`}
      from={from}
      until={to}
      status={bookingWordsOf(booking)}
      facts={[
        seatsText(booking.seats),
        pesos(booking.price),
        `Con ${booking.driver.name}`,
        ...(waits ? [`El conductor tiene hasta ${dayAndTime(expiresAt)} para responder`] : []),
      ]}
    />
  )
}
