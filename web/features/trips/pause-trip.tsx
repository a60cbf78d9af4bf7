import { useMutation } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { AccountNotice, useIsBarred } from '#web/shared/conduct/account-notice.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'

function useSales(trip: TripView) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (sold: boolean) => {
      const call = { params: { tripId: trip.id } }
      return sold ? api.tripPauses.resume(call) : api.tripPauses.pause(call)
    },
    onSuccess: (_answer, sold) =>
      tellResult(
        [trip.id],
        sold ? 'Tu viaje vuelve a recibir reservas.' : 'Tu viaje está en pausa.',
      ),
    onSettled: () =>
      refetch(['trip', trip.id], queryKeys.publishedTrips(), queryKeys.tripSeries(), ['search']),
  })
}

/** Stops the sales of a trip in one press; `PausedTrip` takes it back. */
export function PauseTrip({ trip }: { trip: TripView }) {
  const sales = useSales(trip)
  if (!trip.can.pause) return null
  return (
    <>
      <Button
        variant="secondary"
        icon={<CirclePause aria-hidden="true" className="size-5" />}
        pending={sales.isPending}
        onClick={() => sales.mutate(false)}
      >
        Pausar ventas
      </Button>
      <ErrorBanner error={sales.error} />
    </>
  )
}

/** Above the driver's trip while it is not sold: why, what stays, and the way back. */
export function PausedTrip({ trip }: { trip: TripView }) {
  const sales = useSales(trip)
  const isBarred = useIsBarred()
  if (!trip.paused) return null
  if (trip.paused === 'cupo' && isBarred) return <AccountNotice />
  if (trip.paused === 'cupo') {
    return (
      <Banner tone="warn" live="off" title="En pausa: no se vende">
        Falta renovar un documento o terminar una revisión. El aviso que te enviamos dice qué hacer.
      </Banner>
    )
  }
  return (
    <Banner
      tone="warn"
      live="off"
      title="En pausa: no recibe reservas nuevas"
      action={
        <Button
          size="sm"
          icon={<CirclePlay aria-hidden="true" className="size-5" />}
          pending={sales.isPending}
          onClick={() => sales.mutate(true)}
        >
          Retomar ventas
        </Button>
      }
    >
      <p>
        El viaje no sale en las búsquedas. Quien ya reservó conserva su cupo, y aún puedes responder
        las solicitudes que tenías.
      </p>
      <ErrorBanner error={sales.error} />
    </Banner>
  )
}
