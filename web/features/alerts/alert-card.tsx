import { Bell, BellOff } from 'lucide-react'
import type { AlertTrip, AlertView } from '#contract/alerts.ts'
import { dateTime, pesos, plural, seats } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { daysText, termsText } from './alert-draft.ts'

type AlertCardProps = {
  alert: AlertView
  onSwitch: (to: 'stop' | 'resume') => void
  pending: boolean
  error: unknown
}

/** One alert: its route and terms, the trips found, and the switch that turns it off. */
export function AlertCard({ alert, onSwitch, pending, error }: AlertCardProps) {
  const { from, to, since, seats: wanted } = alert
  const Mark = alert.status === 'active' ? Bell : BellOff
  const route = `${from.name} → ${to.name}`
  const again = { from: from.placeId, to: to.placeId, date: since, seats: wanted }
  const look = { variant: 'secondary', size: 'sm', pending } as const
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-start gap-3">
        <Mark aria-hidden="true" className="mt-1 size-5 shrink-0 text-bosque" />
        <div className="min-w-0">
          <h3 className="text-lg">{route}</h3>
          <p>{daysText(alert)}</p>
          <p className="text-sm text-muted">{termsText(alert)}</p>
        </div>
      </div>
      <Found alert={alert} />
      <ErrorBanner error={error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Link to={paths.search(again)}>Buscar de nuevo</Link>
        {alert.can.stop && (
          <Button {...look} aria-label={`Apagar alerta ${route}`} onClick={() => onSwitch('stop')}>
            Apagar alerta
          </Button>
        )}
        {alert.can.resume && (
          <Button
            {...look}
            aria-label={`Encender de nuevo ${route}`}
            onClick={() => onSwitch('resume')}
          >
            Encender de nuevo
          </Button>
        )}
      </div>
    </Card>
  )
}

function Found({ alert: { matches, trips, seats: wanted } }: { alert: AlertView }) {
  if (matches === 0) return <p className="text-muted">Aún no hay viajes nuevos.</p>
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="font-semibold">
        {plural(matches, 'viaje publicado', 'viajes publicados')} desde que la creaste
      </p>
      {trips.length === 0 && <p className="text-muted">Ya no tienen cupo o ya salieron.</p>}
      <ul className="grid gap-2">
        {trips.map((trip) => (
          <li key={trip.tripId}>
            <FoundTrip trip={trip} wanted={wanted} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function FoundTrip({ trip, wanted }: { trip: AlertTrip; wanted: number }) {
  const part = { from: trip.fromStopId, to: trip.toStopId, seats: wanted }
  return (
    <PlainLink
      to={paths.trip(trip.tripId, part)}
      className="flex min-h-14 items-center justify-between gap-4 rounded-control border border-edge
        px-4 py-2 hover:bg-bosque-soft"
    >
      <span className="min-w-0">
        <span className="block font-semibold">{dateTime(trip.departsAt)}</span>
        <span className="block text-sm text-muted">
          {trip.driver} · {seats(trip.seatsLeft)}
        </span>
      </span>
      <span className="tnum font-display text-lg font-bold">{pesos(trip.price)}</span>
    </PlainLink>
  )
}
