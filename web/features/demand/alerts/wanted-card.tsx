import { Bell, BellOff, Eye, EyeOff } from 'lucide-react'
import type { AlertTrip, AlertView } from '#contract/alerts.ts'
import type { Invitation, RideRequestView } from '#contract/ride-requests.ts'
import { calendarDate, dateTime, pesos, plural, seats, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { placeText } from '#web/shared/demand/list-place.ts'
import { RouteTitle } from '#web/shared/places/route-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link, PlainLink } from '#web/ui/link.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import { ListMoney } from './list-wishes.tsx'
import type { useSwitchAlert } from './use-alerts.ts'
import type { RequestChange, useChangeRequest } from './use-ride-requests.ts'
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
        tall
        className="justify-self-start"
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
      {isOn && alert.list && !alert.list.bookingId && (
        <ListMoney {...alert} back={paths.alerts()} />
      )}
      {alert.list?.bookingId ? (
        <Link to={paths.booking(alert.list.bookingId)} tall className="justify-self-start">
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
        {plural(matches, 'viaje encontrado', 'viajes encontrados')} desde que la creaste
      </p>
      {trips.length === 0 && (
        <p className="text-muted">{`Ya no tienen ${seats(wanted)} o ya salieron.`}</p>
      )}
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

const statusWords: Record<RideRequestView['status'], { tone: PillTone; text: string }> = {
  open: { tone: 'warn', text: 'Buscando' },
  booked: { tone: 'ok', text: 'Ya tienes cupo' },
  withdrawn: { tone: 'neutral', text: 'Retirada' },
  over: { tone: 'neutral', text: 'Terminó' },
}

type RequestPartProps = { request: RideRequestView; requests: ReturnType<typeof useChangeRequest> }

/** What drivers see of a wanted trip, their invitations, and the button that hides it. */
function RequestPart({ request, requests }: RequestPartProps) {
  const { from, to, status } = request
  const { variables, isPending, error } = requests
  const isOwn = variables?.rideRequestId === request.id
  const pending = isOwn && isPending ? (variables.decline ?? null) : undefined
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="flex min-w-0 flex-1 basis-[12rem] items-start gap-2">
          <Eye className="mt-0.5 size-5 shrink-0 text-bosque" />
          <span className="min-w-0">
            <span className="block font-semibold">
              {status === 'open' ? 'Te ven los conductores' : 'Lo que vieron los conductores'}
            </span>
            <span className="block text-sm text-muted">{hoursText(request)}</span>
          </span>
        </p>
        <StatusPill tone={statusWords[status].tone}>{statusWords[status].text}</StatusPill>
      </div>
      <Invitations {...{ request, change: requests.mutate, pending }} />
      <ErrorBanner error={isOwn ? error : null} />
      {request.can.withdraw && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-end"
          pending={pending === null}
          aria-label={`Dejar de mostrarla: ${from.name} → ${to.name}`}
          onClick={() => requests.mutate({ rideRequestId: request.id })}
        >
          Dejar de mostrarla
        </Button>
      )}
    </div>
  )
}

/** `lun, 23 de nov, 6:00 a. m. a 8:00 p. m.`; with the day again when it is another one. */
function hoursText({ earliest, latest }: RideRequestView): string {
  const sameDay = calendarDate(earliest) === calendarDate(latest)
  return `${dateTime(earliest)} a ${sameDay ? time(latest) : dateTime(latest)}`
}

type InvitationsProps = {
  request: RideRequestView
  change: (change: RequestChange) => void
  /** The pending change: a trip id, or null for the request itself; undefined if there is none. */
  pending: string | null | undefined
}

function Invitations({ request, change, pending }: InvitationsProps) {
  const { invitations, status } = request
  const open = invitations.filter((invitation) => invitation.status === 'open')
  if (status !== 'open') return null
  if (open.length === 0) {
    return (
      <p className="text-muted">
        {invitations.length > 0
          ? 'Ninguna invitación sigue abierta. Te avisamos cuando llegue otra.'
          : 'Aún no te invita nadie. Te avisamos cuando alguien lo haga o publique un viaje así.'}
      </p>
    )
  }
  return (
    <ul aria-label="Invitaciones" className="grid gap-2">
      {open.map((invitation) => (
        <li key={invitation.tripId}>
          <OpenInvitation
            {...{ invitation, request }}
            pending={pending === invitation.tripId}
            onDecline={() => change({ rideRequestId: request.id, decline: invitation.tripId })}
          />
        </li>
      ))}
    </ul>
  )
}

type OpenProps = {
  invitation: Invitation
  request: RideRequestView
  pending: boolean
  onDecline: () => void
}

function OpenInvitation({ invitation: { trip }, request, pending, onDecline }: OpenProps) {
  if (!trip) return null
  const part = { from: trip.fromStopId, to: trip.toStopId, seats: request.seats }
  return (
    <div className="grid gap-3 rounded-control border border-edge px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <span className="min-w-0">
          <span className="block font-semibold break-words">{trip.driver} te invita</span>
          <span className="block text-sm text-muted">
            {dateTime(trip.departsAt)} · {seats(trip.seatsLeft)}
          </span>
        </span>
        <span className="tnum font-display text-lg font-bold">{pesos(trip.price)}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" to={paths.trip(trip.tripId, part)}>
          Ver y reservar
        </ButtonLink>
        <Button
          size="sm"
          variant="secondary"
          pending={pending}
          aria-label={`No, gracias: no ir con ${trip.driver}`}
          onClick={onDecline}
        >
          No, gracias
        </Button>
      </div>
    </div>
  )
}
