import type { TripView } from '#contract/trips.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

/** Banner for the status of the trip; none while the trip is upcoming. */
export function TripStatusBanner({ trip }: { trip: TripView }) {
  if (trip.status === 'cancelled') {
    return (
      <Banner
        tone="err"
        live="off"
        title="Este viaje fue cancelado"
        action={
          trip.viewer === 'driver' ? null : <Link to={paths.search()}>Buscar otro viaje</Link>
        }
      >
        {trip.paymentModes.includes('billetera')
          ? 'Quienes pagaron con su billetera recuperaron todo su dinero.'
          : 'Era pago directo: nadie tiene que pagar nada.'}
      </Banner>
    )
  }
  if (trip.status === 'in_progress') {
    return (
      <Banner tone="info" title="El viaje ya salió">
        Aún se puede tomar en las paradas que faltan, si hay cupo.
      </Banner>
    )
  }
  if (trip.status === 'completed') return <Banner tone="ok" title="Este viaje ya terminó" />
  return null
}
