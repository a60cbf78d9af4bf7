import type { UsualDemandRow } from '#contract/ride-requests.ts'
import { pesos, plural, relativeDay, seats as seatsText } from '#web/lib/format.ts'
import { rideRequestLinks } from '#web/shared/demand/ride-requests/ride-request-links.ts'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { repeatPath } from './repeat-link.ts'

/** Who looks for seats along the driver's usual ways; each publishes that way on that day. */
export function UsualDemand({ rows }: { rows: readonly UsualDemandRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label="Buscan cupo por tus rutas" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">Buscan cupo por tus rutas</h2>
        <Link to={rideRequestLinks.demand()} tall>
          Ver todo lo que buscan
        </Link>
      </div>
      <Card>
        <ul className="grid divide-y divide-line">
          {rows.map((row) => (
            <Row key={`${row.from.placeId}${row.to.placeId}${row.date}`} row={row} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** Where the wanted ride begins or ends, seen from the way. */
function awayWords(awayKm: number): string {
  return awayKm === 0 ? 'en tu camino' : `a ${awayKm} km de tu camino`
}

function Row({
  row: { from, to, date, people, seats, maxPrice, awayKm, tripId },
}: {
  row: UsualDemandRow
}) {
  const title = `${from.name} → ${to.name}`
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="font-semibold break-words">{title}</h3>
        <p>
          {relativeDay(date)} · {plural(people, 'persona', 'personas')}, {seatsText(seats)}
        </p>
        <p className="text-sm text-muted">
          {awayWords(awayKm)}
          {maxPrice !== null && ` · ofrecen hasta ${pesos(maxPrice)} por cupo`}
        </p>
      </div>
      <ButtonLink
        size="sm"
        variant="secondary"
        to={repeatPath(tripId, date)}
        aria-label={`Publicar para quienes buscan ${title}, ${relativeDay(date)}`}
      >
        Publicar
      </ButtonLink>
    </li>
  )
}
