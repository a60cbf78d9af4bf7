import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { CopyPlus, Pencil, Route, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { BookingView } from '#contract/booking-view.ts'
import { CANCEL_REASON_MAX } from '#contract/limits.ts'
import type { WantedSeat } from '#contract/ride-requests.ts'
import type { CancelPreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { dayAndTime, pesos, plural, seats as seatsText, tripTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { ActionResult, tellResult } from '#web/shared/bookings/action-result.tsx'
import { AnswerBooking } from '#web/shared/bookings/answer-booking.tsx'
import { bookingWordsOf } from '#web/shared/bookings/booking-words.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { useInvite, useTripDemand } from '#web/shared/demand/ride-requests/use-demand.ts'
import { PushOffer } from '#web/shared/notifications/push-offer.tsx'
import { driverTips, SafetyTips } from '#web/shared/safety/safety-tips.tsx'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { PausedTrip, PauseTrip } from './pause-trip.tsx'
import { repeatPath } from './repeat-link.ts'

const LIVE = new Set(['requested', 'confirmed', 'checked_in', 'completed'])
const OPEN = new Set<TripView['status']>(['published', 'in_progress'])
const REFRESH_MS = 20_000

/** For the driver: passengers, booking requests, and actions on the trip. */
export function DriverPanel({ trip }: { trip: TripView }) {
  const answer = useQuery({
    queryKey: queryKeys.passengers(trip.id),
    queryFn: ({ signal }) => api.bookings.forTrip({ params: { tripId: trip.id }, signal }),
    refetchInterval: REFRESH_MS,
  })
  const all = answer.data?.bookings ?? []
  const live = all.filter((booking) => LIVE.has(booking.status))
  const ended = all.filter((booking) => !LIVE.has(booking.status))
  return (
    <>
      <PausedTrip trip={trip} />
      <CardSection title="Tus pasajeros" aside={<Earnings bookings={all} />}>
        <ActionResult about={trip.id} />
        {(answer.isLoading || answer.isError) && (
          <QueryState query={answer} what="tus pasajeros" rows={4} />
        )}
        {answer.data && live.length === 0 && (
          <p className="text-muted">
            Todavía nadie ha tomado un cupo.
            {!trip.paused && ' Te avisamos aquí cuando alguien reserve.'}
          </p>
        )}
        {live.length > 0 && (
          <ul aria-label="Pasajeros" className="grid divide-y divide-line">
            {[...live].sort(requestsFirst).map((booking) => (
              <PassengerRow key={booking.id} booking={booking} />
            ))}
          </ul>
        )}
        {ended.length > 0 && (
          <details className="mt-2 border-t border-line pt-2">
            <summary className="flex min-h-11 items-center font-semibold text-bosque">
              Reservas que no siguieron ({ended.length})
            </summary>
            <ul className="grid divide-y divide-line">
              {ended.map((booking) => (
                <PassengerRow key={booking.id} booking={booking} />
              ))}
            </ul>
          </details>
        )}
        {/* Hidden while the list loads, because the list would move these buttons. */}
        {!answer.isLoading && <TripActions trip={trip} />}
        {answer.data && OPEN.has(trip.status) && (
          <>
            <PushOffer about="cuando alguien reserve o cancele" />
            {live.length === 0 && (
              <div className="mt-4">
                <SafetyTips tips={driverTips} />
              </div>
            )}
          </>
        )}
      </CardSection>
      {trip.status === 'published' && <TripDemand tripId={trip.id} />}
    </>
  )
}

function TripActions({ trip }: { trip: TripView }) {
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-5">
        {(trip.can.checkIn || OPEN.has(trip.status)) && (
          <ButtonLink
            to={paths.scanner(trip.id)}
            variant={trip.can.checkIn ? 'primary' : 'secondary'}
            icon={<ScanLine aria-hidden="true" className="size-5" />}
          >
            Escanear tiquetes
          </ButtonLink>
        )}
        {OPEN.has(trip.status) && (
          <ButtonLink
            to={paths.runSheet(trip.id)}
            variant="secondary"
            icon={<Route aria-hidden="true" className="size-5" />}
          >
            Hoja de ruta
          </ButtonLink>
        )}
        {trip.can.cancel && (
          <ButtonLink
            to={paths.editTrip(trip.id)}
            variant="secondary"
            icon={<Pencil aria-hidden="true" className="size-5" />}
          >
            Cambiar viaje
          </ButtonLink>
        )}
        {OPEN.has(trip.status) && trip.viewer === 'driver' && (
          <WriteButton tripId={trip.id} group text="Escribir al grupo" />
        )}
        <PauseTrip trip={trip} />
        {trip.viewer === 'driver' && (
          <ButtonLink
            to={repeatPath(trip.id)}
            variant="secondary"
            icon={<CopyPlus aria-hidden="true" className="size-5" />}
          >
            Repetir viaje
          </ButtonLink>
        )}
        {trip.can.cancel && <CancelTrip trip={trip} />}
      </div>
      {!trip.can.checkIn && trip.status === 'published' && (
        <p className="mt-3 text-sm text-muted">
          Puedes salir y registrar pasajeros desde {BOARDING_OPENS_HOURS} horas antes de la salida.
        </p>
      )}
    </>
  )
}

function requestsFirst(a: BookingView, b: BookingView): number {
  const rank = (booking: BookingView) => (booking.status === 'requested' ? 0 : 1)
  return rank(a) - rank(b) || Date.parse(a.from.at) - Date.parse(b.from.at)
}

/**
 * Seats that are taken, and net money, which late cancellations and absent people pay too. What is
 * in question is said beside it: the driver may not receive it.
 */
export function Earnings({ bookings }: { bookings: readonly BookingView[] }) {
  const accepted = bookings.filter(({ status }) => status !== 'requested')
  const taken = accepted.filter(({ status }) => LIVE.has(status))
  const seats = taken.reduce((sum, booking) => sum + booking.seats, 0)
  const sumOf = (inQuestion: boolean) =>
    accepted
      .filter(({ driverMoneyPart: part }) => (part === 'in_question') === inQuestion)
      .reduce((sum, booking) => sum + (booking.driverEarns ?? 0), 0)
  const [total, inQuestion] = [sumOf(false), sumOf(true)]
  if (seats === 0 && total === 0 && inQuestion === 0) return null
  const isDirect = accepted.some(({ paymentMode }) => paymentMode === 'directo')
  return (
    <p className="text-sm text-muted">
      {seatsText(seats)} ·{' '}
      <Link to={withdrawalPaths.earnings}>
        {isDirect ? 'te quedan' : 'recibes'} <span className="tnum">{pesos(total)}</span>
      </Link>
      {inQuestion > 0 && (
        <>
          {' '}
          · <span className="tnum">{pesos(inQuestion)}</span> por resolver
        </>
      )}
    </p>
  )
}

/** What the driver gets for one booking; of an absent passenger, what has to be decided. */
function money({ paymentMode, status, price, driverEarns, driverMoneyPart }: BookingView): string {
  if (driverEarns === null || (driverEarns === 0 && !LIVE.has(status))) return ''
  if (driverMoneyPart === 'in_question') return `${pesos(driverEarns)} por resolver`
  if (paymentMode === 'billetera') return `recibes ${pesos(driverEarns)}`
  return `te paga ${pesos(price)}${driverMoneyPart === 'earned' ? '' : ' al subir'}`
}

/** One booking of the driver's trip; a request can be answered here. */
export function PassengerRow({ booking }: { booking: BookingView }) {
  const status = bookingWordsOf(booking)
  const { passenger, from, to } = booking
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2
          sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <Avatar name={passenger.name} photoUrl={passenger.photoUrl} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <Link to={paths.booking(booking.id)} className="wrap-anywhere">
              {passenger.name}
            </Link>
            {passenger.verified && <TrustBadge />}
          </p>
          <p className="text-sm">
            {from.name} ({tripTime(from.at)}) → {to.name} ({tripTime(to.at, from.at)})
          </p>
          <p className="text-sm text-muted">
            {[seatsText(booking.seats), money(booking)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <StatusPill
          tone={status.tone}
          className="col-start-2 justify-self-start sm:col-start-3 sm:self-start"
        >
          {status.text}
        </StatusPill>
      </div>
      {booking.status === 'requested' && (
        <div className="grid gap-2 pl-14">
          {booking.expiresAt && (
            <p className="text-sm text-muted">
              Tienes hasta {dayAndTime(booking.expiresAt)} para responder.
            </p>
          )}
          <AnswerBooking booking={booking} inList />
        </div>
      )}
    </li>
  )
}

/** People who look for seats along this trip; nothing without them or after a failure. */
function TripDemand({ tripId }: { tripId: string }) {
  const { data } = useTripDemand(tripId)
  const invite = useInvite(tripId)
  if (!data || (data.wanted.length === 0 && data.alerted === 0)) return null
  return (
    <CardSection title={<span id="demanda">Buscan cupo por tu camino</span>}>
      {data.wanted.length > 0 && (
        <ul aria-label="Personas que buscan cupo" className="grid divide-y divide-line">
          {data.wanted.map((wanted) => (
            <Row
              key={wanted.rideRequestId}
              wanted={wanted}
              pending={invite.isPending && invite.variables === wanted.rideRequestId}
              error={invite.variables === wanted.rideRequestId ? invite.error : null}
              onInvite={() => invite.mutate(wanted.rideRequestId)}
            />
          ))}
        </ul>
      )}
      {data.alerted > 0 && (
        <p className="text-sm text-muted">
          Avisamos de tu viaje a {plural(data.alerted, 'persona más', 'personas más')} con una
          alerta para este camino.
        </p>
      )}
    </CardSection>
  )
}

type RowProps = { wanted: WantedSeat; pending: boolean; error: unknown; onInvite: () => void }

function Row({ wanted, pending, error, onInvite }: RowProps) {
  const { passenger, from, to, seats, maxPrice } = wanted
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2
          sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <Avatar name={passenger.name} photoUrl={passenger.photoUrl} />
        <div className="min-w-0">
          <Link to={paths.person(passenger.id)} className="wrap-anywhere">
            {passenger.name}
          </Link>
          <p className="text-sm">
            {from.name} → {to.name}
          </p>
          <p className="text-sm text-muted">
            {seatsText(seats)} · ofrece hasta {pesos(maxPrice)} por cupo · pasas{' '}
            {dayAndTime(wanted.boardsAt)}
          </p>
        </div>
        <div className="col-start-2 sm:col-start-3 sm:self-start">
          <Answer {...{ wanted, pending, onInvite }} />
        </div>
      </div>
      <ErrorBanner error={error} />
    </li>
  )
}

function Answer({ wanted, pending, onInvite }: Omit<RowProps, 'error'>) {
  if (wanted.invited) return <StatusPill tone="ok">Ya le avisamos</StatusPill>
  if (wanted.refusal === 'seats') return <StatusPill tone="neutral">No hay tantos cupos</StatusPill>
  if (wanted.refusal === 'price') {
    return <StatusPill tone="neutral">Tu precio: {pesos(wanted.price)}</StatusPill>
  }
  const { name } = wanted.passenger
  return (
    <Button size="sm" pending={pending} aria-label={`Invitar a ${name}`} onClick={onInvite}>
      Invitar
    </Button>
  )
}

/** Describes the result of cancelling for passengers and driver, from the server's preview. */
export function consequence({ bookings, refundPesos, marked }: CancelPreview): string {
  if (bookings === 0) return 'Nadie ha reservado todavía: el viaje deja de aparecer.'
  const people = plural(bookings, 'reserva se cancela', 'reservas se cancelan')
  const money =
    refundPesos > 0 ? `. Vuelven ${pesos(refundPesos)} a quien pagó con su billetera` : ''
  const record = marked ? ' Quedará en tu historial público.' : ''
  return `${people}${money}. No recibes nada por este viaje.${record}`
}

/** Cancels the whole trip, after showing the result for the people who booked. */
function CancelTrip({ trip }: { trip: TripView }) {
  const refetch = useRefetch()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const preview = useQuery({
    queryKey: queryKeys.cancelPreview(trip.id),
    queryFn: ({ signal }) => api.tripChanges.cancelPreview({ params: { tripId: trip.id }, signal }),
    enabled: open,
    // Somebody can have booked since the dialog was last open.
    staleTime: 0,
  })
  const cancel = useMutation({
    mutationFn: () =>
      api.tripChanges.cancelTrip({
        params: { tripId: trip.id },
        body: reason.trim() ? { reason: reason.trim() } : {},
      }),
    onSuccess: () => {
      setOpen(false)
      tellResult([trip.id], 'Tu viaje quedó cancelado.')
    },
    onSettled: () =>
      refetch(['trip', trip.id], queryKeys.passengers(trip.id), queryKeys.publishedTrips()),
  })
  return (
    <>
      <Button variant="secondary" className="text-err!" onClick={() => setOpen(true)}>
        Cancelar viaje
      </Button>
      <ConfirmDialog
        open={open}
        title="¿Cancelar este viaje?"
        confirm="Cancelar el viaje"
        keep="Conservar"
        danger
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onKeep={() => setOpen(false)}
      >
        <Preview answer={preview} />
        <TextArea
          label="Motivo para tus pasajeros"
          optional
          maxLength={CANCEL_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ErrorBanner error={cancel.error} />
      </ConfirmDialog>
    </>
  )
}

/** A failed preview must not block cancelling: it only informs. */
export function Preview({ answer }: { answer: UseQueryResult<{ preview: CancelPreview }> }) {
  if (answer.isPending) return <Skeleton className="h-12" />
  if (!answer.data) return <p>Quien pagó con su billetera recupera todo.</p>
  const { preview } = answer.data
  if (preview.refusal) return <Banner tone="warn">{preview.refusal}</Banner>
  return <p>{consequence(preview)}</p>
}
