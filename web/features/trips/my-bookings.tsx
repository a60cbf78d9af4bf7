import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { bookingWordsOf } from '#web/domain/bookings/booking-words.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, seats as seatsText, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { JourneyCard } from './journey-card.tsx'

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
  if (upcoming.isPending) return <SkeletonList rows={2} rowClass="h-36" />
  if (upcoming.isError) {
    return (
      <LoadFailed
        what="tus reservas"
        error={upcoming.error}
        onRetry={() => void upcoming.refetch()}
        retrying={upcoming.isFetching}
      />
    )
  }
  const next = upcoming.data.bookings
  const before = past.data?.bookings ?? []
  return (
    <div className="grid gap-8">
      {next.length === 0 ? (
        <EmptyState
          region="cafetal"
          title="No tienes viajes próximos"
          action={<ButtonLink to={paths.search()}>Buscar viaje</ButtonLink>}
        >
          Cuando reserves un cupo, aquí estará tu tiquete.
        </EmptyState>
      ) : (
        <List title="Próximos" bookings={next} />
      )}
      {before.length > 0 && <List title="Anteriores" bookings={before} />}
      {past.isError && (
        <LoadFailed
          what="tus viajes anteriores"
          error={past.error}
          onRetry={() => void past.refetch()}
          retrying={past.isFetching}
        />
      )}
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

function List({ title, bookings }: { title: string; bookings: readonly BookingView[] }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="grid gap-4">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <BookingCard booking={booking} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BookingCard({ booking }: { booking: BookingView }) {
  const { from, to, status, expiresAt } = booking
  const deadline =
    status === 'requested' && expiresAt ? `Responden antes de las ${timeAndDay(expiresAt)}` : null
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
        ...(deadline ? [deadline] : []),
      ]}
    />
  )
}
