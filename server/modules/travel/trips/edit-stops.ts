// Rules about the stops of a published trip, as pure functions without clock and database.
import type { EditBody } from '#contract/trip-changes.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TripFacts } from './trip.ts'

type AskedStops = NonNullable<(typeof EditBody)['_output']['stops']>

/** A stop that the trip has after an edit, with its position on the corridor. */
export type PlannedStop = AskedStops[number] & { seq: number }

/**
 * Places the stops on the trip's corridor. The first and the last one cannot change: another way
 * is another trip. Errors: `route_stops_invalid`.
 */
export function planStops(trip: TripFacts, asked: AskedStops): PlannedStop[] {
  const seqs = new Map(trip.places.map(({ placeId, seq }) => [placeId, seq]))
  const stops = asked.map((stop) => {
    const seq = seqs.get(stop.placeId)
    if (seq === undefined) throw refused('Esa parada no está en el camino de tu viaje.')
    return { ...stop, seq }
  })
  const inOrder = stops.every(({ seq }, row) => row === 0 || seq > (stops[row - 1]?.seq ?? 0))
  if (!inOrder) throw refused('Las paradas van en el orden del camino.')
  const keepsEnds = stops[0]?.seq === 0 && stops.at(-1)?.seq === trip.places.length - 1
  if (!keepsEnds) throw refused('La salida y la llegada no cambian: publica otro viaje.')
  return stops
}

function refused(message: string): AppError {
  return new AppError('route_stops_invalid', { message, fields: { stops: message } })
}

/** Positions of the stops that the edit removes. */
export function removedStops(trip: TripFacts, stops: readonly PlannedStop[]): number[] {
  return trip.declaredSeqs.filter((seq) => !stops.some((stop) => stop.seq === seq))
}

/** Positions where the driver's meeting point changes, appears or goes. */
export function changedPoints(trip: TripFacts, stops: readonly PlannedStop[]): number[] {
  const before = new Map(trip.stopPoints.map(({ seq, safePointId }) => [seq, safePointId]))
  const after = new Map(
    stops.flatMap(({ seq, safePointId }) => (safePointId ? [[seq, safePointId] as const] : [])),
  )
  const seqs = new Set([...before.keys(), ...after.keys()])
  return [...seqs].filter((seq) => before.get(seq) !== after.get(seq)).sort((a, b) => a - b)
}
