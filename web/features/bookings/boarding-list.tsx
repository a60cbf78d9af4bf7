import { CircleCheck, CircleDashed } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { seats as seatsText, time } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

const BOARDS = new Set(['confirmed', 'checked_in', 'completed'])

/** Who is already in the car and who is still to come. */
export function BoardingList({ bookings }: { bookings: readonly BookingView[] }) {
  const expected = bookings
    .filter((booking) => BOARDS.has(booking.status))
    .sort((a, b) => Date.parse(a.from.at) - Date.parse(b.from.at))
  const aboard = expected.filter((booking) => booking.status !== 'confirmed').length
  return (
    <CardSection
      title="Pasajeros"
      aside={
        <p role="status" className="text-sm text-muted">
          {aboard} de {expected.length} a bordo
        </p>
      }
    >
      {expected.length === 0 && <p className="text-muted">Nadie ha reservado en este viaje.</p>}
      <ul aria-label="Pasajeros" className="grid divide-y divide-line">
        {expected.map((booking) => (
          <li key={booking.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
            <Avatar name={booking.passenger.name} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{booking.passenger.name}</p>
              <p className="text-sm text-muted">
                {booking.from.name} ({time(booking.from.at)}) → {booking.to.name} ·{' '}
                {seatsText(booking.seats)}
              </p>
            </div>
            {booking.status === 'confirmed' ? (
              <StatusPill tone="neutral" icon={CircleDashed}>
                Falta
              </StatusPill>
            ) : (
              <StatusPill tone="ok" icon={CircleCheck}>
                Subió
              </StatusPill>
            )}
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
