import { CirclePause, CirclePlay } from 'lucide-react'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { tellResult } from '#web/shared/bookings/action-result.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'

function useSales(trip: TripView) {
  return useAct(
    (sold: boolean) => {
      const call = { params: { tripId: trip.id } }
      return sold ? api.tripPauses.resume(call) : api.tripPauses.pause(call)
    },
    {
      onDone: (_answer, sold) =>
        tellResult(
          [trip.id],
          sold ? 'Tu viaje vuelve a recibir reservas.' : 'Tu viaje está en pausa.',
        ),
      refresh: [['trip', trip.id], queryKeys.publishedTrips(), queryKeys.tripSeries(), ['search']],
    },
  )
}

/** Stops the sales of a trip in one press; `ResumeSales` takes it back. */
export function PauseTrip({ trip }: { trip: TripView }) {
  const sales = useSales(trip)
  if (!trip.can.pause) return null
  return (
    <>
      <Button
        variant="secondary"
        Icon={CirclePause}
        pending={sales.isPending}
        onClick={() => sales.mutate(false)}
      >
        Pausar ventas
      </Button>
      <ErrorBanner error={sales.error} />
    </>
  )
}

/** Takes the pause back. */
export function ResumeSales({ trip }: { trip: TripView }) {
  const sales = useSales(trip)
  return (
    <div className="grid gap-2">
      <ErrorBanner error={sales.error} />
      <Button Icon={CirclePlay} pending={sales.isPending} onClick={() => sales.mutate(true)}>
        Retomar ventas
      </Button>
    </div>
  )
}
