import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { tellResult } from '#web/domain/bookings/action-result.tsx'
import { useBookingChange } from '#web/domain/bookings/use-booking-change.ts'
import { SegmentFields } from '#web/domain/trips/segment-fields.tsx'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { pesos, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

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
  const answer = useQuery({
    queryKey: [...queryKeys.booking(id), 'segment', chosen],
    queryFn: ({ signal }) =>
      api.bookings.previewSegment({ params: { bookingId: id }, query: chosen, signal }),
    enabled: !same,
    retry: false,
    staleTime: 0,
  })
  return { ...answer, same }
}

function SegmentDialog({ booking, onClose }: Props & { onClose: () => void }) {
  const { id, tripId, from, to } = booking
  const [chosen, setChosen] = useState({ from: from.id, to: to.id })
  const client = useQueryClient()
  const trip = useQuery({
    queryKey: queryKeys.trip(tripId),
    queryFn: ({ signal }) => api.trips.show({ params: { tripId }, query: {}, signal }),
  })
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
          <Button onClick={() => save.mutate()} disabled={!seen} pending={save.isPending}>
            Cambiar mi tramo
          </Button>
        </>
      }
    >
      {trip.data && (
        <SegmentFields trip={trip.data.trip} from={chosen.from} to={chosen.to} onChoose={choose} />
      )}
      {trip.isPending && <Skeleton className="h-40 w-full" />}
      {trip.isError && <Banner tone="err">{messageOf(trip.error)}</Banner>}
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
  preview: { price: number; difference: number; getsOnAt: string }
}

function Cost({ booking, preview: { price, difference, getsOnAt } }: CostProps) {
  return (
    <>
      <p className="font-semibold">Tu nuevo precio: {pesos(price)}</p>
      <p>{moneyOf(booking, difference)}</p>
      <p className="text-muted">Hora de subir: {timeAndDay(getsOnAt)}. Tu tiquete será otro.</p>
    </>
  )
}

function moneyOf({ paymentMode }: BookingView, difference: number): string {
  if (difference === 0) return 'Cuesta lo mismo.'
  const amount = pesos(Math.abs(difference))
  if (paymentMode === 'directo') {
    return difference > 0
      ? `Le pagas ${amount} más al conductor.`
      : `Le pagas ${amount} menos al conductor.`
  }
  return difference > 0 ? `Apartamos ${amount} más de tu saldo.` : `${amount} vuelven a tu saldo.`
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
