import { useState } from 'react'
import {
  CHANGE_LEAST_MINUTES,
  CHANGE_RELEASE_HOURS,
  FULL_REFUND_AHEAD_HOURS,
  LATE_AFTER_MINUTES,
} from '#contract/booking-limits.ts'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { serverDate } from '#web/lib/clock.ts'
import { before, dateTime, dayAndTime, duration, sentence } from '#web/lib/format.ts'
import { quietPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { moneyWords } from '#web/shared/bookings/booking-words.ts'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { QUIET_LINK, Quiet } from '#web/ui/rows.tsx'
import { forgetNotes, NoteOwner } from '#web/ui/use-note.ts'
import { CancelDialog } from './cancel-booking.tsx'

// Lazy: opened by a press, and with it the screen exceeds its limit of 210 kB.
const StatementSheet = quietPart(() => import('./statement-sheet.tsx'), 'StatementSheet')

/** All that happened to a booking, for its passenger. */
export function PassengerNotices({ booking }: { booking: BookingView }) {
  return (
    <>
      <NoShowNotice booking={booking} />
      {booking.state === 'confirmed' && <DriverAbsentNotice booking={booking} />}
      <DisputeNotice booking={booking} />
      {booking.tripChange && <TripChangeNotice booking={booking} />}
      {booking.crosses && <CrossingNotice booking={booking} />}
      {booking.meetingMoved && <MeetingMovedNotice booking={booking} />}
    </>
  )
}

/** Notice of a reported no-show: its result for the passenger, and the deadline for a dispute. */
export function NoShowNotice({ booking }: { booking: BookingView }) {
  const { noShow, viewer, can, passenger, state } = booking
  if (!noShow || state !== 'no_show_claimed') return null
  const { disputeUntil } = noShow
  if (viewer === 'driver') {
    return (
      <Banner tone="info" live="off" title="Registraste que no llegó">
        Hasta {dayAndTime(disputeUntil)}, {passenger.name} puede reclamar.
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      live="off"
      title="El conductor dice que no llegaste"
      action={can.dispute && <Dispute booking={booking} word="Reclamar" />}
    >
      Si no fue así, reclama {before(disputeUntil)}; {moneyWords[booking.paymentMode].noShowStands}.
    </Banner>
  )
}

/** Notice of the passenger's deadline to report that the driver did not come. */
export function DriverAbsentNotice({ booking }: { booking: BookingView }) {
  const { objection, can } = booking
  // While leaving is free, the passenger needs no dispute: everything is returned immediately.
  if (!objection || !can.object || can.leaveLate) return null
  return (
    <Banner
      tone="info"
      live="off"
      title="¿El conductor no llegó?"
      action={<Dispute booking={booking} word="Decir que no llegó" />}
    >
      {objection.arrivalRecordedAt &&
        sentence(`El conductor registró que llegó ${dayAndTime(objection.arrivalRecordedAt)}`) +
          ' ' +
          'Si no fue así, cuéntanos. '}
      {objection.arrivalRecordedAt
        ? `Tienes hasta ${dayAndTime(objection.until)}`
        : `Cuéntanos ${before(objection.until)}`}{' '}
      y una persona de Cupo lo revisa; después, el viaje se da por hecho
      {booking.paymentMode === 'billetera' ? ' y se paga' : ''}.
    </Banner>
  )
}

/** Notice that the driver moved the trip: booked time, new time, cost of leaving. */
export function TripChangeNotice({ booking }: { booking: BookingView }) {
  const { tripChange, status, from } = booking
  if (!tripChange || (status !== 'requested' && status !== 'confirmed')) return null
  // The head has the hour: at the car what was answered would stand above the ticket.
  if (!tripChange.asks && serverDate() >= new Date(booking.aboardFrom)) return null
  const isBack = tripChange.agreedAt === from.at
  return (
    <Banner
      tone="warn"
      live="off"
      title={isBack ? 'El viaje volvió a tu hora' : 'El conductor cambió la hora'}
    >
      <dl className="tnum grid gap-x-3 sm:grid-cols-[auto_1fr]">
        {!isBack && (
          <>
            <dt className="text-muted">Reservaste</dt>
            <dd className="mb-1 sm:mb-0">
              <del className="text-muted">{dateTime(tripChange.agreedAt)}</del>
            </dd>
          </>
        )}
        <dt className="text-muted">Ahora subes</dt>
        <dd className="font-bold">{dateTime(from.at)}</dd>
      </dl>
      {tripChange.acceptedAt && (
        <p className="mt-2">Dijiste que te sirve, {sentence(dayAndTime(tripChange.acceptedAt))}</p>
      )}
      {booking.can.cancel && <p className="mt-2">{leaveWords(booking)}</p>}
      {tripChange.asks && <ReleaseWords booking={booking} />}
      {tripChange.asks && <SuitsOrLeaves booking={booking} />}
    </Banner>
  )
}

/** What happens to the second seat without an answer, when the hour takes the time to change. */
function ReleaseWords({ booking: { connection } }: { booking: BookingView }) {
  if (!connection || connection.changeMinutes >= CHANGE_LEAST_MINUTES) return null
  const at = Date.parse(connection.departsAt) - CHANGE_RELEASE_HOURS * 3_600_000
  const minutes = Math.max(0, connection.changeMinutes)
  return (
    <p className="mt-2">
      Quedan {duration(minutes)} para cambiar de carro. Si no dices que te sirve,{' '}
      {dayAndTime(new Date(at).toISOString())} soltamos sin costo el cupo de tu segundo carro.
    </p>
  )
}

/** The two answers to a moved hour; leaving is offered here only where it costs nothing. */
function SuitsOrLeaves({ booking }: { booking: BookingView }) {
  const { id, from, can, tripChange, paymentMode, crosses } = booking
  const [leaving, setLeaving] = useState(false)
  const accept = useBookingChange(
    booking,
    () => api.bookings.acceptChange({ params: { bookingId: id }, body: { at: from.at } }),
    () => tellResult([id], 'Tu conductor ya ve que te sirve la hora nueva.'),
  )
  const isFree =
    crosses || tripChange?.mayLeaveFree || isFreeRequest(booking) || paymentMode === 'directo'
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <ErrorBanner error={accept.error} />
      <Button size="sm" run={accept}>
        Me sirve
      </Button>
      {can.cancel && isFree && (
        <Button size="sm" variant="secondary" onClick={() => setLeaving(true)}>
          Salirme sin costo
        </Button>
      )}
      <CancelDialog booking={booking} open={leaving} onClose={() => setLeaving(false)} />
    </div>
  )
}

/** Notice that a driver moved this journey or another one of the passenger onto each other. */
function CrossingNotice({ booking }: { booking: BookingView }) {
  const { can, from } = booking
  return (
    <Banner tone="warn" live="off" title="Se cruza con otro viaje tuyo">
      Un conductor cambió la hora y no alcanzas a hacer los dos.
      {can.cancel && ` Hasta ${dayAndTime(from.at)} puedes salirte de este sin costo.`}{' '}
      <Link to={paths.myTrips()} className={QUIET_LINK}>
        Ver tus viajes
      </Link>
    </Banner>
  )
}

/** Notice that driver or list changed where they meet, and that leaving costs nothing. */
export function MeetingMovedNotice({ booking }: { booking: BookingView }) {
  const { can, from } = booking
  return (
    <Banner tone="warn" live="off" title="Cambió el punto de encuentro">
      Mira abajo dónde se encuentran ahora.
      {can.cancel && ` Hasta ${dayAndTime(from.at)} puedes salirte sin costo si no te sirve.`}
    </Banner>
  )
}

/** A third return on one trip costs half, also of a request (server: `refundRules`). */
const isFreeRequest = ({ status, refundIfCancelledNow, price }: BookingView) =>
  status === 'requested' && refundIfCancelledNow >= price

function leaveWords(booking: BookingView): string {
  const { tripChange, paymentMode, from, crosses } = booking
  const until = `Hasta ${dayAndTime(from.at)}`
  if (crosses) return 'Se cruza con otro viaje tuyo: puedes salirte de cualquiera de los dos.'
  if (tripChange?.mayLeaveFree) return `${until} puedes salirte sin costo si ya no te sirve.`
  if (isFreeRequest(booking)) return 'Si ya no te sirve, puedes cancelar tu solicitud sin costo.'
  if (paymentMode === 'directo') return `${until} puedes cancelar sin costo si ya no te sirve.`
  return 'Es un cambio pequeño: para cancelar siguen las reglas de siempre.'
}

/** Deadline of free cancellation, and the cost of cancelling after it. */
export function FreeUntil({ booking }: { booking: BookingView }) {
  const text = freeUntilText(booking)
  return text && <p className="text-sm text-muted">{text}</p>
}

function freeUntilText(booking: BookingView): string | null {
  const { fullRefundUntil, paymentMode, tripChange } = booking
  if (booking.can.leaveLate) {
    return (
      `El conductor lleva más de ${LATE_AFTER_MINUTES} minutos de retraso: puedes irte ` +
      (paymentMode === 'billetera' ? 'y recuperar todo.' : 'sin costo.')
    )
  }
  if (paymentMode === 'directo') return 'Puedes cancelar sin costo hasta la recogida.'
  // While the trip is paused, the notice above already says that leaving is free of charge.
  if (!fullRefundUntil || booking.tripPause) return null
  const isOver = new Date(fullRefundUntil) <= serverDate()
  if (booking.freeReturnsLeft === 0 && isOver) {
    return 'Ya devolviste cupos de este viaje varias veces: si cancelas, vuelve la mitad.'
  }
  if (booking.status !== 'confirmed') return null
  if (isOver) {
    return `Si cancelas ahora vuelve la mitad: faltan menos de ${FULL_REFUND_AHEAD_HOURS} horas.`
  }
  // The notices above about the changed departure already state this deadline.
  if (tripChange?.mayLeaveFree || booking.crosses) return null
  // From the pick-up on nobody cancels, so nothing returns.
  const then = fullRefundUntil < booking.from.at ? '; después, la mitad' : ''
  return `Si cancelas ${before(fullRefundUntil)} vuelve todo${then}.`
}

type DisputeProps = {
  booking: BookingView
  word: string
  /** Shows the action as a link of a sentence, because few people need it. */
  quiet?: boolean
}

/** Form in which the passenger disputes the driver's report; afterwards a person decides. */
function Dispute({ booking, word, quiet }: DisputeProps) {
  const [open, setOpen] = useState(false)
  const params = { bookingId: booking.id }
  const dispute = useBookingChange(
    booking,
    (statement: string) => api.disputes.open({ params, body: { statement } }),
    () => {
      setOpen(false)
      forgetNotes(booking.id)
      tellResult([booking.id])
    },
  )
  return (
    <>
      {quiet ? (
        <button type="button" className={QUIET_LINK} onClick={() => setOpen(true)}>
          {word}
        </button>
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          {word}
        </Button>
      )}
      {open && (
        <NoteOwner value={booking.id}>
          <StatementSheet
            open
            onClose={() => setOpen(false)}
            title="¿Qué pasó?"
            field={{
              label: 'Cuéntanos con tus palabras',
              hint: 'Dónde estabas, a qué hora y si hablaste con el conductor.',
              rows: 5,
              maxLength: DISPUTE_TEXT_MAX,
            }}
            min={DISPUTE_TEXT_MIN}
            action="Enviar reclamo"
            mutation={dispute}
          />
        </NoteOwner>
      )}
    </>
  )
}

/** Page of the dispute module; apart because every screen downloads `paths`. */
const versionPath = (id: string) => `/bookings/${encodeURIComponent(id)}/version`

/** What the passenger says, as the driver reads it. */
const claims: Partial<Record<BookingState, string>> = {
  no_show_disputed: 'dice que sí estaba en el punto',
  driver_absent: 'dice que no llegaste',
  checked_in_denied: 'dice que no se subió',
  completed_denied: 'dice que no se subió',
}

/** Notice of an undecided dispute: what happens to the money, and the field of the viewer. */
export function DisputeNotice({ booking }: { booking: BookingView }) {
  const { id, viewer, passenger, state } = booking
  if (!/disputed|denied|absent/.test(state)) return null
  const isDriver = viewer === 'driver'
  const claim = booking.objection?.ofChange ? 'dice que perdió el cambio de carro' : claims[state]
  return (
    <Banner
      tone="warn"
      live="off"
      title={isDriver ? `${passenger.name} ${claim}` : 'Estamos revisando tu reclamo'}
      action={
        <ButtonLink size="sm" to={versionPath(id)}>
          {isDriver ? 'Dar mi versión' : 'Agregar a mi reclamo'}
        </ButtonLink>
      }
    >
      Una persona de Cupo lee las dos versiones y decide. {moneyText(booking)}
    </Banner>
  )
}

function moneyText({ viewer, state, paymentMode }: BookingView): string {
  const words = moneyWords[paymentMode]
  const isDenied = state === 'checked_in_denied' || state === 'completed_denied'
  if (viewer === 'passenger') {
    return isDenied ? 'Dijiste que no te subiste.' : `${words.whileReviewed} y te avisamos.`
  }
  if (isDenied) {
    return paymentMode === 'billetera'
      ? 'Si le da la razón, el pasaje vuelve a su billetera.'
      : 'Si le da la razón, no pagas comisión.'
  }
  return state === 'driver_absent'
    ? `${words.driverWhileReviewed}, y no puedes registrar su subida.`
    : 'Antes puedes contar lo que pasó.'
}

/** Notice of a check-in: when the driver can withdraw, and until when the passenger can deny it. */
export function DeniedCheckIn({ booking }: { booking: BookingView }) {
  const { denial, viewer, can, paymentMode, connection, driver } = booking
  if (!denial || denial.openedAt) return null
  if (viewer === 'driver') {
    if (new Date(denial.until) <= serverDate() || paymentMode === 'directo') return null
    return (
      <p className="text-sm text-muted">
        {sentence(
          `Lo que ganaste por esta reserva se puede retirar desde ${dayAndTime(denial.until)}`,
        )}
      </p>
    )
  }
  if (!can.deny) return null
  return (
    <Quiet>
      {/* Of two cars, each driver registered one. */}
      {connection ? driver.name : 'El conductor'} registró tu subida. Si no viajaste, dilo{' '}
      {before(denial.until)} y una persona de Cupo lo revisa.
      <span className="block">
        <Dispute quiet booking={booking} word="No me subí" />
      </span>
    </Quiet>
  )
}
