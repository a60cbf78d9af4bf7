import { ChevronDown, Undo2 } from 'lucide-react'
import { useParams } from 'react-router'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { RunSheet, RunStop } from '#contract/journeys.ts'
import { rememberedAccount } from '#web/domain/auth/account-memory.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { Unreachable } from '#web/domain/auth/session-gate.tsx'
import { WriteButton } from '#web/domain/conversations/write-button.tsx'
import { LateTripSafety } from '#web/domain/safety/late-trip-safety.tsx'
import { PointLine } from '#web/domain/trips/point-line.tsx'
import { RouteLine } from '#web/domain/trips/route-line.tsx'
import { dateTime, plural, timeAndDay } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { type Drive, NextStop } from './next-stop.tsx'
import { RunPassengers, StillWaiting } from './run-passengers.tsx'
import {
  detourText,
  movesText,
  nextStop,
  progressOf,
  severalMeetings,
  stateWords,
  stopTimeText,
} from './run-words.ts'
import { useRunAction, useRunSheet } from './use-run-sheet.ts'

const TITLE = 'Hoja de ruta'

const LATE_WORDS =
  'Tus pasajeros lo ven en su reserva. Registra tu llegada: con más de ' +
  `${LATE_AFTER_MINUTES} minutos sin registrarla, pueden irse sin costo.`

export const meta = () => [{ title: 'Hoja de ruta · Cupo' }]

export const handle = { alone: true }

export default function Run() {
  const { tripId = '' } = useParams()
  const { user } = useAuth()
  // While the session is unchecked or cannot be checked, the cached sheet is shown.
  const ownerId = user?.id ?? rememberedAccount()
  return ownerId ? <RunPage tripId={tripId} ownerId={ownerId} /> : <Unreachable />
}

function RunPage({ tripId, ownerId }: { tripId: string; ownerId: string }) {
  const answer = useRunSheet(tripId, ownerId)
  const action = useRunAction(tripId, ownerId)
  const online = useOnline()
  const known = neededAnswer(answer)
  const isOld = known?.fresh === false && !answer.isPlaceholderData
  const drive: Drive = {
    act: (next) => action.mutate(next),
    sending: action.isPending ? action.variables.kind : null,
    offline: !online || isOld,
  }
  const back = { to: paths.ownTrip(tripId), label: 'Tu viaje' }
  if (!known) {
    return (
      <Page title={TITLE} back={back} lead={'\u00a0'} actions={<Skeleton className="h-7 w-28" />}>
        <SkeletonList rows={2} rowClass="h-64" />
      </Page>
    )
  }
  const { sheet } = known
  const status = stateWords[sheet.state]
  return (
    <Page
      title={TITLE}
      lead={`${sheet.stops[0]?.name} → ${sheet.stops.at(-1)?.name}, ${dateTime(sheet.departsAt)}`}
      back={back}
      actions={<StatusPill tone={status.tone}>{status.text}</StatusPill>}
    >
      <Standing sheet={sheet} offline={drive.offline} again={() => void answer.refetch()} />
      <ErrorBanner error={action.error} />
      <StillWaiting stops={sheet.stops} tripId={tripId} />
      <NextStop sheet={sheet} drive={drive} />
      <RunRoute sheet={sheet} drive={drive} />
      <LateTripSafety
        trip={{
          tripId,
          bookingId: null,
          from: sheet.stops[0]?.name ?? '',
          to: sheet.stops.at(-1)?.name ?? '',
        }}
        car={null}
        isToday={sheet.state !== 'finished'}
        hasBegun={sheet.state !== 'not_started'}
      />
      <WriteButton tripId={tripId} group text="Escribir al grupo" />
    </Page>
  )
}

type StandingProps = { sheet: RunSheet; offline: boolean; again: () => void }

/** Notices: age of the sheet, delay of the car, and requests that wait for an answer. */
function Standing({ sheet, offline, again }: StandingProps) {
  const { delayMinutes, isLate, requests, tripId, asOf } = sheet
  return (
    <>
      {offline && (
        <Banner
          tone="warn"
          title="Sin conexión"
          action={
            <Button variant="secondary" size="sm" onClick={again}>
              Actualizar la hoja
            </Button>
          }
        >
          Ves la hoja guardada a las {timeAndDay(asOf)}
        </Banner>
      )}
      {isLate && (
        <Banner tone="warn" title={`Vas ${delayMinutes} minutos tarde`}>
          {LATE_WORDS}
        </Banner>
      )}
      {requests > 0 && (
        <Banner
          tone="info"
          title={plural(requests, 'solicitud por responder', 'solicitudes por responder')}
          action={<Link to={paths.ownTrip(tripId)}>Responder</Link>}
        />
      )}
    </>
  )
}

type RunRouteProps = { sheet: RunSheet; drive: Drive }

/** The whole route with its progress, and the stops after the next one. */
function RunRoute({ sheet, drive }: RunRouteProps) {
  const { stops, can, detour } = sheet
  const next = nextStop(sheet)
  const later = stops.filter((stop) => !stop.passed && stop.id !== next?.id)
  const more = detourText(detour)
  return (
    <>
      <CardSection title="Recorrido">
        <RouteLine
          stops={stops.map((stop) => ({
            name: stop.name,
            at: stop.arrivedAt ?? stop.expectedAt,
            detail: <StopDetail stop={stop} />,
          }))}
          progress={progressOf(stops)}
        />
        {more && (
          <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
            El orden más corto por los puntos de encuentro: {more}.
          </p>
        )}
        {can.undo && (
          <Button
            variant="ghost"
            className="mt-3"
            disabled={drive.offline}
            pending={drive.sending === 'undo'}
            icon={<Undo2 aria-hidden="true" className="size-5" />}
            onClick={() => can.undo && drive.act({ kind: 'undo', stopId: can.undo })}
          >
            Deshacer la llegada a {nameOf(stops, can.undo)}
          </Button>
        )}
      </CardSection>
      {later.map((stop) => (
        <LaterStop key={stop.id} stop={stop} sheet={sheet} drive={drive} />
      ))}
    </>
  )
}

function nameOf(stops: readonly RunStop[], id: string): string {
  return stops.find((stop) => stop.id === id)?.name ?? 'la última parada'
}

function StopDetail({ stop }: { stop: RunStop }) {
  const moves = movesText(stop)
  return (
    <>
      {moves && <span className="block font-semibold text-ink">{moves}</span>}
      <span className="block">{stopTimeText(stop)}</span>
      {stop.point && <PointLine point={stop.point} className="mt-1" />}
      {severalMeetings(stop).map(
        ({ point }) => point && <PointLine key={point.id} point={point} className="mt-1" />,
      )}
    </>
  )
}

type LaterStopProps = RunRouteProps & { stop: RunStop }

/** A later stop, with its passengers; collapsed when nobody gets on or off. */
function LaterStop({ stop, sheet, drive }: LaterStopProps) {
  const moves = movesText(stop)
  if (!moves && stop.getsOn.length === 0) return null
  const skips = sheet.can.arrive.includes(stop.id)
  return (
    <details className="group rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
      <summary className="flex min-h-11 items-center gap-2 font-semibold">
        {stop.name}
        {moves && <span className="font-normal text-muted">{moves}</span>}
        <ChevronDown aria-hidden="true" className="ml-auto size-5 group-open:rotate-180" />
      </summary>
      <div className="mt-3 grid gap-4">
        <RunPassengers stop={stop} tripId={sheet.tripId} />
        {skips && (
          <Button
            variant="secondary"
            disabled={drive.offline}
            pending={drive.sending === 'arrive'}
            onClick={() => drive.act({ kind: 'arrive', stopId: stop.id })}
          >
            Ya llegué a {stop.name}
          </Button>
        )}
      </div>
    </details>
  )
}
