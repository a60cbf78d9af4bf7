import { useState } from 'react'
import { DISPUTE_HOURS, NO_SHOW_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { sentence } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { tellResult } from './action-result.tsx'
import { moneyWords } from './booking-words.ts'
import { useBookingChange } from './use-booking-change.ts'

type ClaimNoShowProps = {
  booking: { id: string; tripId: string; paymentMode: PaymentMode }
  passenger: string
  /** Name of the stop where the car waited. */
  stop: string
}

export function ClaimNoShow({ booking, passenger, stop }: ClaimNoShowProps) {
  const [open, setOpen] = useState(false)
  const claim = useBookingChange(
    booking,
    () => api.bookings.claimNoShow({ params: { bookingId: booking.id }, body: {} }),
    () => {
      setOpen(false)
      tellResult([booking.id], sentence(`Quedó registrado. Le avisamos a ${passenger}`))
    },
  )
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        No llegó
      </Button>
      <ConfirmDialog
        open={open}
        title={`¿${passenger} no llegó?`}
        confirm="Registrar que no llegó"
        keep="Seguir esperando"
        danger
        run={claim}
        onKeep={() => setOpen(false)}
      >
        <p>
          Hazlo solo si lo esperaste {NO_SHOW_AFTER_MINUTES} minutos en {stop}. Su tiquete deja de
          servir y tiene {DISPUTE_HOURS} horas para reclamar.{' '}
          {moneyWords[booking.paymentMode].unopposedNoShow}
        </p>
      </ConfirmDialog>
    </>
  )
}
