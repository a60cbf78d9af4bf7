import type { TripStop, TripView } from '#contract/trips.ts'

export type TripPart = {
  from: TripStop
  to: TripStop
  /** Price of one seat in pesos. */
  price: number
  seatsLeft: number
  needsApproval: boolean
}

/** Returns the requested segment, or the whole route. */
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

type Kept = { fromStopId: string; toStopId: string; seats: number }

/** Counts the seats that the viewer keeps on this segment as free: they can book them. */
export function withKept(part: TripPart | null, keep: Kept | null): TripPart | null {
  const isKept = part && keep?.fromStopId === part.from.id && keep.toStopId === part.to.id
  return isKept ? { ...part, seatsLeft: part.seatsLeft + keep.seats } : part
}

/** Stops that the route line shows: the declared ones and the chosen ends, in order. */
export function shownStops(trip: TripView, part: TripPart): TripStop[] {
  return trip.corridor.filter(
    (stop) => stop.declared || stop.id === part.from.id || stop.id === part.to.id,
  )
}
