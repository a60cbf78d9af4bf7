import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { useBookingChange } from '#web/domain/bookings/use-booking-change.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { MeetingChoice } from './meeting-choice.tsx'
import { useMeetingChoice } from './use-meeting-choice.ts'

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
          <p className="text-muted">Cualquiera de los dos lo cambia hasta la hora de subir.</p>
          <Button variant="secondary" onClick={start}>
            Cambiar el punto de encuentro
          </Button>
        </div>
      )}
    </CardSection>
  )
}

type FormProps = { booking: BookingView; onSaved: () => void; onKeep: () => void }

function MeetingForm({ booking, onSaved, onKeep }: FormProps) {
  const { tripId, from, to } = booking
  const part = { from: from.id, to: to.id }
  const trip = useQuery({
    queryKey: queryKeys.trip(tripId, part),
    queryFn: ({ signal }) => api.trips.show({ params: { tripId }, query: part, signal }),
  })
  const endOf = (id: string) => {
    const stop = trip.data?.trip.corridor.find((each) => each.id === id)
    return stop && { placeId: stop.placeId, name: stop.name, ofDriver: stop.point }
  }
  const [fromId, setFromId] = useState(from.point?.id ?? null)
  const [toId, setToId] = useState(to.point?.id ?? null)
  const [ends, chosen] = [
    { from: endOf(from.id), to: endOf(to.id) },
    { from: fromId, to: toId },
  ]
  const getsOn = useMeetingChoice(ends.from, chosen.from)
  const getsOff = useMeetingChoice(ends.to, chosen.to)
  const save = useBookingChange(booking, () =>
    api.bookings.changeMeeting({
      params: { bookingId: booking.id },
      // A meeting point set by the driver belongs to the trip, not to this booking.
      body: {
        fromPointId: ends.from?.ofDriver ? null : chosen.from,
        toPointId: ends.to?.ofDriver ? null : chosen.to,
      },
    }),
  )
  if (!ends.from || !ends.to) {
    return trip.isError ? (
      <Banner tone="err">{messageOf(trip.error)}</Banner>
    ) : (
      <Skeleton className="h-32 w-full" />
    )
  }
  const mine = booking.viewer === 'passenger'
  return (
    <div className="grid gap-6">
      <MeetingChoice
        question={mine ? '¿Dónde te subes?' : '¿Dónde se sube?'}
        choice={getsOn}
        onChoose={setFromId}
      />
      <MeetingChoice
        question={mine ? '¿Dónde te bajas?' : '¿Dónde se baja?'}
        choice={getsOff}
        onChoose={setToId}
      />
      {save.isError && <Banner tone="err">{messageOf(save.error)}</Banner>}
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
