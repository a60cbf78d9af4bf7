import { CircleCheck, CircleDashed, CloudUpload } from 'lucide-react'
import type { BoardingPassenger } from '#contract/boarding.ts'
import { seats as seatsText, tripTime } from '#web/lib/format.ts'
import { aboardText } from '#web/shared/bookings/booking-words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

type BoardingListProps = {
  passengers: readonly BoardingPassenger[]
  /** Bookings checked in offline by this phone, not sent yet. */
  admitted: ReadonlySet<string>
}

/** Passengers who have boarded and those who have not. */
export function BoardingList({ passengers, admitted }: BoardingListProps) {
  const expected = [...passengers].sort((a, b) => Date.parse(a.from.at) - Date.parse(b.from.at))
  const isAboard = ({ status, bookingId }: BoardingPassenger) =>
    status !== 'confirmed' || admitted.has(bookingId)
  return (
    <CardSection
      title="Pasajeros"
      aside={
        <p role="status" className="text-sm text-muted">
          {expected.filter(isAboard).length} de {expected.length} a bordo
        </p>
      }
    >
      {expected.length === 0 && <p className="text-muted">Nadie ha reservado en este viaje.</p>}
      {expected.length > 0 && (
        <ul aria-label="Pasajeros" className="grid divide-y divide-line">
          {expected.map((passenger) => (
            <li
              key={passenger.bookingId}
              className="flex items-center gap-3 py-3 first:pt-0 last:pb-0"
            >
              <Avatar name={passenger.name} />
              <div className="min-w-0 flex-1">
                <p className="font-semibold break-words">{passenger.name}</p>
                <p className="text-sm text-muted">
                  {passenger.from.name} ({tripTime(passenger.from.at)}) → {passenger.to.name} ·{' '}
                  {seatsText(passenger.seats)}
                </p>
                {/* The field is absent in lists cached by an older version. */}
                {passenger.aboardSaid && (
                  <p className="text-sm font-semibold">
                    {aboardText(passenger.aboardSaid, passenger.paymentMode)}
                  </p>
                )}
              </div>
              <Standing
                aboard={passenger.status !== 'confirmed'}
                unsent={admitted.has(passenger.bookingId)}
              />
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  )
}

const standings = {
  aboard: { tone: 'ok', icon: CircleCheck, text: 'Subió' },
  unsent: { tone: 'warn', icon: CloudUpload, text: 'Por enviar' },
  missing: { tone: 'neutral', icon: CircleDashed, text: 'Falta' },
} as const

function Standing({ aboard, unsent }: { aboard: boolean; unsent: boolean }) {
  const before = unsent ? 'unsent' : 'missing'
  const { text, ...look } = standings[aboard ? 'aboard' : before]
  return <StatusPill {...look}>{text}</StatusPill>
}
