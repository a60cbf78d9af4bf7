import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { pesos, sentence } from '#web/lib/format.ts'
import { askPosition } from '#web/lib/walk.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

/** The passenger says that the second car was missed; the effect is said before. */
export function SayMissed({ booking, primary }: { booking: BookingView; primary?: boolean }) {
  const [open, setOpen] = useState(false)
  const connectionId = booking.connection?.id ?? ''
  const say = useBookingChange(
    booking,
    async () => {
      const position = (await askPosition(60_000)) ?? undefined
      return await api.connections.missed({ params: { connectionId }, body: { position } })
    },
    () => tellResult([booking.id]),
  )
  return (
    <>
      <Button variant={primary ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        No alcancé el segundo carro
      </Button>
      <ConfirmDialog
        open={open}
        title="¿No alcanzaste el segundo carro?"
        confirm="No alcancé"
        keep="Todavía puedo"
        run={say}
        onKeep={() => setOpen(false)}
      >
        <p>
          {sentence(`Le avisamos a ${booking.driver.name}`)} Si quedó registrado que el primer carro
          llegó tarde, te devolvemos {pesos(booking.price)}; si no, una persona de Cupo decide y tu
          reserva sigue.
        </p>
        <p>
          Si tu navegador pide tu ubicación y estás en el punto, sirve de prueba. La usamos una vez
          y no la guardamos.
        </p>
      </ConfirmDialog>
    </>
  )
}
