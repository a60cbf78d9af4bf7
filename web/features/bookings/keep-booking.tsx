import type { BookingView } from '#contract/bookings.ts'
import { BookingFiles } from '#web/domain/receipts/booking-files.tsx'
import { dateLong, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ShareButton } from '#web/ui/share-button.tsx'

/**
 * Downloads and sharing for the passenger: calendar, receipt, and the trip's public link for
 * whoever waits for them. The ticket and its code are never shared.
 */
export function KeepBooking({ booking }: { booking: BookingView }) {
  const { from, to, tripId } = booking
  return (
    <>
      <BookingFiles booking={booking} />
      <ShareButton
        label="Compartir viaje"
        text={`Viajo de ${from.name} a ${to.name}: ${dateLong(from.at)}, ${time(from.at)}.`}
        path={paths.trip(tripId, { from: from.id, to: to.id })}
      />
    </>
  )
}
