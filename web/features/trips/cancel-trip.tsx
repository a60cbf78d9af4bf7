import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CANCEL_REASON_MAX } from '#contract/limits.ts'
import type { CancelPreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { tellResult } from '#web/domain/bookings/action-result.tsx'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

/** Describes the result of cancelling for passengers and driver, from the server's preview. */
function consequence({ bookings, refundPesos, marked }: CancelPreview): string {
  if (bookings === 0) return 'Nadie ha reservado todavía: el viaje deja de aparecer.'
  const people = plural(bookings, 'reserva se cancela', 'reservas se cancelan')
  const money =
    refundPesos > 0 ? ` y devolvemos ${pesos(refundPesos)} completos a tus pasajeros` : ''
  const record = marked ? ' Quedará en tu historial público.' : ''
  return `${people}${money}. No recibes nada por este viaje.${record}`
}

/** Cancels the whole trip, after showing the result for the people who booked. */
export function CancelTrip({ trip }: { trip: TripView }) {
  const client = useQueryClient()
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
        <Preview answer={preview} />
        <TextArea
          label="Motivo para tus pasajeros"
          optional
          maxLength={CANCEL_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {cancel.isError && <Banner tone="err">{messageOf(cancel.error)}</Banner>}
      </ConfirmDialog>
    </>
  )
}

type PreviewProps = { answer: UseQueryResult<{ preview: CancelPreview }> }

/** A failed preview must not block cancelling: it only informs. */
function Preview({ answer }: PreviewProps) {
  if (answer.isPending) return <Skeleton className="h-12" />
  if (!answer.data) return <p>Todos tus pasajeros recuperan lo que pagaron en Cupo.</p>
  const { preview } = answer.data
  if (preview.refusal) return <Banner tone="warn">{preview.refusal}</Banner>
  return <p>{consequence(preview)}</p>
}
