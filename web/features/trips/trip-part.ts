import type { TripStop, TripView } from '#contract/trips.ts'

/** The part of a trip that the person looks at. */
export type TripPart = {
  from: TripStop
  to: TripStop
  /** Pesos of one seat. */
  price: number
  seatsLeft: number
  needsApproval: boolean
}

/** The part asked for, or the whole way when none was. */
export function chosenPart(trip: TripView): TripPart | null {
  const { segment, corridor, legs } = trip
  if (!segment) {
    const [from, to] = [trip.stops[0], trip.stops.at(-1)]
    if (!from || !to) return null
    const seatsLeft = Math.min(...legs.map((leg) => leg.seatsLeft))
    return { from, to, price: trip.seatPrice, seatsLeft, needsApproval: !trip.instant }
  }
  const from = corridor.find((stop) => stop.id === segment.fromStopId)
  const to = corridor.find((stop) => stop.id === segment.toStopId)
  return from && to ? { ...segment, from, to } : null
}

/** Why this person cannot take these seats now, in their words; null when they can. */
export function whyNotBookable(
  trip: TripView,
  part: TripPart,
  seats: number,
  now: Date = new Date(),
): string | null {
  if (trip.status === 'cancelled') return 'El conductor canceló este viaje.'
  if (trip.status === 'completed') return 'Este viaje ya terminó.'
  if (trip.viewer === 'passenger') return 'Ya tienes un cupo en este viaje.'
  if (new Date(part.from.at) <= now) return `El viaje ya pasó por ${part.from.name}.`
  if (part.seatsLeft < 1) return 'Ya no hay cupos para este tramo. Prueba con otro.'
  if (part.seatsLeft < seats) return `En este tramo solo hay ${part.seatsLeft} de ${seats} cupos.`
  const declared = part.from.declared && part.to.declared
  if (!declared && !trip.enRoutePickups) return 'El conductor no recoge en ese punto.'
  return trip.can.book ? null : 'Este viaje ya no recibe reservas.'
}

/** The declared stops and the chosen ends, in order: what the route line shows. */
export function shownStops(trip: TripView, part: TripPart): TripStop[] {
  return trip.corridor.filter(
    (stop) => stop.declared || stop.id === part.from.id || stop.id === part.to.id,
  )
}
