import { ChevronDown, Undo2 } from 'lucide-react'
import type { RunSheet, RunStop } from '#contract/journeys.ts'
import { PointLine } from '#web/domain/trips/point-line.tsx'
import { RouteLine } from '#web/domain/trips/route-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import type { Drive } from './next-stop.tsx'
import { RunPassengers } from './run-passengers.tsx'
import {
  detourText,
  movesText,
  nextStop,
  progressOf,
  severalMeetings,
  stopTimeText,
} from './run-words.ts'

type RunRouteProps = { sheet: RunSheet; drive: Drive }

/** The whole route with its progress, and the stops after the next one. */
export function RunRoute({ sheet, drive }: RunRouteProps) {
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
