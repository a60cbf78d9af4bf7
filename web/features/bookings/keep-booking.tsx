import type { BookingView } from '#contract/booking-view.ts'
import { dateLong, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { BookingFiles } from './booking-files.tsx'

/** Calendar, receipt, and the public link for others. The ticket's code is never shared. */
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
