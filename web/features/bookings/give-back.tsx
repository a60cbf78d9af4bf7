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

function GiveBackForm({ booking, onDone }: { booking: BookingView; onDone: () => void }) {
  const { id: bookingId, refundPerSeats, paymentMode } = booking
  const max = refundPerSeats.length
  const [chosen, setChosen] = useState(1)
  const seats = Math.min(chosen, max)
  const refund = refundPerSeats[seats - 1] ?? 0
  const left = booking.seats - seats
  const body = { seats, expectedRefund: refund }
  const save = useBookingChange(
    booking,
    () =>
      sendConfirmed(`give-back:${bookingId}`, body, (idempotencyKey) =>
        api.bookings.giveBack({ params: { bookingId }, body, idempotencyKey }),
      ),
    () => {
      onDone()
      const back = paymentMode === 'billetera' ? ` Volvieron ${pesos(refund)} a tu billetera.` : ''
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
          {effectOf(booking, seats, refund)}, te {left === 1 ? 'queda' : 'quedan'} {seatsText(left)}
        </span>
        <span className="text-sm text-muted">
          {costOf(booking, seats, refund)}Tu QR y tu código cambian: los de antes ya no sirven.
        </span>
      </p>
      {save.isError && (
        <Banner tone="err">
          {hasCode(save.error, 'price_changed') ? PRICE_CHANGED : messageOf(save.error)}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button pending={save.isPending} onClick={() => save.mutate()}>
          Devolver {plural(seats, 'cupo', 'cupos')}
        </Button>
        <Button variant="ghost" disabled={save.isPending} onClick={onDone}>
          Conservar
        </Button>
      </div>
    </div>
  )
}

const priceOf = ({ price, seats }: BookingView, some: number) => Math.round((price / seats) * some)

function effectOf(booking: BookingView, seats: number, refund: number): string {
  if (booking.paymentMode === 'billetera') return `Te devolvemos ${pesos(refund)}`
  return `Le pagas ${pesos(priceOf(booking, seats))} menos al conductor`
}

/** What the driver keeps of the seats that leave, and why. */
function costOf(booking: BookingView, seats: number, refund: number): string {
  const kept = booking.paymentMode === 'billetera' ? priceOf(booking, seats) - refund : 0
  return kept > 0 ? `Los otros ${pesos(kept)} son para el conductor, ${whyHalf(booking)}. ` : ''
}
