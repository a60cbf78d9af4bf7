import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toastDone } from '#web/ui/toaster.tsx'
import { useBookingChange } from './use-booking-change.ts'

/** The driver waited and nobody came. */
export function ClaimNoShow({ booking }: { booking: BookingView }) {
  const [open, setOpen] = useState(false)
  const claim = useBookingChange(booking, () =>
    api.bookings.claimNoShow({ params: { bookingId: booking.id }, body: {} }),
  )
  const confirm = () =>
    claim.mutate(undefined, {
      onSuccess: () => {
        setOpen(false)
        toastDone('Quedó registrado. Le avisamos al pasajero.')
      },
    })
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        No llegó
      </Button>
      <ConfirmDialog
        open={open}
        title={`¿${booking.passenger.name} no llegó?`}
        confirm="Registrar que no llegó"
        keep="Seguir esperando"
        danger
        pending={claim.isPending}
        onConfirm={confirm}
        onKeep={() => setOpen(false)}
      >
        <p>
          Hazlo solo si lo esperaste 15 minutos en {booking.from.name}. Su tiquete deja de servir y
          tiene 24 horas para reclamar.{' '}
          {booking.paymentMode === 'billetera'
            ? `Si no reclama, recibes los ${pesos(booking.price)} menos la comisión.`
            : 'Si no reclama, te devolvemos la comisión retenida.'}
        </p>
        {claim.isError && <Banner tone="err">{messageOf(claim.error)}</Banner>}
      </ConfirmDialog>
    </>
  )
}
