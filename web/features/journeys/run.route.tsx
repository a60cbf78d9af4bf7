import { useParams } from 'react-router'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { rememberedAccount } from '#web/domain/auth/account-memory.ts'
import { useAuth } from '#web/domain/auth/session.tsx'
import { Unreachable } from '#web/domain/auth/session-gate.tsx'
import { WriteButton } from '#web/domain/conversations/write-button.tsx'
import { LateTripSafety } from '#web/domain/safety/late-trip-safety.tsx'
import { dateTime, plural, timeAndDay } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { type Drive, NextStop } from './next-stop.tsx'
import { StillWaiting } from './run-passengers.tsx'
import { RunRoute } from './run-route.tsx'
import { stateWords } from './run-words.ts'
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
