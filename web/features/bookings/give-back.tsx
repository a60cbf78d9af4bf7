import { Armchair } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { pesos, plural, seats as seatsText } from '#web/lib/format.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Row } from '#web/ui/rows.tsx'
import { PRICE_CHANGED, whyHalf } from './cancel-booking.tsx'

/** Gives back some of the seats of a booking; says before the press what returns and what stays. */
export function GiveBackRow({ booking }: { booking: BookingView }) {
  const [open, setOpen] = useState(false)
  return (
    <Row
      Icon={Armchair}
      text="Devolver algunos cupos"
      value={`tienes ${seatsText(booking.seats)}`}
      open={open}
      onToggle={setOpen}
    >
      {open && <GiveBackForm booking={booking} onDone={() => setOpen(false)} />}
    </Row>
  )
}

export function GiveBackForm({ booking, onDone }: { booking: BookingView; onDone: () => void }) {
  const { id: bookingId, refundPerSeats, paymentMode } = booking
  const max = refundPerSeats.length
  const [chosen, setChosen] = useState(1)
  const seats = Math.min(chosen, max)
  const refund = refundPerSeats[seats - 1] ?? 0
  const left = booking.seats - seats
  const worth = Math.round((booking.price / booking.seats) * seats)
  const byWallet = paymentMode === 'billetera'
  const body = { seats, expectedRefund: refund }
  const save = useBookingChange(
    booking,
    () =>
      sendConfirmed(`give-back:${bookingId}`, body, (idempotencyKey) =>
        api.bookings.giveBack({ params: { bookingId }, body, idempotencyKey }),
      ),
    () => {
      onDone()
      const back = byWallet ? ` Volvieron ${pesos(refund)} a tu billetera.` : ''
      tellResult([bookingId], `Devolviste ${seatsText(seats)}.${back} Le avisamos al conductor.`)
    },
  )
  return (
    <div className="grid gap-4">
      <NumberStepper
        label="Cupos que devuelves"
        value={seats}
        min={1}
        max={max}
        onChange={(next) => {
          save.reset()
          setChosen(next)
        }}
      />
      <p role="status">
        <span className="tnum block text-lg font-semibold">
          {byWallet
            ? `Te devolvemos ${pesos(refund)}`
            : `Le pagas ${pesos(worth)} menos al conductor`}
          , te {left === 1 ? 'queda' : 'quedan'} {seatsText(left)}
        </span>
        <span className="text-sm text-muted">
          {byWallet &&
            refund < worth &&
            `Los otros ${pesos(worth - refund)} son para el conductor, ${whyHalf(booking)}. `}
          Tu QR y tu código cambian: los de antes ya no sirven.
        </span>
      </p>
      {save.isError && (
        <Banner tone="err">
          {hasCode(save.error, 'price_changed') ? PRICE_CHANGED : messageOf(save.error)}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" pending={save.isPending} onClick={() => save.mutate()}>
          Devolver {plural(seats, 'cupo', 'cupos')}
        </Button>
        <Button variant="ghost" disabled={save.isPending} onClick={onDone}>
          Conservar
        </Button>
      </div>
    </div>
  )
}
