import type { BookingView } from '#contract/bookings.ts'
import { BookingFiles } from '#web/domain/receipts/booking-files.tsx'
import { dateLong, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ShareButton } from '#web/ui/share-button.tsx'

/**
 * What a passenger takes out of Cupo: calendar, receipt, and the link of the trip for whoever waits
 * for them. The link is the public one; the ticket and its code are not shared.
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
