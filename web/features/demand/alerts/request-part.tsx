import { Eye } from 'lucide-react'
import type { Invitation, RideRequestView } from '#contract/ride-requests.ts'
import { calendarDate, dateTime, pesos, seats as seatsText, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { type PillTone, StatusPill } from '#web/ui/status-pill.tsx'
import type { RequestChange, useChangeRequest } from './use-ride-requests.ts'

const statusWords: Record<RideRequestView['status'], { tone: PillTone; text: string }> = {
  open: { tone: 'warn', text: 'Buscando' },
  booked: { tone: 'ok', text: 'Ya tienes cupo' },
  withdrawn: { tone: 'neutral', text: 'Retirada' },
  over: { tone: 'neutral', text: 'Terminó' },
}

type RequestPartProps = { request: RideRequestView; requests: ReturnType<typeof useChangeRequest> }

/** What drivers see of a wanted trip, their invitations, and the button that hides it. */
export function RequestPart({ request, requests }: RequestPartProps) {
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
            {dateTime(trip.departsAt)} · {seatsText(trip.seatsLeft)}
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
          aria-label={`No ir con ${trip.driver}`}
          onClick={onDecline}
        >
          No, gracias
        </Button>
      </div>
    </div>
  )
}
