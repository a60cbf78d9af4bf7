import { kindWords } from '#web/domain/safe-points/safe-point-kinds.ts'
import { paths } from '#web/lib/paths.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Corridor, MeetingPoint, PassedPlace } from './corridors.ts'

/** Meeting points at both ends of the corridor. */
export function MeetingPoints({ corridor: { from, to, points } }: { corridor: Corridor }) {
  return (
    <div className="grid gap-6 lg:col-start-2">
      <PointsOf place={from} points={points.from} title={`Dónde salir en ${from.name}`} />
      <PointsOf place={to} points={points.to} title={`Dónde llegar en ${to.name}`} />
    </div>
  )
}

type PointsOfProps = { place: PassedPlace; points: readonly MeetingPoint[]; title: string }

function PointsOf({ place, points, title }: PointsOfProps) {
  return (
    <CardSection title={title}>
      {points.length === 0 ? (
        <p className="text-muted">Todavía no hay puntos verificados en {place.name}.</p>
      ) : (
        <ul className="grid gap-3">
          {points.map((point) => (
            <li key={point.name}>
              <span className="font-semibold">{point.name}</span>
              <span className="block text-sm text-muted">
                {[kindWords[point.kind], point.address, point.hours].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link to={paths.safePoints(place.id)}>Puntos seguros de {place.name}</Link>
      </p>
    </CardSection>
  )
}
