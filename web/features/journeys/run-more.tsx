import { ChevronDown, ScanLine } from 'lucide-react'
import type { RunSheet, RunStop } from '#contract/journeys.ts'
import { paths } from '#web/lib/paths.ts'
import { WriteButton } from '#web/shared/conversations/write-button.tsx'
import { nextStop } from '#web/shared/journeys/next-stop.ts'
import { PointLine } from '#web/shared/trips/point-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import type { Drive } from './next-stop.tsx'
import { RunPassengers } from './run-passengers.tsx'
import type { Phase } from './run-phase.ts'
import { detourText, movesText, progressOf, severalMeetings, stopTimeText } from './run-words.ts'

type Props = { sheet: RunSheet; phase: Phase; drive: Drive }

const BOX = 'group rounded-card border border-line bg-surface p-4 shadow-card sm:p-6'

/** Everything that is not the main action: the route, later stops, skipping, writing. */
export function RunMore({ sheet, phase, drive }: Props) {
  const { tripId, stops, can } = sheet
  // While people get on, the next stop is not in the card above.
  const above = phase.kind === 'pick_up' ? null : nextStop(sheet)?.id
  const later = stops.filter((stop) => !stop.passed && stop.id !== above)
  const scans = phase.kind !== 'pick_up' && phase.kind !== 'finished'
  return (
    <details className="group/more">
      <summary className="flex min-h-12 items-center gap-2 font-semibold text-bosque">
        Más
        <ChevronDown className="size-5 group-open/more:rotate-180" />
      </summary>
      <div className="mt-3 grid gap-6">
        <div className="flex flex-wrap gap-3">
          {scans && (
            <ButtonLink to={paths.scanner(tripId)} variant="secondary" Icon={ScanLine}>
              Registrar subidas
            </ButtonLink>
          )}
          <WriteButton tripId={tripId} group text="Escribir al grupo" />
          {can.finish && phase.kind !== 'finish' && (
            <Button
              variant="secondary"
              pending={drive.sending === 'finish'}
              pendingText="Terminando…"
              onClick={() => drive.act({ kind: 'finish' })}
            >
              Terminar viaje
            </Button>
          )}
        </div>
        {later.map((stop) => (
          <LaterStop key={stop.id} stop={stop} sheet={sheet} drive={drive} />
        ))}
        <RunRoute sheet={sheet} />
      </div>
    </details>
  )
}

/** The whole route with its progress. */
function RunRoute({ sheet: { stops, detour } }: Pick<Props, 'sheet'>) {
  const more = detourText(detour)
  return (
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
    </CardSection>
  )
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

/** A stop after the main action: its passengers, and the way to skip there. */
function LaterStop({ stop, sheet, drive }: Omit<Props, 'phase'> & { stop: RunStop }) {
  const moves = movesText(stop)
  const skips = sheet.can.arrive.includes(stop.id)
  return (
    <details className={BOX}>
      <summary className="flex min-h-11 items-center gap-2 font-semibold">
        {stop.name}
        {moves && <span className="font-normal text-muted">{moves}</span>}
        <ChevronDown className="ml-auto size-5 group-open:rotate-180" />
      </summary>
      <div className="mt-3 grid gap-4">
        <RunPassengers stop={stop} tripId={sheet.tripId} />
        {skips && (
          <Button
            variant="secondary"
            pending={drive.sending === 'arrive'}
            onClick={() => {
              const { id, name } = stop
              drive.act({ kind: 'arrive', stop: { id, name } })
            }}
          >
            Ya llegué a {stop.name}
          </Button>
        )}
      </div>
    </details>
  )
}
