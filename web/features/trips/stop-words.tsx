import { EXTRA_STOP_MINUTES } from '#contract/limits.ts'
import type { TripStop, TripView } from '#contract/trips.ts'
import { plural } from '#web/lib/format.ts'
import { PointLine } from '#web/shared/trips/point-line.tsx'

/** What people may do at places of the road that are no stops. */
export function otherPlacesText({ viewer, roadStops, extraMax, corridor }: TripView): string {
  const most = plural(extraMax, 'parada extra', 'paradas extra')
  if (viewer === 'driver') {
    if (roadStops === 'at_once') return `Paras ahí hasta en ${most}, en puntos conocidos.`
    return roadStops === 'ask'
      ? 'Pueden pedirte que los recojas o los dejes ahí: tú decides.'
      : 'En este viaje solo paras en los lugares de arriba.'
  }
  if (corridor.some(({ atOnce }) => atOnce)) {
    return 'Donde hay un punto de encuentro reservas sin esperar; en los demás decide el conductor.'
  }
  return roadStops !== 'no'
    ? 'Puedes pedir que te recojan o te dejen ahí: el conductor decide.'
    : 'En este viaje el conductor solo para en los lugares de arriba.'
}

/** Place, meeting point and later arrival of a stop; `extra`: booked places of the road before. */
export function StopDetail({ stop, extra }: { stop: TripStop; extra: number }) {
  const isAsked = !(stop.declared || stop.atOnce)
  return (
    <>
      {isAsked ? `${stop.department} · por solicitud` : stop.department}
      {extra > 0 && ` · hasta ${extra * EXTRA_STOP_MINUTES} min después`}
      {stop.point && <PointLine point={stop.point} className="mt-1" />}
    </>
  )
}
