import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { CANCEL_REASON_MAX } from '#contract/limits.ts'
import type { CancelPreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useNote } from '#web/ui/use-note.ts'

/** Describes the result of cancelling for passengers and driver, from the server's preview. */
export function consequence(preview: CancelPreview): string {
  const { bookings, refundPesos, marked, withOther } = preview
  if (bookings === 0) return 'Nadie ha reservado todavía: el viaje deja de aparecer.'
  const people = plural(bookings, 'reserva se cancela', 'reservas se cancelan')
  const money =
    refundPesos > 0 ? `. Vuelven ${pesos(refundPesos)} a quien pagó con su billetera` : ''
  const record = marked ? ' Quedará en tu historial público.' : ''
  const others =
    withOther > 0 ? ` ${plural(withOther, 'tiene', 'tienen')} otro carro cerca de esa hora.` : ''
  return `${people}${money}.${others} No recibes nada por este viaje.${record}`
}

/** Cancels the whole trip, after showing the result for the people who booked. */
export function CancelTrip({ trip }: { trip: TripView }) {
  const [open, setOpen] = useState(false)
  const { note: reason, field } = useNote(0)
  const preview = useRead(
    queryKeys.cancelPreview(trip.id),
    (signal) => api.tripChanges.cancelPreview({ params: { tripId: trip.id }, signal }),
    {
      enabled: open,
      // Somebody can have booked since the dialog was last open.
      staleTime: 0,
    },
  )
  const cancel = useAct(
    () =>
      api.tripChanges.cancelTrip({ params: { tripId: trip.id }, body: reason ? { reason } : {} }),
    {
      onDone: () => {
        setOpen(false)
        tellResult([trip.id], 'Tu viaje quedó cancelado.')
      },
      refresh: [['trip', trip.id], queryKeys.passengers(trip.id), queryKeys.publishedTrips()],
    },
  )
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
        run={cancel}
        onKeep={() => setOpen(false)}
      >
        <Preview answer={preview} />
        <TextArea
          label="Motivo para tus pasajeros"
          optional
          maxLength={CANCEL_REASON_MAX}
          {...field}
        />
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
