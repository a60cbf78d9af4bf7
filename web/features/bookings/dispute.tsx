import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from '#contract/limits.ts'
import { tellResult } from '#web/domain/bookings/action-result.tsx'
import { useBookingChange } from '#web/domain/bookings/use-booking-change.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type DisputeProps = {
  booking: BookingView
  /** Text of the button. */
  word: string
}

/** Form in which the passenger disputes the driver's report; afterwards a person decides. */
export function Dispute({ booking, word }: DisputeProps) {
  const [open, setOpen] = useState(false)
  const [statement, setStatement] = useState('')
  const [short, setShort] = useState(false)
  const dispute = useBookingChange(
    booking,
    () =>
      api.disputes.open({
        params: { bookingId: booking.id },
        body: { statement: statement.trim() },
      }),
    () => {
      setOpen(false)
      tellResult([booking.id])
    },
  )
  const send = () => {
    const tooShort = statement.trim().length < DISPUTE_TEXT_MIN
    setShort(tooShort)
    if (!tooShort) dispute.mutate()
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
