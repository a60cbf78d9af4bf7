import { Bell, BellOff, EyeOff } from 'lucide-react'
import type { AlertTrip, AlertView } from '#contract/alerts.ts'
import { calendarDate, dateTime, pesos, plural, seats } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { placeText } from '#web/shared/demand/list-place.ts'
import { RouteTitle } from '#web/shared/places/route-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { RequestPart } from './request-part.tsx'
import type { useSwitchAlert } from './use-alerts.ts'
import type { useChangeRequest } from './use-ride-requests.ts'
import { asksText, daysText, termsText } from './wanted-draft.ts'
import type { Wanted } from './wanted-list.ts'

type WantedCardProps = {
  wanted: Wanted
  alerts: ReturnType<typeof useSwitchAlert>
  requests: ReturnType<typeof useChangeRequest>
}

/** One wanted trip: its route and terms, whether the person is told, and whether drivers see it. */
export function WantedCard({ wanted, alerts, requests }: WantedCardProps) {
  const { alert } = wanted
  const own = alert ?? wanted.requests[0]
  if (!own) return null
  const { from, to } = own
  const first = wanted.requests[0]
  const day = alert?.since ?? calendarDate(first?.earliest ?? '')
  const ends = { from: from.placeId, to: to.placeId }
  const seen = wanted.requests.some(({ status }) => status === 'open' || status === 'booked')
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 className="text-lg">
          <RouteTitle from={from.name} to={to.name} />
        </h3>
        {alert && <p>{daysText(alert)}</p>}
        <p className="text-sm text-muted">
          {termsText(own)}
          {alert?.list?.withChange && ' · también con un cambio'}
          {alert?.list && asksText(alert.list)}
        </p>
      </div>
      {alert && <AlertPart alert={alert} alerts={alerts} />}
      {wanted.requests.map((request) => (
        <RequestPart key={request.id} request={request} requests={requests} />
      ))}
      {alert?.status === 'active' && alert.can.stop && !seen && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3">
          <EyeOff className="size-5 shrink-0 text-muted" />
          <Link
            to={paths.alerts({ ...alert, ...ends, date: alert.since, hours: '06:00-20:00' })}
            className="inline-flex min-h-11 min-w-0 items-center"
          >
            Muéstrale mi búsqueda a los conductores
          </Link>
        </div>
      )}
      <Link
        to={paths.search({ ...ends, date: day, seats: own.seats })}
        className="inline-flex min-h-11 items-center justify-self-start"
      >
        Buscar de nuevo
      </Link>
    </Card>
  )
}

/** Whether the person is told of new trips, the trips found, and the button that changes it. */
function AlertPart({ alert, alerts }: { alert: AlertView; alerts: WantedCardProps['alerts'] }) {
  const isOwn = alerts.variables?.alertId === alert.id
  const route = `${alert.from.name} → ${alert.to.name}`
  const isOn = alert.status === 'active'
  const Mark = isOn ? Bell : BellOff
  const change = (to: 'stop' | 'resume') => alerts.mutate({ alertId: alert.id, to })
  const look = { variant: 'secondary', size: 'sm', pending: alerts.isPending && isOwn } as const
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 font-semibold">
          <Mark className="size-5 shrink-0 text-bosque" />
          {placeText(alert) ?? (isOn ? 'Te avisamos cuando salga un viaje' : 'Sin avisos')}
        </p>
        {alert.can.stop && (
          <Button {...look} aria-label={`Apagar alerta ${route}`} onClick={() => change('stop')}>
            Apagar alerta
          </Button>
        )}
        {alert.can.resume && (
          <Button
            {...look}
            aria-label={`Encender de nuevo ${route}`}
            onClick={() => change('resume')}
          >
            Encender de nuevo
          </Button>
        )}
      </div>
      {alert.list?.bookingId ? (
        <Link
          to={paths.booking(alert.list.bookingId)}
          className="inline-flex min-h-11 items-center justify-self-start"
        >
          Ver tu reserva
        </Link>
      ) : (
        <Found alert={alert} />
      )}
      <ErrorBanner error={isOwn ? alerts.error : null} />
    </div>
  )
}

function Found({ alert: { status, matches, trips, seats: wanted } }: { alert: AlertView }) {
  if (matches === 0) {
    return status === 'active' && <p className="text-muted">Aún no hay viajes nuevos.</p>
  }
  return (
    <div className="grid gap-2">
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

const audienceWords = { women: 'Solo mujeres', verified: 'Solo verificados' } as const

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
          {trip.audience && ` · ${audienceWords[trip.audience]}`}
        </span>
      </span>
      <span className="tnum font-display text-lg font-bold">{pesos(trip.price)}</span>
    </PlainLink>
  )
}
