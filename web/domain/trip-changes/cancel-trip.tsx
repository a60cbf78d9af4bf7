import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { tellResult } from '../bookings/action-result.tsx'

const REASON_MAX = 300

type CancelTripProps = { trip: TripView; bookings: readonly BookingView[] }

function consequence(bookings: readonly BookingView[]): string {
  if (bookings.length === 0) return 'Nadie ha reservado todavía: el viaje deja de aparecer.'
  const held = bookings
    .filter((booking) => booking.paymentMode === 'billetera')
    .reduce((sum, booking) => sum + booking.price, 0)
  const people = plural(bookings.length, 'reserva se cancela', 'reservas se cancelan')
  const money = held > 0 ? ` y devolvemos ${pesos(held)} completos a tus pasajeros` : ''
  return `${people}${money}. No recibes nada por este viaje.`
}

/** Cancels the whole trip, after saying what that does to the people who booked. */
export function CancelTrip({ trip, bookings }: CancelTripProps) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
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
      Promise.all([
        client.invalidateQueries({ queryKey: ['trip', trip.id] }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(trip.id) }),
        client.invalidateQueries({ queryKey: queryKeys.publishedTrips() }),
      ]),
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
        <p>{consequence(bookings)}</p>
        <TextArea
          label="Motivo para tus pasajeros"
          optional
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {cancel.isError && <Banner tone="err">{messageOf(cancel.error)}</Banner>}
      </ConfirmDialog>
    </>
  )
}
