import { CircleCheck, Navigation, Play, ScanLine } from 'lucide-react'
import { BOARDING_CLOSES_HOURS } from '#contract/booking-limits.ts'
import type { RunSheet, RunStop } from '#contract/journeys.ts'
import { directionsTo } from '#web/domain/trips/directions.ts'
import { PointLine } from '#web/domain/trips/point-line.tsx'
import { timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { RunPassengers } from './run-passengers.tsx'
import { meetingsText, nextStop, severalMeetings, stopTimeText } from './run-words.ts'
import type { RunAction } from './use-run-sheet.ts'

export type Drive = {
  act: (action: RunAction) => void
  /** The action whose request is pending. */
  sending: RunAction['kind'] | null
  /** Whether the device is offline, where nothing can be recorded. */
  offline: boolean
}

type Props = { sheet: RunSheet; drive: Drive }

/** The driver's next action: set out, reach the next stop, or finish the journey. */
export function NextStop({ sheet, drive }: Props) {
  const next = nextStop(sheet)
  if (sheet.state === 'finished') return <Finished />
  return (
    <CardSection title={next ? `Sigue: ${next.name}` : 'Llegaste a la última parada'}>
      <div className="grid gap-4">
        {next && <Where stop={next} />}
        {sheet.state === 'not_started' ? (
          <Start sheet={sheet} drive={drive} />
        ) : (
          <Arrive sheet={sheet} next={next} drive={drive} />
        )}
        {drive.offline && (
          <p className="font-semibold">Sin conexión: registra tus llegadas cuando haya red.</p>
        )}
        {next && <RunPassengers stop={next} tripId={sheet.tripId} />}
        <div className="flex flex-wrap gap-3">
          {next && next.getsOn.length > 0 && (
            <ButtonLink
              to={paths.scanner(sheet.tripId)}
              variant="secondary"
              icon={<ScanLine aria-hidden="true" className="size-5" />}
            >
              Registrar subidas
            </ButtonLink>
          )}
          {next?.point && (
            <a
              href={directionsTo(next.point)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('secondary', 'md')}
            >
              <Navigation aria-hidden="true" className="size-5" />
              Cómo llegar
            </a>
          )}
        </div>
      </div>
    </CardSection>
  )
}

function Where({ stop }: { stop: RunStop }) {
  const several = severalMeetings(stop)
  const later = 'Punto de encuentro: lo acuerdas con tus pasajeros.'
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold">{stopTimeText(stop)}</p>
      {stop.point ? (
        <PointLine point={stop.point} className="text-muted" />
      ) : (
        <p className="text-muted">
          {several.length > 0 ? meetingsText(several, stop.detour) : later}
        </p>
      )}
    </div>
  )
}

function Start({ sheet, drive }: Props) {
  const { can, startsFrom, startsUntil, asOf } = sheet
  const early = Date.parse(asOf) < Date.parse(startsFrom)
  return (
    <div className="grid gap-2">
      <Button
        disabled={!can.start || drive.offline}
        pending={drive.sending === 'start'}
        pendingText="Empezando…"
        icon={<Play aria-hidden="true" className="size-5" />}
        onClick={() => drive.act({ kind: 'start' })}
      >
        Empezar viaje
      </Button>
      <p className="text-sm text-muted">
        {can.start && 'Les avisamos a tus pasajeros que ya saliste.'}
        {!can.start && early && `Puedes empezar desde las ${timeAndDay(startsFrom)}.`}
        {!can.start && !early && `Se podía empezar hasta las ${timeAndDay(startsUntil)}.`}
      </p>
    </div>
  )
}

type ArriveProps = Props & { next: RunStop | undefined }

function Arrive({ sheet, next, drive }: ArriveProps) {
  const { can } = sheet
  return (
    <div className="grid gap-2">
      {next && can.arrive.includes(next.id) && (
        <Button
          disabled={drive.offline}
          pending={drive.sending === 'arrive'}
          pendingText="Registrando…"
          icon={<CircleCheck aria-hidden="true" className="size-5" />}
          onClick={() => drive.act({ kind: 'arrive', stopId: next.id })}
        >
          Llegué a {next.name}
        </Button>
      )}
      {can.finish && (
        <Button
          variant={next ? 'secondary' : 'primary'}
          disabled={drive.offline}
          pending={drive.sending === 'finish'}
          pendingText="Terminando…"
          onClick={() => drive.act({ kind: 'finish' })}
        >
          Terminar viaje
        </Button>
      )}
    </div>
  )
}

function Finished() {
  return (
    <CardSection title="Terminaste este viaje">
      <p className="text-muted">
        El dinero de cada cupo sigue sus reglas de siempre: quien no registró su subida queda
        completado {BOARDING_CLOSES_HOURS} horas después de la llegada, si nadie reclama.
      </p>
    </CardSection>
  )
}
