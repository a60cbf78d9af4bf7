import type { z } from 'zod'
import type { EditBody } from '#contract/trip-changes.ts'
import { choicesOf } from '#contract/trip-defaults.ts'
import type { TripTerms, TripView } from '#contract/trips.ts'
import { calendarDate } from '#web/lib/format.ts'
import { clockOf, momentOf } from '#web/lib/moment.ts'

/** Values of a trip that the driver sees and can change. */
export type TripChanges = Omit<TripTerms, 'seatPrice'> & {
  /** Day `YYYY-MM-DD`; day and time `HH:MM` are those of Bogotá. */
  date: string
  time: string
  price: number
  stops: StopChange[]
}

/** A stop of the changed trip, with its meeting point; null while it is to be agreed. */
export type StopChange = {
  placeId: string
  name: string
  point: { id: string; name: string } | null
}

/** Initial values of the form: those of the current trip. */
export function changesOf(trip: TripView): TripChanges {
  return {
    date: calendarDate(trip.departsAt),
    time: clockOf(trip.departsAt),
    seats: trip.seats,
    price: trip.seatPrice,
    ...choicesOf(trip),
    notes: trip.notes ?? '',
    stops: trip.stops.map(({ placeId, name, point }) => {
      return { placeId, name, point: point && { id: point.id, name: point.name } }
    }),
  }
}

/** Minimum of seats that the trip must offer: the seats taken on its fullest leg. */
export function seatsTaken(trip: TripView): number {
  return Math.max(...trip.legs.map((leg) => trip.seats - leg.seatsLeft))
}

/** The request that sets everything to these values. */
function wholeBody(changes: TripChanges) {
  const { date: _date, time: _time, price, paymentModes, notes, stops, ...terms } = changes
  return {
    ...{ ...terms, seatPrice: price, departsAt: momentOf(changes) ?? undefined },
    paymentModes: [...paymentModes].sort(),
    notes: notes.trim(),
    stops: stops.map(({ placeId, point }) => ({
      placeId,
      ...(point ? { safePointId: point.id } : {}),
    })),
  }
}

/** Request body of a change; it has only the changed fields. */
export function editBody(trip: TripView, changes: TripChanges): z.input<typeof EditBody> {
  const before: Record<string, unknown> = wholeBody(changesOf(trip))
  return Object.fromEntries(
    Object.entries(wholeBody(changes)).filter(
      ([key, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(before[key]),
    ),
  )
}

/** Adds a place of the corridor as a stop, in the order of the way. */
export function withStop(trip: TripView, stops: readonly StopChange[], placeId: string) {
  const place = trip.corridor.find((each) => each.placeId === placeId)
  if (!place) return [...stops]
  const seq = (stop: StopChange) => trip.corridor.findIndex((each) => each.placeId === stop.placeId)
  return [...stops, { placeId, name: place.name, point: null }].sort((a, b) => seq(a) - seq(b))
}

/** Places whose meeting point differs from that of the published trip. */
export function movedPoints(trip: TripView, stops: readonly StopChange[]): string[] {
  const before = new Map(trip.stops.map(({ placeId, point }) => [placeId, point?.id]))
  const moved = stops.filter(({ placeId, point }) => before.get(placeId) !== point?.id)
  return moved.map(({ placeId }) => placeId)
}
