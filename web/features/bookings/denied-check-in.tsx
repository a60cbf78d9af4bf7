import type { BookingView } from '#contract/booking-view.ts'
import { serverDate } from '#web/lib/clock.ts'
import { before, dayAndTime, sentence } from '#web/lib/format.ts'
import { Quiet } from '#web/ui/rows.tsx'
import { Dispute } from './booking-notices.tsx'

/** Notice of a check-in: when the driver can withdraw, and until when the passenger can deny it. */
export function DeniedCheckIn({ booking }: { booking: BookingView }) {
  const { denial, viewer, can, paymentMode, connection, driver } = booking
  if (!denial || denial.openedAt) return null
  if (viewer === 'driver') {
    if (new Date(denial.until) <= serverDate() || paymentMode === 'directo') return null
    return (
      <p className="text-sm text-muted">
        {sentence(
          `Lo que ganaste por esta reserva se puede retirar desde ${dayAndTime(denial.until)}`,
        )}
      </p>
    )
  }
  if (!can.deny) return null
  return (
    <Quiet>
      {/* Of two cars, each driver registered one. */}
      {connection ? driver.name : 'El conductor'} registró tu subida. Si no viajaste, dilo{' '}
      {before(denial.until)} y una persona de Cupo lo revisa.
      <span className="block">
        <Dispute quiet booking={booking} word="No me subí" />
      </span>
    </Quiet>
  )
}
