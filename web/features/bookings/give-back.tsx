import { useQueryClient } from '@tanstack/react-query'
import { Armchair } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { pesos, plural, seats as seatsText } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Row } from '#web/ui/rows.tsx'
import { PRICE_CHANGED, whyHalf } from './cancel-booking.tsx'
import { toFund } from './money-back.ts'

type Props = {
  booking: BookingView
  /** The other part of a trip with one change, of which as many seats return. */
  other?: BookingView | undefined
}

/** Gives back some of the seats of a booking; says before the press what returns and what stays. */
export function GiveBackRow({ booking, other }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Row
      Icon={Armchair}
      text="Devolver algunos cupos"
      value={`tienes ${seatsText(booking.seats)}`}
      open={open}
      onToggle={setOpen}
    >
      {open && <GiveBackForm {...{ booking, other }} onDone={() => setOpen(false)} />}
    </Row>
  )
}

type Asked = Props & { seats: number; refund: number; back: number; onDone: () => void }

/** Sends the seats that return; says afterwards what came back, and who is told. */
function useGiveBack({ booking, other, seats, refund, back, onDone }: Asked) {
  const client = useQueryClient()
  const { id: bookingId, paymentMode } = booking
  const connectionId = booking.connection?.id ?? ''
  const body = { seats, expectedRefund: refund }
  return useBookingChange(
    booking,
    () =>
      sendConfirmed(`give-back:${bookingId}`, body, async (idempotencyKey) =>
        other
          ? await api.connections.giveBack({ params: { connectionId }, body, idempotencyKey })
          : await api.bookings.giveBack({ params: { bookingId }, body, idempotencyKey }),
      ),
    () => {
      // A ticket of before no longer boards.
      for (const each of [booking, other]) {
        if (each) void client.invalidateQueries({ queryKey: queryKeys.ticket(each.id) })
      }
      onDone()
      const fund = back > 0 ? ` ${toFund(back)}` : ''
      const money =
        paymentMode === 'billetera' ? ` Volvieron ${pesos(refund)} a tu billetera.${fund}` : ''
      const told = other ? 'Les avisamos a los dos conductores' : 'Le avisamos al conductor'
      const of = other ? ' de cada carro' : ''
      tellResult([bookingId], `Devolviste ${seatsText(seats)}${of}.${money} ${told}.`)
    },
  )
}

export function GiveBackForm({ booking, other, onDone }: Props & { onDone: () => void }) {
  const { refundPerSeats, paymentMode, can } = booking
  const max = refundPerSeats.length
  const [chosen, setChosen] = useState(1)
  const seats = Math.min(chosen, max)
  const parts = other ? [booking, other] : [booking]
  const refund = parts.reduce((sum, part) => sum + (part.refundPerSeats[seats - 1] ?? 0), 0)
  const back = parts.reduce((sum, part) => sum + (part.coverBackPerSeats?.[seats - 1] ?? 0), 0)
  const left = booking.seats - seats
  const price = parts.reduce((sum, part) => sum + part.price, 0)
  const worth = Math.round((price / booking.seats) * seats)
  const drivers = other ? 'los conductores' : 'el conductor'
  const byWallet = paymentMode === 'billetera'
  const save = useGiveBack({ booking, other, seats, refund, back, onDone })
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
          {other && ' en cada carro'}
        </span>
        <span className="text-sm text-muted">
          {back > 0 && `${toFund(back)} `}
          {byWallet &&
            refund < worth &&
            `Los otros ${pesos(worth - refund)} son para ${drivers}, ${whyHalf(booking)}. `}
          {can.showTicket &&
            (other
              ? 'Cambian el QR y el código de los dos carros: los de antes ya no sirven.'
              : 'Tu QR y tu código cambian: los de antes ya no sirven.')}
        </span>
      </p>
      <ErrorBanner error={hasCode(save.error, 'price_changed') ? PRICE_CHANGED : save.error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" run={save}>
          Devolver {plural(seats, 'cupo', 'cupos')}
        </Button>
        <Button variant="ghost" disabled={save.isPending} onClick={onDone}>
          Conservar
        </Button>
      </div>
    </div>
  )
}
