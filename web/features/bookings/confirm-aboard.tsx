import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { tellResult } from '#web/domain/bookings/action-result.tsx'
import { useBookingChange } from '#web/domain/bookings/use-booking-change.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

/** When the driver cannot scan: the passenger confirms being aboard, which pays the fare. */
export function ConfirmAboard({ booking }: { booking: BookingView }) {
  const [open, setOpen] = useState(false)
  const aboard = useBookingChange(
    booking,
    () => api.bookings.confirmAboard({ params: { bookingId: booking.id }, body: {} }),
    () => {
      setOpen(false)
      tellResult([booking.id], 'Registramos tu subida. Buen viaje.')
    },
  )
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Ya voy a bordo
      </Button>
      <ConfirmDialog
        open={open}
        title="¿Ya estás en el carro?"
        confirm="Confirmar que voy a bordo"
        keep="Aún no subo"
        pending={aboard.isPending}
        onConfirm={() => aboard.mutate()}
        onKeep={() => setOpen(false)}
      >
        <p>
          {booking.paymentMode === 'billetera'
            ? `Al confirmar, los ${pesos(booking.price)} pasan a ${booking.driver.name}.`
            : `Recuerda pagarle ${pesos(booking.price)} a ${booking.driver.name}.`}{' '}
          Hazlo solo cuando hayas subido.
        </p>
        {aboard.isError && <Banner tone="err">{messageOf(aboard.error)}</Banner>}
      </ConfirmDialog>
    </>
  )
}
