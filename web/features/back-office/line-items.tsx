import type { BookingSummary } from '#contract/back-office-bookings.ts'
import type { PaymentSummary } from '#contract/back-office-payments.ts'
import type { TripOverview } from '#contract/back-office-trips.ts'
import { tripStatusWords } from '#web/domain/trips/trip-words.ts'
import { pesos } from '#web/lib/format.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { RowFoot, RowHead } from './desk-parts.tsx'
import { bookingWords, moment, paymentWords, wordOf } from './desk-words.ts'

export function TripLine({ trip }: { trip: TripOverview }) {
  const { text, tone } = tripStatusWords[trip.status]
  return (
    <>
      <RowHead aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        {trip.from} → {trip.to}
      </RowHead>
      <RowFoot>
        {[
          moment(trip.departsAt),
          trip.driver.name,
          trip.plate,
          `${trip.sold}/${trip.seats} cupos`,
        ].join(' · ')}
      </RowFoot>
    </>
  )
}

export function BookingLine({ booking }: { booking: BookingSummary }) {
  const { text, tone } = bookingWords[booking.status]
  return (
    <>
      <RowHead aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        {booking.from} → {booking.to}
      </RowHead>
      <RowFoot>
        {moment(booking.picksUpAt)} · {booking.passenger.name} con {booking.driver.name} ·{' '}
        {pesos(booking.farePesos)} · {wordOf(booking.paymentMode)}
      </RowFoot>
    </>
  )
}

export function PaymentLine({ payment }: { payment: PaymentSummary }) {
  const { text, tone } = paymentWords[payment.status]
  return (
    <>
      <RowHead aside={<StatusPill tone={tone}>{text}</StatusPill>}>
        {pesos(payment.amount)} · {payment.person.name}
      </RowHead>
      <RowFoot>
        {[moment(payment.createdAt), payment.method, payment.reference].filter(Boolean).join(' · ')}
      </RowFoot>
    </>
  )
}
