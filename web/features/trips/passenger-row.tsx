import type { BookingView } from '#contract/booking-view.ts'
import { bookingWordsOf } from '#web/domain/bookings/booking-words.ts'
import { useAnswerBooking } from '#web/domain/bookings/use-answer-booking.ts'
import { TrustBadge } from '#web/domain/users/trust-badge.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos, seats as seatsText, time, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

function money(booking: BookingView): string {
  if (booking.paymentMode === 'directo') return `te paga ${pesos(booking.price)} al subir`
  return booking.driverEarns === null ? '' : `recibes ${pesos(booking.driverEarns)}`
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
            <Link to={paths.booking(booking.id)} className="break-words">
              {passenger.name}
            </Link>
            {passenger.verified && <TrustBadge />}
          </p>
          <p className="text-sm">
            {from.name} ({time(from.at)}) → {to.name} ({time(to.at)})
          </p>
          <p className="text-sm text-muted">
            {[seatsText(booking.seats), money(booking)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <StatusPill
          tone={status.tone}
          className="col-start-2 justify-self-start sm:col-start-3 sm:self-start"
        >
          {status.text}
        </StatusPill>
      </div>
      {booking.status === 'requested' && <Answer booking={booking} />}
    </li>
  )
}

function Answer({ booking }: { booking: BookingView }) {
  const answer = useAnswerBooking(booking)
  const { name } = booking.passenger
  const sending = (kind: 'accept' | 'reject') => answer.isPending && answer.variables === kind
  return (
    <div className="grid gap-2 pl-14">
      {booking.expiresAt && (
        <p className="text-sm text-muted">Responde antes de las {timeAndDay(booking.expiresAt)}.</p>
      )}
      {answer.isError && <Banner tone="err">{messageOf(answer.error)}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={!booking.can.accept || sending('reject')}
          pending={sending('accept')}
          aria-label={`Aceptar a ${name}`}
          onClick={() => answer.mutate('accept')}
        >
          Aceptar
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={!booking.can.reject || sending('accept')}
          pending={sending('reject')}
          aria-label={`Rechazar a ${name}`}
          onClick={() => answer.mutate('reject')}
        >
          Rechazar
        </Button>
      </div>
    </div>
  )
}
