import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { perSeats, pesos } from '#web/lib/format.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { PriceBreakdown } from '#web/shared/pricing/price-breakdown.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { Row } from '#web/ui/rows.tsx'
import { directCancellation, toFund } from './money-back.ts'

type Props = { booking: BookingView }

/** Cancels a booking, after showing the exact refund. */
export function CancelBooking({ booking }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="text-err!" onClick={() => setOpen(true)}>
        {buttonWord(booking)}
      </Button>
      <CancelDialog booking={booking} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** `other`: the other part of a trip with one change, which is cancelled too. */
type OtherProps = { other?: BookingView | undefined }

type RowProps = Props & OtherProps & Pick<DialogProps, 'next'> & { label?: string | undefined }

/** The passenger's way out as a row of the ticket, with what returns. */
export function CancelRow({ booking, label, other, next }: RowProps) {
  const [open, setOpen] = useState(false)
  const { can, paymentMode, refundIfCancelledNow: back } = booking
  const all = back + (other?.refundIfCancelledNow ?? 0)
  const value = paymentMode === 'billetera' ? `vuelven ${pesos(all)}` : 'sin costo'
  return (
    <Row
      Icon={Undo2}
      text={label ?? (other ? 'Cancelar los dos carros' : buttonWord(booking))}
      detail={can.leaveLate && 'Puedes salirte sin costo'}
      value={value}
      onPress={() => setOpen(true)}
    >
      <CancelDialog {...{ booking, other, next, open }} onClose={() => setOpen(false)} />
    </Row>
  )
}

type DialogProps = Props &
  OtherProps & {
    /** Id of the other part, if the page shows that one afterwards. */
    next?: string | undefined
    open: boolean
    onClose: () => void
  }

/** Confirms leaving a booking, with what it costs. */
export function CancelDialog({ booking, other, next, open, onClose }: DialogProps) {
  const mine = booking.viewer === 'passenger'
  const back = booking.refundIfCancelledNow + (other?.refundIfCancelledNow ?? 0)
  const cancel = useBookingChange(
    booking,
    () => {
      const body = { expectedRefund: back }
      const connectionId = booking.connection?.id ?? ''
      return other
        ? api.connections.cancel({ params: { connectionId }, body })
        : api.bookings.cancel({ params: { bookingId: booking.id }, body })
    },
    () => {
      onClose()
      if (next) tellResult([next], leftOne(booking))
      else tellResult([booking.id], mine ? null : cancelledByDriver(booking))
    },
  )
  return (
    <ConfirmDialog
      open={open}
      title={
        other
          ? '¿Cancelar los dos carros?'
          : mine
            ? `¿${leaving(booking, 'tu')}?`
            : '¿Cancelar esta reserva?'
      }
      confirm={other ? 'Cancelar los dos' : mine ? leaving(booking, 'mi') : 'Cancelar la reserva'}
      keep="Conservar"
      danger
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onKeep={() => {
        onClose()
        cancel.reset()
      }}
    >
      {other ? <BothBack parts={[booking, other]} /> : <Consequence booking={booking} />}
      <ErrorBanner error={hasCode(cancel.error, 'price_changed') ? PRICE_CHANGED : cancel.error} />
    </ConfirmDialog>
  )
}

/** What returns of both parts of a trip with one change, and the share of each. */
function BothBack({ parts }: { parts: readonly BookingView[] }) {
  const lost = parts.reduce((sum, part) => sum + part.price - part.refundIfCancelledNow, 0)
  return (
    <>
      <PriceBreakdown
        totalLabel="Vuelven a tu billetera"
        lines={parts.map(({ from, to, price, refundIfCancelledNow }) => ({
          label: `${from.name} → ${to.name}`,
          pesos: refundIfCancelledNow,
          detail: `de ${pesos(price)}`,
        }))}
      />
      <ToFund parts={parts} />
      {lost > 0 && <p>Los otros {pesos(lost)} son para los conductores.</p>}
    </>
  )
}

/** What the guarantee fund gets back of the refund, because it had paid it. */
function ToFund({ parts }: { parts: readonly BookingView[] }) {
  const back = parts.reduce((sum, { coverBack = 0 }) => sum + coverBack, 0)
  return back > 0 && <p>{toFund(back)}</p>
}

/** Only a wallet booking has a value to return, so only its refund can change. */
export const PRICE_CHANGED = 'El valor que te devolvemos cambió mientras decidías. Revísalo arriba.'

function buttonWord(booking: BookingView): string {
  if (booking.viewer === 'driver') return 'Cancelar esta reserva'
  return booking.can.leaveLate ? 'El conductor no llegó' : leaving(booking, 'mi')
}

/** `Cancelar mi cupo`, or `mis 2 cupos`; before the driver's answer nobody has a seat. */
function leaving({ seats, status }: BookingView, whose: 'mi' | 'tu'): string {
  if (status === 'requested') return `Cancelar ${whose} solicitud`
  return `Cancelar ${seats === 1 ? `${whose} cupo` : `${whose}s ${seats} cupos`}`
}

/** Message after the passenger left one of two cars. */
function leftOne({ from, to, refundIfCancelledNow: back }: BookingView): string {
  return `Dejaste el carro ${from.name} → ${to.name}. Volvieron ${pesos(back)} a tu billetera.`
}

/** Message after the driver cancelled. The passenger's page has its own (booking-notices.tsx). */
export function cancelledByDriver(booking: BookingView): string {
  const { passenger, paymentMode, refundIfCancelledNow: back } = booking
  const money = paymentMode === 'billetera' ? ` Le devolvimos ${pesos(back)}.` : ''
  return `Cancelaste la reserva de ${passenger.name}.${money}`
}

export function Consequence({ booking }: Props) {
  const { paymentMode, price, refundIfCancelledNow: back, viewer, passenger, seats } = booking
  if (paymentMode === 'directo') {
    return <p>{directCancellation(booking)}</p>
  }
  if (viewer === 'driver') {
    return (
      <p>
        Le devolvemos {pesos(back)} completos a {passenger.name} y no recibes nada por{' '}
        {perSeats(seats, 'este cupo', 'estos cupos')}.
      </p>
    )
  }
  return (
    <>
      <p className="grid gap-1">
        <span className="text-muted">Vuelven a tu billetera</span>
        <PesoAmount value={back} size="xl" />
      </p>
      <ToFund parts={[booking]} />
      <p>
        {back >= price
          ? wholeFare(booking)
          : `Pagaste ${pesos(price)}; los otros ${pesos(price - back)} son para el conductor, ` +
            `${whyHalf(booking)}.`}
      </p>
      {back >= price && <LastFreeReturn booking={booking} />}
      {booking.connection?.brokenAt === null && booking.connection.otherOpen !== false && (
        <p className="text-sm text-muted">{otherCar(booking)}</p>
      )}
    </>
  )
}

/** Whether the driver, or another one, moved hour or point so that leaving is free. */
const isMovedFar = ({ tripChange, crosses, meetingMoved }: BookingView) =>
  Boolean(tripChange?.mayLeaveFree || crosses || meetingMoved)

/** What leaving one car changes for the other one (server: `whose_choice`). */
function otherCar(booking: BookingView): string {
  const { can, tripPause } = booking
  if (can.leaveLate || tripPause || isMovedFar(booking)) {
    return 'El otro carro sigue reservado. Puedes dejarlo sin costo, y si no te subes no lo pagas.'
  }
  return (
    'El otro carro sigue reservado, pero sin la promesa del cambio: si no lo alcanzas, cuenta ' +
    'como que no llegaste.'
  )
}

/** Why the driver keeps half of the fare. */
export function whyHalf({ freeReturnsLeft }: BookingView): string {
  return freeReturnsLeft === 0
    ? 'porque ya devolviste cupos de este viaje varias veces'
    : 'porque falta poco para la salida'
}

/** Warns in advance that the next cancellation on this trip returns half. */
function LastFreeReturn({ booking }: Props) {
  const { freeReturnsLeft, can, tripPause } = booking
  const isFree = can.leaveLate || isMovedFar(booking) || tripPause || booking.connection?.brokenAt
  if (freeReturnsLeft !== 1 || isFree) return null
  return (
    <p className="text-sm text-muted">
      Si vuelves a reservar en este viaje y cancelas otra vez, solo te devolvemos la mitad.
    </p>
  )
}

function wholeFare(booking: BookingView): string {
  const { can, status, tripChange, tripPause, meetingMoved } = booking
  if (status === 'requested') return 'Es todo lo que apartamos para tu solicitud.'
  if (can.leaveLate) {
    return (
      `Es todo lo que pagaste: el conductor lleva más de ${LATE_AFTER_MINUTES} minutos de ` +
      'retraso. Solo hazlo si no estás en el carro; queda en su historial.'
    )
  }
  if (tripPause) return 'Es todo lo que pagaste, porque el viaje está en pausa.'
  if (booking.crosses) return 'Es todo lo que pagaste, porque se cruza con otro viaje tuyo.'
  if (tripChange?.mayLeaveFree) {
    return 'Es todo lo que pagaste, porque el conductor cambió la hora del viaje.'
  }
  if (meetingMoved) {
    return 'Es todo lo que pagaste, porque cambió el punto de encuentro.'
  }
  const free = perSeats(booking.seats, 'El cupo queda libre', 'Los cupos quedan libres')
  return `Es todo lo que pagaste. ${free} para otra persona.`
}
