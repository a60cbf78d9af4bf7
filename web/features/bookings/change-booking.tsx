import { useQueryClient } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { pesos, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { useBookingChange } from '#web/shared/bookings/use-booking-change.ts'
import { TO_AGREE } from '#web/shared/places/safe-points/to-agree.ts'
import { SegmentFields } from '#web/shared/trips/segment-fields.tsx'
import { useTrip } from '#web/shared/trips/use-trip.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Row } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { MeetingChoice, useMeetingChoice } from './meeting-choice.tsx'
import { toFund } from './money-back.ts'

type Props = { booking: BookingView }

/** Moves a booking to another segment of its trip; shows the server's price before. */
export function ChangeSegment({ booking }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Cambiar tramo
      </Button>
      {open && <SegmentDialog booking={booking} onClose={close} />}
    </>
  )
}

/** The price of the chosen segment, or the server's reason against it. */
function usePreview({ id, from, to }: BookingView, chosen: { from: string; to: string }) {
  const same = chosen.from === from.id && chosen.to === to.id
  const answer = useRead(
    [...queryKeys.booking(id), 'segment', chosen],
    (signal) => api.bookings.previewSegment({ params: { bookingId: id }, query: chosen, signal }),
    { enabled: !same, retry: false, staleTime: 0 },
  )
  return { ...answer, same }
}

function SegmentDialog({ booking, onClose }: Props & { onClose: () => void }) {
  const { id, tripId, from, to } = booking
  const [chosen, setChosen] = useState({ from: from.id, to: to.id })
  const client = useQueryClient()
  const trip = useTrip(tripId)
  const preview = usePreview(booking, chosen)
  const { same } = preview
  // A preview from an earlier visit may be in the cache, so it is ignored while a refetch runs.
  const seen = same || preview.isError || preview.isFetching ? undefined : preview.data
  const save = useBookingChange(
    booking,
    () =>
      api.bookings.changeSegment({
        params: { bookingId: id },
        body: { fromStopId: chosen.from, toStopId: chosen.to, expectedPrice: seen?.price },
      }),
    () => {
      // The earlier ticket is not valid any more.
      void client.invalidateQueries({ queryKey: queryKeys.ticket(id) })
      onClose()
      tellResult([id], 'Cambiaste tu tramo. Le avisamos al conductor.')
    },
  )
  const choose = (nextFrom: string, nextTo: string) => {
    save.reset()
    setChosen({ from: nextFrom, to: nextTo })
  }
  const close = save.isPending ? () => {} : onClose
  return (
    <Dialog
      open
      onClose={close}
      title="Cambiar tramo"
      withoutClose
      footer={
        <>
          <Button variant="secondary" onClick={close} disabled={save.isPending}>
            Dejar como está
          </Button>
          <Button disabled={!seen} run={save}>
            Cambiar mi tramo
          </Button>
        </>
      }
    >
      {trip.data && (
        <SegmentFields trip={trip.data.trip} from={chosen.from} to={chosen.to} onChoose={choose} />
      )}
      {trip.isPending && <Skeleton className="h-40 w-full" />}
      <ErrorBanner error={trip.error} />
      <div role="status" className="grid gap-1">
        {same && <p className="text-muted">Elige otro lugar para subir o bajar.</p>}
        {!same && preview.isFetching && <p className="text-muted">Calculando…</p>}
        {seen && <Cost booking={booking} preview={seen} />}
      </div>
      {!same && preview.isError && <Banner tone="warn">{messageOf(preview.error)}</Banner>}
      {save.isError && <Refused error={save.error} bookingId={id} />}
    </Dialog>
  )
}

type CostProps = Props & {
  preview: { price: number; difference: number; coverBack?: number | undefined; getsOnAt: string }
}

function Cost({ booking, preview: { price, difference, coverBack, getsOnAt } }: CostProps) {
  return (
    <>
      <p className="font-semibold">Tu nuevo precio: {pesos(price)}</p>
      <p>{moneyOf(booking, difference)}</p>
      {coverBack && <p>{toFund(coverBack)}</p>}
      <p className="text-muted">Hora de subir: {timeAndDay(getsOnAt)}. Tu tiquete será otro.</p>
    </>
  )
}

export function moneyOf({ paymentMode }: BookingView, difference: number): string {
  if (difference === 0) return 'Cuesta lo mismo.'
  const amount = pesos(Math.abs(difference))
  if (paymentMode === 'directo') {
    return difference > 0
      ? `Le pagas ${amount} más al conductor.`
      : `Le pagas ${amount} menos al conductor.`
  }
  return difference > 0
    ? `Apartamos ${amount} más de tu saldo.`
    : `${amount} vuelven a tu billetera.`
}

function Refused({ error, bookingId }: { error: unknown; bookingId: string }) {
  const lacks = hasCode(error, 'insufficient_funds')
  return (
    <Banner
      tone="err"
      action={
        lacks && (
          <ButtonLink to={paths.wallet({ returnTo: paths.booking(bookingId) })} size="sm">
            Recargar
          </ButtonLink>
        )
      }
    >
      {hasCode(error, 'price_changed')
        ? 'El precio cambió mientras decidías. Elige de nuevo el tramo.'
        : messageOf(error)}
    </Banner>
  )
}

/** The meeting point; passenger and driver can change it until the pick-up. */
export function ChangeMeeting({ booking }: { booking: BookingView }) {
  const [open, setOpen] = useState(false)
  const [saved, setSaved] = useState(false)
  const other = booking.viewer === 'passenger' ? 'al conductor' : 'a tu pasajero'
  const done = () => {
    setSaved(true)
    setOpen(false)
  }
  const start = () => {
    setSaved(false)
    setOpen(true)
  }
  return (
    <CardSection title="Punto de encuentro">
      {saved && (
        <TakesFocus>
          <Banner tone="ok" title="Cambiaste el punto de encuentro">
            Le avisamos {other} por correo.
          </Banner>
        </TakesFocus>
      )}
      {open ? (
        <TakesFocus>
          <MeetingForm booking={booking} onSaved={done} onKeep={() => setOpen(false)} />
        </TakesFocus>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">
            Cualquiera de los dos lo cambia hasta la hora de subir.
            {booking.viewer === 'driver' &&
              booking.from.point &&
              ' Si tú cambias el que ya tiene, puede salirse sin costo: mejor propónselo.'}
          </p>
          <Button variant="secondary" onClick={start}>
            {booking.from.point ? 'Cambiar' : 'Elegir'} el punto de encuentro
          </Button>
        </div>
      )}
    </CardSection>
  )
}

/** The same on the passenger's ticket, as a row. */
export function MeetingRow({ booking }: { booking: BookingView }) {
  const [open, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    tellResult([booking.id], 'Cambiaste el punto de encuentro. Le avisamos al conductor.')
  }
  return (
    <Row
      Icon={MapPin}
      text={`${booking.from.point ? 'Cambiar' : 'Elegir'} el punto de encuentro`}
      open={open}
      onToggle={setOpen}
    >
      {open && <MeetingForm booking={booking} onSaved={done} onKeep={() => setOpen(false)} />}
    </Row>
  )
}

type FormProps = { booking: BookingView; onSaved: () => void; onKeep: () => void }

function MeetingForm({ booking, onSaved, onKeep }: FormProps) {
  const { tripId, from, to } = booking
  const trip = useTrip(tripId, { from: from.id, to: to.id })
  const [fromId, setFromId] = useState(from.point?.id ?? null)
  const [toId, setToId] = useState(to.point?.id ?? null)
  const getsOn = useMeetingChoice(trip.data?.trip, from.id, fromId ?? TO_AGREE)
  const getsOff = useMeetingChoice(trip.data?.trip, to.id, toId ?? TO_AGREE)
  const save = useBookingChange(booking, () =>
    api.bookings.changeMeeting({
      params: { bookingId: booking.id },
      // A meeting point set by the driver belongs to the trip, not to this booking.
      body: {
        fromPointId: getsOn.ofDriver ? null : fromId,
        toPointId: getsOff.ofDriver ? null : toId,
      },
    }),
  )
  if (!trip.data) {
    return trip.isError ? <ErrorBanner error={trip.error} /> : <Skeleton className="h-32 w-full" />
  }
  const mine = booking.viewer === 'passenger'
  const other = mine ? 'el conductor' : 'tu pasajero'
  const idOf = (picked: string) => (picked === TO_AGREE ? null : picked)
  return (
    <div className="grid gap-6">
      <MeetingChoice
        question={mine ? '¿Dónde te subes?' : '¿Dónde se sube?'}
        choice={getsOn}
        onChoose={(picked) => setFromId(idOf(picked))}
        other={other}
      />
      <MeetingChoice
        question={mine ? '¿Dónde te bajas?' : '¿Dónde se baja?'}
        choice={getsOff}
        onChoose={(picked) => setToId(idOf(picked))}
        other={other}
        optional
      />
      <ErrorBanner error={save.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          pending={save.isPending}
          pendingText="Guardando…"
          onClick={() => save.mutate(undefined, { onSuccess: onSaved })}
        >
          Guardar punto de encuentro
        </Button>
        <Button variant="ghost" onClick={onKeep}>
          Dejar como está
        </Button>
      </div>
    </div>
  )
}
