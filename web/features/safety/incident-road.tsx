import type { IncidentCase } from '#contract/safety.ts'
import { dateTime, time } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Elapsed } from '#web/shared/desk/back-office/elapsed.tsx'
import { Plate } from '#web/shared/verification/plate.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { RouteDrawing } from '#web/ui/map/route-drawing.tsx'
import { lastStop, nearStop } from './incident-words.ts'

/** What the person wrote, the road with the last positions, and the car. */
export function IncidentRoad({ incident }: { incident: IncidentCase }) {
  const { person, driver, text, stops, positions, car, tripId, from, to, departsAt } = incident
  const reached = Math.max(
    0,
    stops.findLastIndex(({ reachedAt }) => reachedAt !== null),
  )
  const places = stops.map(({ reachedAt, name, ...stop }) => {
    return { ...stop, named: true, name: reachedAt ? `${name} ${time(reachedAt)}` : name }
  })
  const marks = positions.map(({ name, at, ...point }, row) => {
    return { ...point, id: `${at} ${name}`, named: row === 0, name: time(at) }
  })
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="px-4 py-2.5">
        <p className="text-lg leading-snug font-semibold whitespace-pre-line wrap-anywhere">
          {text ? `«${text}»` : `${person.name} no escribió nada.`}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          <Link to={deskLinks.trip(tripId)}>
            {from} → {to}
          </Link>
          , {dateTime(departsAt)}, con <Link to={deskLinks.person(driver.id)}>{driver.name}</Link>
        </p>
      </div>
      <RouteDrawing {...{ places, marks }} part={{ from: 0, to: reached }} className="max-h-56" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <Plate plate={incident.plate} className="text-lg" />
        <div className="min-w-0 flex-1 basis-48 leading-snug">
          <p className="font-semibold wrap-anywhere first-letter:uppercase">{car}</p>
          <Where incident={incident} />
        </div>
      </div>
    </Card>
  )
}

/** The last positions with their age; without them, the last stop that somebody recorded. */
function Where({ incident }: { incident: IncidentCase }) {
  const { positions, stops, isMine } = incident
  const stop = lastStop(stops)
  if (positions.length === 0) {
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {!isMine && 'La posición la ve quien lo tiene. '}
        {stop && `Última parada registrada: ${stop.name}, hace `}
        {stop ? <Elapsed since={stop.reachedAt} /> : 'Nadie ha registrado la salida'}.
      </p>
    )
  }
  return (
    <ul className="text-sm">
      {positions.map(({ lat, lng, accuracyMeters, name, at }) => (
        <li key={`${at} ${name}`} className="wrap-anywhere">
          <a
            href={`https://www.google.com/maps/search/?api=1&query=${lat},${lng}`}
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 font-semibold text-bosque underline first-letter:uppercase"
          >
            {nearStop({ lat, lng }, stops)}
          </a>
          , hace <Elapsed since={at} /> · de {name} (a {accuracyMeters} m)
        </li>
      ))}
    </ul>
  )
}
