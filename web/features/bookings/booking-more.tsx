import type { BookingView } from '#contract/booking-view.ts'
import { paths } from '#web/lib/paths.ts'
import { PersonMenu } from '#web/shared/conduct/person-menu.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { BookingFiles } from './booking-files.tsx'
import { FreeUntil } from './booking-notices.tsx'
import { CancelBooking } from './cancel-booking.tsx'
import { ChangeSegment } from './change-booking.tsx'

/** The actions under "Más" on a ticket. */
export function BookingMore({ booking }: { booking: BookingView }) {
  const { tripId, from, to, driver, can } = booking
  return (
    <Card className="grid gap-3">
      <ButtonLink variant="secondary" to={paths.trip(tripId, { from: from.id, to: to.id })}>
        Ver el viaje
      </ButtonLink>
      <BookingFiles booking={booking} />
      {can.changeSegment && <ChangeSegment booking={booking} />}
      {can.cancel && !can.leaveLate && <CancelBooking booking={booking} />}
      {can.cancel && <FreeUntil booking={booking} />}
      <PersonMenu userId={driver.id} name={driver.name} />
    </Card>
  )
}
