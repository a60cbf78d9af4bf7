import { useQuery } from '@tanstack/react-query'
import { Leaf } from 'lucide-react'
import { api } from '#web/lib/api.ts'
import { number } from '#web/lib/format.ts'
import { Link } from '#web/ui/link.tsx'

/** Emissions that a trip avoids by its booked seats; renders nothing while no seat is booked. */
export function TripImpact({ tripId }: { tripId: string }) {
  const { data } = useQuery({
    queryKey: ['impact', 'trip', tripId],
    queryFn: ({ signal }) => api.impact.ofTrip({ params: { tripId }, signal }),
  })
  if (!data || data.avoided.seats === 0) return null
  return (
    <p className="flex items-start gap-2 text-sm">
      <Leaf aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
      <span>
        Con los cupos tomados, este viaje evita unos {number(data.avoided.co2Kg)} kg de CO₂.{' '}
        <Link to="/impacto">Cómo lo calculamos</Link>
      </span>
    </p>
  )
}
