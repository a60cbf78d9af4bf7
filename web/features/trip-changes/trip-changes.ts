import type { PaymentMode, Preferences, TripView } from '#contract/trips.ts'
import { calendarDate } from '#web/lib/format.ts'

/** Values of a trip that the driver sees and can change. */
export type TripChanges = {
  /** Day `YYYY-MM-DD`; day and time `HH:MM` are those of Bogotá. */
  date: string
  time: string
  seats: number
  price: number
  instant: boolean
  enRoutePickups: boolean
  paymentModes: PaymentMode[]
  preferences: Preferences
  notes: string
  stops: StopChange[]
}

/** A stop of the changed trip, with its meeting point; null while it is to be agreed. */
export type StopChange = {
  placeId: string
  name: string
  point: { id: string; name: string } | null
}

const BOGOTA_OFFSET_MS = -5 * 3_600_000

/** Initial values of the form: those of the current trip. */
export function changesOf(trip: TripView): TripChanges {
  const local = new Date(Date.parse(trip.departsAt) + BOGOTA_OFFSET_MS).toISOString()
  return {
    date: calendarDate(trip.departsAt),
    time: local.slice(11, 16),
    seats: trip.seats,
    price: trip.seatPrice,
    instant: trip.instant,
    enRoutePickups: trip.enRoutePickups,
    paymentModes: trip.paymentModes,
    preferences: trip.preferences,
    notes: trip.notes ?? '',
    stops: trip.stops.map(({ placeId, name, point }) => {
      return { placeId, name, point: point && { id: point.id, name: point.name } }
    }),
  }
}

/** The departure in the fields; null while it is incomplete. */
export function momentOf({ date, time }: Pick<TripChanges, 'date' | 'time'>): string | null {
  const written = `${date}T${time}:00-05:00`
  return date && time && !Number.isNaN(Date.parse(written)) ? written : null
}

/** Minimum of seats that the trip must offer: the seats taken on its fullest leg. */
export function seatsTaken(trip: TripView): number {
  return Math.max(...trip.legs.map((leg) => trip.seats - leg.seatsLeft))
}

/** Request body of a change; it has only the changed fields. */
export function editBody(trip: TripView, changes: TripChanges) {
  const before = changesOf(trip)
  const moment = momentOf(changes)
  const moved = changes.date !== before.date || changes.time !== before.time
  const notes = changes.notes.trim()
  const samePreferences = JSON.stringify(changes.preferences) === JSON.stringify(trip.preferences)
  return {
    ...(moved && moment ? { departsAt: moment } : {}),
    ...(changes.price === before.price ? {} : { seatPrice: changes.price }),
    ...(changes.seats === before.seats ? {} : { seats: changes.seats }),
    ...(changes.instant === before.instant ? {} : { instant: changes.instant }),
    ...(changes.enRoutePickups === before.enRoutePickups
      ? {}
      : { enRoutePickups: changes.enRoutePickups }),
    ...(sameModes(changes.paymentModes, trip.paymentModes)
      ? {}
      : { paymentModes: changes.paymentModes }),
    ...(samePreferences ? {} : { preferences: changes.preferences }),
    ...(notes === before.notes ? {} : { notes }),
    ...(sameStops(changes.stops, before.stops) ? {} : { stops: changes.stops.map(stopBody) }),
  }
}

function stopBody({ placeId, point }: StopChange) {
  return { placeId, ...(point ? { safePointId: point.id } : {}) }
}

function sameStops(some: readonly StopChange[], others: readonly StopChange[]): boolean {
  const text = (stops: readonly StopChange[]) => JSON.stringify(stops.map(stopBody))
  return text(some) === text(others)
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

function sameModes(some: readonly PaymentMode[], others: readonly PaymentMode[]): boolean {
  return some.length === others.length && some.every((mode) => others.includes(mode))
}
