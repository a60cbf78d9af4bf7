import { useState } from 'react'
import { ABOARD_UNDO_MINUTES } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos, theTime } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { dropAboard, sayAboard, useAboardWaits } from '#web/stored/aboard-outbox.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { QUIET_LINK, Quiet } from '#web/ui/rows.tsx'

/** Passenger declares to be aboard, when the driver cannot scan; the fare is paid minutes later. */
export function SayAboard({ booking }: { booking: BookingView }) {
  const [open, setOpen] = useState(false)
  const waits = useAboardWaits(booking.id)
  const say = useBookingChange(
    booking,
    () => sayAboard(booking.id, rememberedAccount() ?? ''),
    () => tellResult([booking.id]),
    'always',
  )
  const confirm = () => {
    say.mutate()
    setOpen(false)
  }
  const drop = () => {
    dropAboard(booking.id)
    say.reset()
  }
  if (waits) return <Waiting sending={say.isPending} onDrop={drop} />
  return (
    <>
      <Quiet>
        ¿No pudieron leer tu tiquete?{' '}
        <button type="button" className={QUIET_LINK} onClick={() => setOpen(true)}>
          Ya voy a bordo
        </button>
      </Quiet>
      {say.isError && (
        <Banner tone="err" className="mt-3">
          {messageOf(say.error)}
        </Banner>
      )}
      <ConfirmDialog
        open={open}
        title="¿Ya estás en el carro?"
        confirm="Confirmar que voy a bordo"
        keep="Aún no subo"
        onConfirm={confirm}
        onKeep={() => setOpen(false)}
      >
        <p>{whatItPays(booking)} Hasta entonces puedes deshacerlo, y no se puede cancelar.</p>
        <Banner tone="warn" live="off">
          No lo toques si te lo piden por teléfono.
        </Banner>
      </ConfirmDialog>
    </>
  )
}

export function whatItPays({ paymentMode, price, driver }: BookingView): string {
  return paymentMode === 'billetera'
    ? `En ${ABOARD_UNDO_MINUTES} minutos, ${driver.name} recibe ${pesos(price)} de tu billetera.`
    : `Tu subida queda registrada en ${ABOARD_UNDO_MINUTES} minutos. A ${driver.name} le pagas ` +
        `${pesos(price)} directamente.`
}

/** Notice while the declaration to be aboard has not reached the server. */
function Waiting({ sending, onDrop }: { sending: boolean; onDrop: () => void }) {
  if (sending) return <Banner tone="info" title="Enviando «Ya voy a bordo»…" />
  return (
    <Banner
      tone="warn"
      title="Todavía no sale: no hay red"
      action={
        <Button variant="secondary" size="sm" onClick={onDrop}>
          No enviar «Ya voy a bordo»
        </Button>
      }
    >
      Se envía solo cuando vuelva la red. Los {ABOARD_UNDO_MINUTES} minutos cuentan desde que
      llegue.
    </Banner>
  )
}

type SaidProps = { booking: BookingView; saidAt: string; postsAt: string }

/** Notice of the declaration to be aboard: when the fare is paid, and the button to undo it. */
export function AboardSaid({ booking, saidAt, postsAt }: SaidProps) {
  const minutes = Math.max(0, Math.ceil((Date.parse(postsAt) - useNow(5_000)) / 60_000))
  const undo = useBookingChange(
    booking,
    () => api.bookings.undoAboard({ params: { bookingId: booking.id }, body: {} }),
    () => tellResult([booking.id], 'Lo deshicimos. Le avisamos al conductor.'),
  )
  const { paymentMode, price, driver } = booking
  const left = minutes === 0 ? 'Ya casi' : minutes === 1 ? 'En 1 minuto' : `En ${minutes} minutos`
  return (
    <Banner
      tone="info"
      live="off"
      title={`Dijiste que vas a bordo a ${theTime(saidAt)}`}
      action={
        <Button variant="secondary" size="sm" run={undo}>
          Deshacer
        </Button>
      }
    >
      <p>
        {left}, a {theTime(postsAt)},{' '}
        {paymentMode === 'billetera'
          ? `${driver.name} recibe ${pesos(price)} de tu billetera`
          : 'queda registrada tu subida'}
        . Si no es así, deshazlo antes.
      </p>
      {undo.isError && <p className="mt-2 font-semibold">{messageOf(undo.error)}</p>}
    </Banner>
  )
}
