import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toastDone } from '#web/ui/toaster.tsx'
import { useBookingChange } from '../bookings/use-booking-change.ts'

type DisputeProps = {
  booking: BookingView
  /** What the button says. */
  word: string
}

/** The passenger says what happened; from then on a person decides. */
export function Dispute({ booking, word }: DisputeProps) {
  const [open, setOpen] = useState(false)
  const [statement, setStatement] = useState('')
  const [short, setShort] = useState(false)
  const dispute = useBookingChange(booking, () =>
    api.disputes.open({
      params: { bookingId: booking.id },
      body: { statement: statement.trim() },
    }),
  )
  const send = () => {
    const tooShort = statement.trim().length < DISPUTE_TEXT_MIN
    setShort(tooShort)
    if (tooShort) return
    dispute.mutate(undefined, {
      onSuccess: () => {
        setOpen(false)
        toastDone('Recibimos tu reclamo.')
      },
    })
  }
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {word}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="¿Qué pasó?"
        footer={
          <Button pending={dispute.isPending} onClick={send}>
            Enviar reclamo
          </Button>
        }
      >
        <TextArea
          label="Cuéntanos con tus palabras"
          hint="Dónde estabas, a qué hora y si hablaste con el conductor."
          rows={5}
          maxLength={DISPUTE_TEXT_MAX}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
          error={
            short && statement.trim().length < DISPUTE_TEXT_MIN
              ? `Escribe al menos ${DISPUTE_TEXT_MIN} letras.`
              : null
          }
        />
        {dispute.isError && <Banner tone="err">{messageOf(dispute.error)}</Banner>}
      </Sheet>
    </>
  )
}

/** What the driver's word means for the passenger, and until when they may object. */
export function NoShowNotice({ booking }: { booking: BookingView }) {
  const { noShow, viewer, can, passenger, state } = booking
  const disputed = state === 'no_show_disputed'
  if (!noShow || !(disputed || state === 'no_show_claimed')) return null
  const { disputeUntil } = noShow
  if (viewer === 'driver') {
    return (
      <Banner tone="info" live="off" title="Registraste que no llegó">
        {disputed
          ? `${passenger.name} reclamó. Una persona de Cupo lo revisa y te avisamos por correo.`
          : `Hasta el ${dateTime(disputeUntil)}, ${passenger.name} puede reclamar.`}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      live="off"
      title={disputed ? 'Estamos revisando tu reclamo' : 'El conductor dice que no llegaste'}
      action={can.dispute && <Dispute booking={booking} word="Reclamar" />}
    >
      {disputed
        ? 'Una persona de Cupo lo revisa. El dinero queda quieto y te avisamos por correo.'
        : `Si no fue así, reclama antes del ${dateTime(disputeUntil)}; después, el valor del ` +
          'cupo queda para el conductor.'}
    </Banner>
  )
}
